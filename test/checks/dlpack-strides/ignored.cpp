// RUN: %check_dlpack_tidy %s dlpack-strides %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}

float total(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.ndim == 1);
  const float *p = reinterpret_cast<const float *>(static_cast<const char *>(t.data) + t.byte_offset);
  // CHECK-MESSAGES: :[[@LINE-1]]:78: warning: the elements of 't.data' are taken as contiguous{{.*}} [dlpack-strides]
  float sum = 0;
  for (int64_t i = 0; i < t.shape[0]; ++i)
    sum += p[i];
  return sum;
}

float total_by_step(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.ndim == 1);
  const float *p = reinterpret_cast<const float *>(static_cast<const char *>(t.data) + t.byte_offset);
  // CHECK-MESSAGES: :[[@LINE-1]]:78: warning: the elements of 't.data'
  float sum = 0;
  for (int64_t n = t.shape[0]; n > 0; --n)
    sum += *p++;
  return sum;
}

void copy(const DLManagedTensor *m, void *to) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.ndim == 1);
  std::memcpy(to, static_cast<char *>(t.data) + t.byte_offset, t.shape[0] * (t.dtype.bits / 8));
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: the elements of 't.data'
}

struct View {
  float *data;
  int64_t rows, columns;
};
View view(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.ndim == 2);
  return {reinterpret_cast<float *>(static_cast<char *>(t.data) + t.byte_offset), t.shape[0], t.shape[1]};
  // CHECK-MESSAGES: :[[@LINE-1]]:57: warning: the elements of 't.data'
}

void launch(float *data, int64_t n);
void start(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCUDA && t.ndim == 1);
  launch(reinterpret_cast<float *>(static_cast<char *>(t.data) + t.byte_offset), t.shape[0]);
  // CHECK-MESSAGES: :[[@LINE-1]]:56: warning: the elements of 't.data'
}

std::vector<float> range(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.ndim == 1);
  auto *p = reinterpret_cast<const float *>(static_cast<const char *>(t.data) + t.byte_offset);
  // CHECK-MESSAGES: :[[@LINE-1]]:71: warning: the elements of 't.data'
  return std::vector<float>(p, p + t.shape[0]);
}
