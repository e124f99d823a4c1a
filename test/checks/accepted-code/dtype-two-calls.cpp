// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <stdexcept>
#include <dlpack/dlpack.h>
enum DT { FP16, FP32 };
// Right for every input; the warning appears only because f() asks for two tensors.
static inline DT classify(DLDataType d) {
  if (d.code == kDLFloat && d.bits == 16) return FP16;
  if (d.code == kDLFloat && d.bits == 32) return FP32;
  throw std::runtime_error("x");
}
int f(const DLTensor &o, const DLTensor &q) {
  DT a = classify(o.dtype);
  DT b = classify(q.dtype);
  return a + b;
}
