// Byte strides and element strides.
// RUN: %check_dlpack_tidy %s dlpack-strides %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}
struct View {
  void *data;
  int ndim;
  int64_t itemsize;
  int64_t shape[4], strides[4];
};
struct Dims {
  int64_t shape[4], strides[4];
};

void remainder_lost(const View &v, DLTensor &t, Dims &d) {
  for (int i = 0; i < v.ndim; ++i)
    d.strides[i] = v.strides[i] / v.itemsize;
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'v.strides[i] / v.itemsize' drops the remainder{{.*}} [dlpack-strides]
  t.strides = d.strides;
}
void sign_lost(const View &v, DLTensor &t, std::vector<int64_t> &strides) {
  for (int i = 0; i < v.ndim; ++i) {
    need(v.strides[i] % v.itemsize == 0);
    strides.push_back(v.strides[i] / sizeof(float));
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'v.strides[i] / sizeof(float)' is unsigned
  }
  t.strides = strides.data();
}
int64_t not_bytes(const DLTensor &t) {
  need(t.ndim == 1 && t.strides);
  return t.strides[0] / sizeof(float);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 't.strides[0] / sizeof(float)' takes strides for bytes
}

// With a remainder test and signed numbers; and the other way round.
void right(const View &v, DLTensor &t, Dims &d) {
  for (int i = 0; i < v.ndim; ++i) {
    need(v.shape[i] <= 1 || v.strides[i] % v.itemsize == 0);
    d.strides[i] = v.strides[i] / v.itemsize;
  }
  t.strides = d.strides;
}
void right_signed(const View &v, DLTensor &t, Dims &d) {
  const int64_t size = sizeof(float);
  for (int i = 0; i < v.ndim; ++i) {
    const int64_t bytes = v.strides[i];
    need(bytes % size == 0);
    d.strides[i] = bytes / size;
  }
  t.strides = d.strides;
}
int64_t to_bytes(const DLTensor &t) {
  need(t.ndim == 1 && t.strides);
  return t.strides[0] * (t.dtype.bits / 8);
}
int64_t elements(const DLTensor &t, int64_t bytes, int64_t itemsize) { return t.ndim == 1 ? bytes / itemsize : 0; }
