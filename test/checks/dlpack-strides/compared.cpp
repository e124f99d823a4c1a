// Tests for contiguity that refuse contiguous tensors, or let others through.
// RUN: %check_dlpack_tidy %s dlpack-strides %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstdint>
#include <stdexcept>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}

bool no_exemption(const DLTensor &t) {
  if (!t.strides)
    return true;
  int64_t run = 1;
  for (int i = t.ndim - 1; i >= 0; --i) {
    if (t.strides[i] != run)
      // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 't.strides[i] != run' refuses contiguous tensors: the stride of a dimension of size 1{{.*}} [dlpack-strides]
      return false;
    run *= t.shape[i];
  }
  return true;
}

bool empty_not_exempt(const DLTensor &t) {
  if (!t.strides)
    return true;
  int64_t expected = 1;
  for (int i = t.ndim - 1; i >= 0; --i) {
    if (t.shape[i] > 1 && t.strides[i] != expected)
      // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 't.strides[i] != expected' refuses tensors without elements
      return false;
    expected *= t.shape[i];
  }
  return true;
}

void one_dimension(const DLTensor &t) {
  need(t.ndim == 1);
  if (t.strides && t.strides[0] != 1)
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 't.strides[0] != 1' refuses contiguous tensors
    throw std::runtime_error("not contiguous");
}

void matrix(const DLTensor &t) {
  need(t.ndim == 2);
  if (t.strides)
    need(t.strides[1] == 1 && t.strides[0] == t.shape[1]);
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 't.strides[1] == 1' refuses contiguous tensors
    // CHECK-MESSAGES: :[[@LINE-2]]:31: warning: 't.strides[0] == t.shape[1]' refuses contiguous tensors
}

// A flag, and a loop that never looks at the first dimension.
void skips_one(const DLTensor &t) {
  need(t.strides != nullptr);
  int64_t calculated = 1;
  bool contiguous = true;
  for (int i = 1; i < t.ndim; i++) {
    if (t.strides[t.ndim - i] != calculated) {
      // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: {{.*}} refuses contiguous tensors
      // CHECK-MESSAGES: :[[@LINE-2]]:9: warning: the loop leaves one dimension out
      contiguous = false;
      break;
    }
    calculated *= t.shape[t.ndim - i];
  }
  need(contiguous);
}
