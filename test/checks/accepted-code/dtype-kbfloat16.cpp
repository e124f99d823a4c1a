// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <stdexcept>
#include <dlpack/dlpack.h>
enum ScalarType { kFloat16, kFloat32, kBFloat16 };
// kBFloat16 (PyTorch's spelling) is read as "…Float16". BF16, bfloat16, DT_BFLOAT16 are fine.
ScalarType to_torch(DLDataType dtype) {
  if (dtype.code == kDLBfloat && dtype.bits == 16) return kBFloat16;
  throw std::runtime_error("unsupported");
}
