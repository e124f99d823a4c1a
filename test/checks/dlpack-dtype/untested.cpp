// RUN: %check_dlpack_tidy %s dlpack-dtype %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <complex>
#include <cstdint>
#include <stdexcept>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}
template <typename T> static const T *start(const DLTensor &t) {
  return reinterpret_cast<const T *>(static_cast<const char *>(t.data) + t.byte_offset);
}

double lanes(const DLTensor &t) {
  need(t.device.device_type == kDLCPU && t.dtype.code == kDLFloat && t.dtype.bits == 64);
  return *start<double>(t);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the elements are used as 'double' though dtype.lanes may say something else{{.*}} [dlpack-dtype]
}
float bits(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.dtype.code == kDLFloat && t.dtype.lanes == 1);
  return *start<float>(t);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the elements are used as 'float' though dtype.bits
}
float code(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.dtype.bits == 32 && t.dtype.lanes == 1);
  return *start<float>(t);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the elements are used as 'float' though dtype.code
}
int32_t nothing(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU);
  return start<int32_t>(m->dl_tensor)[0];
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the elements are used as 'int' though dtype.code, dtype.bits and dtype.lanes
}

// The wrong code, the wrong width.
float as_integer(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.dtype.code == kDLInt && t.dtype.bits == 32 && t.dtype.lanes == 1);
  return *start<float>(t);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the elements are used as 'float' though dtype.code
}
std::complex<float> half_of_it(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.dtype.code == kDLComplex && t.dtype.bits == 32 && t.dtype.lanes == 1);
  return *start<std::complex<float>>(t);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the elements are used as {{.*}} though dtype.bits
}

// Every code that is not an integer's is taken for a float.
double by_exclusion(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.dtype.bits == 64 && t.dtype.lanes == 1);
  if (t.dtype.code == kDLInt || t.dtype.code == kDLUInt)
    return static_cast<double>(*start<int64_t>(t));
  return *start<double>(t);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the elements are used as 'double' though dtype.code
}

// Handed on as a typed pointer.
struct Span {
  const float *first;
  int64_t size;
};
Span span(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.dtype.code == kDLFloat && t.strides == nullptr && t.ndim == 1);
  return {start<float>(t), t.shape[0]};
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the elements are used as 'float' though dtype.bits and dtype.lanes
}
