// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <dlpack/dlpack.h>
// f64c: a complex of two float64, 128 bits in all. f32c: 64, f16c: 32. (bf16c as kDLComplex would be wrong.)
enum nk_dtype_t { nk_unknown_k, nk_f64_k, nk_f32_k, nk_f64c_k, nk_f32c_k, nk_f16c_k };
DLDataType to_dl(nk_dtype_t dtype) {
  DLDataType none = {0, 0, 0};
  switch (dtype) {
  case nk_f64_k: return DLDataType{kDLFloat, 64, 1};
  case nk_f32_k: return DLDataType{kDLFloat, 32, 1};
  case nk_f64c_k: return DLDataType{kDLComplex, 128, 1};
  case nk_f32c_k: return DLDataType{kDLComplex, 64, 1};
  case nk_f16c_k: return DLDataType{kDLComplex, 32, 1};
  default: return none;
  }
}
nk_dtype_t from_dl(DLDataType dl) {
  if (dl.lanes != 1) return nk_unknown_k;
  switch (dl.code) {
  case kDLComplex:
    switch (dl.bits) {
    case 32: return nk_f16c_k;
    case 64: return nk_f32c_k;
    case 128: return nk_f64c_k;
    default: return nk_unknown_k;
    }
  default: return nk_unknown_k;
  }
}
