// RUN: %check_dlpack_tidy %s dlpack-byte-offset %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstdint>
#include <immintrin.h>
#include <stdexcept>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}
static float *start(const DLTensor &t) {
  return reinterpret_cast<float *>(static_cast<char *>(t.data) + t.byte_offset);
}

float assumed(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU);
  const float *p = static_cast<const float *>(__builtin_assume_aligned(start(m->dl_tensor), 64));
  // CHECK-MESSAGES: :[[@LINE-1]]:47: warning: producers do not promise any alignment{{.*}} [dlpack-byte-offset]
  return *p;
}
__m128 loaded(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU);
  return _mm_load_ps(start(m->dl_tensor));
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: producers do not promise any alignment
}

struct alignas(32) Packet {
  float lanes[8];
};
float over_aligned(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU);
  const Packet *p = reinterpret_cast<const Packet *>(start(m->dl_tensor));
  return p->lanes[0];
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: producers do not promise any alignment
}

// Tested, or not needed.
float tested(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU);
  const float *p = start(m->dl_tensor);
  if (reinterpret_cast<std::uintptr_t>(p) % 64 == 0)
    p = static_cast<const float *>(__builtin_assume_aligned(p, 64));
  return *p;
}
float refused(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU);
  float *p = start(m->dl_tensor);
  if ((reinterpret_cast<std::uintptr_t>(p) & 63) != 0)
    throw std::runtime_error("not aligned");
  return *static_cast<float *>(__builtin_assume_aligned(p, 64));
}
__m128 unaligned(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU);
  return _mm_loadu_ps(start(m->dl_tensor));
}
