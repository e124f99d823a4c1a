// Strides that are used, refused, handed on, or of no importance: silence.
// RUN: %check_dlpack_tidy %s dlpack-strides %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstdint>
#include <cstring>
#include <stdexcept>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}

static const float *address(const DLTensor &t) {
  return reinterpret_cast<const float *>(static_cast<const char *>(t.data) + t.byte_offset);
}

// Only the first element.
float first(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU && m->dl_tensor.ndim == 1 && m->dl_tensor.shape[0] > 0);
  return *address(m->dl_tensor);
}

float used(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.ndim == 1);
  const int64_t step = t.strides ? t.strides[0] : 1;
  const float *p = address(t);
  float sum = 0;
  for (int64_t i = 0; i < t.shape[0]; ++i)
    sum += p[i * step];
  return sum;
}

float refused(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.ndim == 1 && t.strides == nullptr);
  float sum = 0;
  for (int64_t i = 0; i < t.shape[0]; ++i)
    sum += address(t)[i];
  return sum;
}

static bool compact(const DLTensor &t) {
  if (t.strides == nullptr)
    return true;
  for (int32_t i = 0; i < t.ndim; ++i)
    if (t.shape[i] == 0)
      return true;
  int64_t run = 1;
  for (int32_t i = t.ndim - 1; i >= 0; --i) {
    if (t.shape[i] != 1 && t.strides[i] != run)
      return false;
    run *= t.shape[i];
  }
  return true;
}
void helper(const DLManagedTensor *m, float *to) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.ndim == 1 && compact(t));
  std::memcpy(to, address(t), sizeof(float) * t.shape[0]);
}

struct View {
  const float *data;
  const int64_t *shape;
  const int64_t *strides;
  int ndim;
};
// Handed on beside the address, at once and later.
View view(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU);
  return {address(t), t.shape, t.strides, t.ndim};
}
void fill(View &to, const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU);
  to.data = address(t);
  to.shape = t.shape;
  to.strides = t.strides;
  to.ndim = t.ndim;
}

// A plain address says nothing of what is done with it.
const void *start(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU);
  return address(m->dl_tensor);
}

// A scalar.
float scalar(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU && m->dl_tensor.ndim == 0);
  float value;
  std::memcpy(&value, address(m->dl_tensor), sizeof value);
  return value;
}

// A guard in another file, by its name and by the option.
void ensure_packed(const DLTensor &t);
float guarded(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU && m->dl_tensor.ndim == 1);
  ensure_packed(m->dl_tensor);
  float sum = 0;
  for (int64_t i = 0; i < m->dl_tensor.shape[0]; ++i)
    sum += address(m->dl_tensor)[i];
  return sum;
}
