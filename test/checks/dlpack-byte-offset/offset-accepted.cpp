// Added, refused, folded, handed on: silence.
// RUN: %check_dlpack_tidy %s dlpack-byte-offset %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}

float added(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU);
  return *reinterpret_cast<const float *>(static_cast<const char *>(t.data) + t.byte_offset);
}
float added_other_way_round(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU);
  return *reinterpret_cast<const float *>(t.byte_offset + static_cast<const char *>(t.data));
}
float added_later(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU);
  const char *p = static_cast<const char *>(t.data);
  p += t.byte_offset;
  return *reinterpret_cast<const float *>(p);
}
float added_to_number(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU);
  uintptr_t at = reinterpret_cast<uintptr_t>(t.data) + t.byte_offset;
  return *reinterpret_cast<const float *>(at);
}
float added_as_elements(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU);
  const size_t skip = t.byte_offset / sizeof(float);
  const float *p = static_cast<const float *>(t.data);
  return p[skip];
}
float refused(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  if (t.byte_offset != 0)
    throw std::runtime_error("byte_offset is not supported");
  need(t.device.device_type == kDLCPU);
  return *static_cast<const float *>(t.data);
}
float refused_by_helper(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU && !m->dl_tensor.byte_offset);
  return *static_cast<const float *>(m->dl_tensor.data);
}
float folded(DLManagedTensor *m) {
  DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU);
  t.data = static_cast<char *>(t.data) + t.byte_offset;
  t.byte_offset = 0;
  return *static_cast<const float *>(t.data);
}
template <typename T> static T *start_of(const DLTensor &t) {
  return reinterpret_cast<T *>(static_cast<char *>(t.data) + t.byte_offset);
}
float accessor(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU);
  return *start_of<float>(m->dl_tensor);
}

// The offset travels beside the address.
void forward(DLTensor &to, const DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 1);
  to.data = m->dl_tensor.data;
  to.ndim = m->dl_tensor.ndim;
  to.byte_offset = m->dl_tensor.byte_offset;
}
void launch(void *p, uint64_t offset);
void pass(const DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 1);
  launch(m->dl_tensor.data, m->dl_tensor.byte_offset);
}
struct Buffer {
  void *data;
  uint64_t offset;
};
Buffer buffer(const DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 1);
  return {m->dl_tensor.data, m->dl_tensor.byte_offset};
}

// Only looked at.
bool has_data(const DLManagedTensor *m) { return m->dl_tensor.ndim == 1 && m->dl_tensor.data != nullptr; }

// Made here.
float own() {
  float value = 1;
  DLTensor t{};
  t.data = &value;
  return *static_cast<float *>(t.data);
}
void deleter(DLManagedTensor *self) {
  std::free(self->dl_tensor.data);
  std::free(self);
}
DLManagedTensor *exported(std::size_t bytes) {
  auto *m = static_cast<DLManagedTensor *>(std::calloc(1, sizeof(DLManagedTensor)));
  m->dl_tensor.data = std::malloc(bytes);
  std::memset(m->dl_tensor.data, 0, bytes);
  m->deleter = deleter;
  return m;
}

// The whole tensor goes along, with its byte offset.
struct View : DLTensor {
  View(const DLTensor &of, int64_t *shape, void *address) {
    *static_cast<DLTensor *>(this) = of;
    this->shape = shape;
    std::copy(of.shape, of.shape + of.ndim, this->shape);
    data = address;
  }
};
View *view(const DLTensor &of, int64_t *shape) {
  void *address = of.data;
  return new View(of, shape, address);
}
