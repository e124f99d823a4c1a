// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <stdexcept>
#include <vector>
#include <dlpack/dlpack.h>
// data_ptr points to const and is only read; the vector is this function's own.
std::vector<float> f(DLManagedTensorVersioned *m) {
  if (m->version.major != DLPACK_MAJOR_VERSION) throw std::runtime_error("version");
  auto &t = m->dl_tensor;
  if (t.device.device_type != kDLCPU) throw std::runtime_error("device");
  if (t.dtype.code != kDLFloat || t.dtype.bits != 32 || t.dtype.lanes != 1) throw std::runtime_error("dtype");
  if (t.ndim != 1 || t.strides == nullptr) throw std::runtime_error("layout");
  const auto *p = reinterpret_cast<const float *>(static_cast<const char *>(t.data) + t.byte_offset);
  std::vector<float> data;
  for (int64_t i = 0; i < t.shape[0]; i++)
    data.push_back(p[i * t.strides[0]]);
  return data;
}
