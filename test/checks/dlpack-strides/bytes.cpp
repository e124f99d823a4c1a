// Element strides added to an address of bytes; converters one call away.
// RUN: %check_dlpack_tidy %s dlpack-strides %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}

float element(const DLManagedTensor *m, int64_t i, int64_t j) {
  const DLTensor &t = m->dl_tensor;
  need(t.ndim == 2 && t.strides);
  const char *first = static_cast<const char *>(t.data) + t.byte_offset;
  return *reinterpret_cast<const float *>(first + i * t.strides[0] + j * t.strides[1]);
  // CHECK-MESSAGES: :[[@LINE-1]]:43: warning: {{.*}} adds strides, which DLPack counts in elements, to an address of bytes{{.*}} [dlpack-strides]
}
float scaled(const DLManagedTensor *m, int64_t i, int64_t j) {
  const DLTensor &t = m->dl_tensor;
  need(t.ndim == 2 && t.strides);
  const char *first = static_cast<const char *>(t.data) + t.byte_offset;
  return *reinterpret_cast<const float *>(first + (i * t.strides[0] + j * t.strides[1]) * sizeof(float));
}
uint8_t bytes(const DLManagedTensor *m, int64_t i) {
  const DLTensor &t = m->dl_tensor;
  need(t.ndim == 1 && t.strides);
  const uint8_t *first = static_cast<const uint8_t *>(t.data) + t.byte_offset;
  return *(first + i * t.strides[0]);
}

struct View {
  int64_t shape[3], byte_strides[3];
  std::size_t itemsize;
};
void convert(const View &v, int64_t *strides) {
  for (int i = 0; i < 3; ++i)
    strides[i] = v.byte_strides[i] / v.itemsize;
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: {{.*}} is unsigned, so the negative stride of a reversed array{{.*}} [dlpack-strides]
}
DLTensor wrap(View &v, void *data, int64_t *strides) {
  convert(v, strides);
  return DLTensor{data, {kDLCPU, 0}, 3, {kDLFloat, 32, 1}, v.shape, strides, 0};
}

// The remainder is looked at by the caller, or by multiplying back.
static void exact(const View &v, int64_t *strides, int64_t itemsize) {
  for (int i = 0; i < 3; ++i)
    strides[i] = v.byte_strides[i] / itemsize;
}
void checked(View &v, DLTensor &t, int64_t *strides, int64_t itemsize) {
  for (int i = 0; i < 3; ++i)
    need(v.byte_strides[i] % itemsize == 0);
  exact(v, strides, itemsize);
  t.strides = strides;
}
bool multiplied(const View &v, DLTensor &t, int64_t itemsize) {
  for (int i = 0; i < 3; ++i) {
    int64_t stride = v.byte_strides[i] / itemsize;
    if (stride * itemsize != v.byte_strides[i])
      return false;
    t.strides[i] = stride;
  }
  return true;
}
