// RUN: %check_dlpack_tidy %s dlpack-byte-offset %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstdint>
#include <cstring>
#include <stdexcept>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}

float read(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU);
  return *static_cast<const float *>(m->dl_tensor.data);
  // CHECK-MESSAGES: :[[@LINE-1]]:38: warning: the first element is at data + byte_offset, and 'm->dl_tensor.data' is used without it{{.*}} [dlpack-byte-offset]
  // CHECK-FIXES: return *reinterpret_cast<const float *>(static_cast<char *>(m->dl_tensor.data) + m->dl_tensor.byte_offset);
}

float read_c_cast(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU);
  const float *p = (const float *)t.data;
  // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: the first element is at data + byte_offset
  // CHECK-FIXES: const float *p = (const float *)(static_cast<char *>(t.data) + t.byte_offset);
  return p[0];
}

void copy(const DLManagedTensor *m, void *to, std::size_t bytes) {
  auto &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU);
  std::memcpy(to, t.data, bytes);
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: the first element is at data + byte_offset
  // CHECK-FIXES: std::memcpy(to, static_cast<char *>(t.data) + t.byte_offset, bytes);
}

// The address goes elsewhere.
void *address(DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 1);
  return m->dl_tensor.data;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the first element is at data + byte_offset
  // CHECK-FIXES: return static_cast<char *>(m->dl_tensor.data) + m->dl_tensor.byte_offset;
}
struct Holder {
  void *start = nullptr;
};
void keep(Holder &holder, const DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 1);
  holder.start = m->dl_tensor.data;
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: the first element is at data + byte_offset
  // CHECK-FIXES: holder.start = static_cast<char *>(m->dl_tensor.data) + m->dl_tensor.byte_offset;
}
void launch(float *p);
void pass(const DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 1);
  launch(reinterpret_cast<float *>(m->dl_tensor.data));
  // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: the first element is at data + byte_offset
  // CHECK-FIXES: launch(reinterpret_cast<float *>(static_cast<char *>(m->dl_tensor.data) + m->dl_tensor.byte_offset));
}

// On one way only; the address is spelled where no fix could know the way.
float one_way(const DLManagedTensor *m, bool whole) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU);
  if (whole)
    return *static_cast<const float *>(t.data);
    // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: the first element is at data + byte_offset
    // CHECK-FIXES: return *reinterpret_cast<const float *>(static_cast<char *>(t.data) + t.byte_offset);
  return *reinterpret_cast<const float *>(static_cast<const char *>(t.data) + t.byte_offset);
}

// Tested, but not for zero.
float tested_alignment(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.byte_offset % 4 == 0);
  return *static_cast<const float *>(t.data);
  // CHECK-MESSAGES: :[[@LINE-1]]:38: warning: the first element is at data + byte_offset, and 't.data' is used without it on this way
  // CHECK-FIXES: return *reinterpret_cast<const float *>(static_cast<char *>(t.data) + t.byte_offset);
}

// Some of the fields go along, the byte offset does not.
struct View {
  void *data;
  int64_t *shape;
  int ndim;
};
View *view(const DLTensor &of) {
  need(of.device.device_type == kDLCPU);
  View *made = new View;
  made->shape = of.shape;
  made->ndim = of.ndim;
  made->data = of.data;
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: the first element is at data + byte_offset
  // CHECK-FIXES: made->data = static_cast<char *>(of.data) + of.byte_offset;
  return made;
}
