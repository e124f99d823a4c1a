// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <stdexcept>
#include <functional>
#include <dlpack/dlpack.h>
// run() is the only way in and tests everything; with wrap() in between the tests do not arrive. (One level is fine.)
static void negate(DLTensor *t) {
  float *p = reinterpret_cast<float *>(static_cast<char *>(t->data) + t->byte_offset);
  for (int64_t i = 0; i < t->shape[0]; ++i) { p[i] = -p[i]; }
}
static void wrap(DLTensor *t) { negate(t); }
void run(DLTensor *t) {
  if (t->device.device_type != kDLCPU || t->ndim != 1) throw std::runtime_error("device");
  if (t->strides && t->shape[0] > 1 && t->strides[0] != 1) throw std::runtime_error("strides");
  if (t->dtype.code != kDLFloat || t->dtype.bits != 32 || t->dtype.lanes != 1) throw std::runtime_error("dtype");
  wrap(t);
}
