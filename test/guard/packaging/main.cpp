// What a project of one file makes of dlpack_guard.
#include <cstdio>
#include <dlpack_guard/core.h>
#include <dlpack_guard/managed.h>
#include <memory>

int main() {
  auto Values = std::shared_ptr<float[]>(new float[6]{});
  std::int64_t Shape[] = {2, 3};
  DLTensor View{};
  View.data = Values.get();
  View.device = dlpack_guard::make_device(dlpack_guard::device::CPU);
  View.ndim = 2;
  View.dtype = dlpack_guard::dtype_of<float>();
  View.shape = Shape;
  auto *Made = dlpack_guard::make_managed<DLManagedTensorVersioned>(
      View, DLPACK_FLAG_BITMASK_READ_ONLY, Values);
  const auto Answer = dlpack_guard::check(Made->dl_tensor);
  std::printf("%s, strides %d %d, %ld owners\n",
              Answer.ok() ? "ok" : Answer.message().c_str(),
              static_cast<int>(Made->dl_tensor.strides[0]),
              static_cast<int>(Made->dl_tensor.strides[1]), Values.use_count());
  Made->deleter(Made);
  return Values.use_count() == 1 && Answer.ok() ? 0 : 1;
}
