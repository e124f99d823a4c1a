// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <stdexcept>
#include <string>
#include <dlpack/dlpack.h>
// 'dtype' is a copy made before the deleter runs.
template <typename T> struct Array {
  explicit Array(DLManagedTensorVersioned *m) : managed_(m) {
    if (m->version.major != DLPACK_MAJOR_VERSION) throw std::runtime_error("version");
    auto &tensor = managed_->dl_tensor;
    if (tensor.dtype.code != kDLFloat || tensor.dtype.bits != 32 || tensor.dtype.lanes != 1) {
      auto dtype = tensor.dtype;
      if (managed_->deleter != nullptr) {
        managed_->deleter(managed_);
      }
      managed_ = nullptr;
      throw std::runtime_error("code=" + std::to_string(dtype.code));
    }
  }
  DLManagedTensorVersioned *managed_;
};
template struct Array<float>;
