// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <stdexcept>
// Pinned and managed memory IS accessible to CUDA; the name says access, not place. (CV-CUDA: IsCudaAccessible.)
bool is_cuda_accessible(DLDeviceType devType) {
  switch (devType) {
  case kDLCUDAHost:
  case kDLCUDA:
  case kDLCUDAManaged:
    return true;
  default:
    return false;
  }
}
void f(const DLTensor &t) {
  if (!is_cuda_accessible(t.device.device_type)) throw std::runtime_error("device");
}
