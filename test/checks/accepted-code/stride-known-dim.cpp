// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <stdexcept>
#include <dlpack/dlpack.h>
// n is 2, 3 or 4 where the stride of its dimension is compared, so it is not of size 1. (strides[0] == n is right to be said.)
int kind(DLTensor t) {
  if (t.byte_offset) throw std::runtime_error("offset");
  if (t.ndim == 1) {
    if (!t.strides || t.shape[0] <= 1 || t.strides[0] == 1) return 1;
    throw std::runtime_error("linear buffer must be compact");
  }
  if (t.ndim == 2) {
    auto n = t.shape[1];
    if (n == 3) {
      if (t.strides && t.strides[1] == 1 && t.strides[0] == 4)
        return 2;
      else
        throw std::runtime_error("vector[3] must be 4-aligned");
    }
    if (n == 2 || n == 4) {
      if (!t.strides || t.strides[1] == 1)
        return 3;
      else
        throw std::runtime_error("must be compact");
    }
  }
  throw std::runtime_error("invalid dimension");
}
