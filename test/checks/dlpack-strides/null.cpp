// RUN: %check_dlpack_tidy %s dlpack-strides %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

static void need(bool ok, const char *why) {
  if (!ok)
    throw std::runtime_error(why);
}

int64_t row_stride(const DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 2, "matrix");
  return m->dl_tensor.strides[0];
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'm->dl_tensor.strides[0]' reads through NULL for a compact tensor{{.*}} [dlpack-strides]
  // CHECK-FIXES: return (m->dl_tensor.strides ? m->dl_tensor.strides[0] : m->dl_tensor.shape[1]);
}

int64_t outer_stride(const DLTensor &t) {
  need(t.ndim == 3, "cube");
  int64_t outer = t.strides[0], inner = t.strides ? t.strides[2] : 1;
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 't.strides[0]' reads through NULL
  // CHECK-FIXES: int64_t outer = (t.strides ? t.strides[0] : t.shape[1] * t.shape[2]), inner = t.strides ? t.strides[2] : 1;
  return outer + inner;
}

// The number of dimensions is not known: no fix.
bool negative(const DLManagedTensor *m) {
  const auto &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU, "host");
  for (int i = 0; i < t.ndim; ++i)
    if (t.strides[i] < 0)
      // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 't.strides[i]' reads through NULL
      return true;
  return false;
}

// Through a pointer of its own.
int64_t through_pointer(DLManagedTensorVersioned *v) {
  need(v->version.major == 1, "version");
  const int64_t *strides = v->dl_tensor.strides;
  return *strides;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: '*strides' reads through NULL
}

// Tested on one way only.
int64_t one_way(const DLManagedTensor *m, bool careful) {
  DLTensor t = m->dl_tensor;
  need(t.ndim > 0, "not a scalar");
  if (careful && !t.strides)
    return 1;
  return t.strides[0];
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 't.strides[0]' reads through NULL
}

// The wrong way round.
int64_t inverted(const DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 1, "vector");
  if (m->dl_tensor.strides == nullptr)
    return m->dl_tensor.strides[0];
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'm->dl_tensor.strides[0]' reads through NULL
    // CHECK-FIXES: return (m->dl_tensor.strides ? m->dl_tensor.strides[0] : 1);
  return 1;
}

// Copies of the whole array.
std::vector<int64_t> copied(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.ndim > 0, "not a scalar");
  return std::vector<int64_t>(t.strides, t.strides + t.ndim);
  // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 't.strides' reads through NULL
}
void copied_by_bytes(const DLManagedTensor *m, int64_t *to) {
  const DLTensor &t = m->dl_tensor;
  need(t.ndim > 0, "not a scalar");
  std::memcpy(to, t.strides, sizeof(int64_t) * t.ndim);
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 't.strides' reads through NULL
}

// In a helper that is given the tensor.
static int64_t last(const DLTensor &t) {
  return t.strides[t.ndim - 1];
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 't.strides[t.ndim - 1]' reads through NULL
}
int64_t calls_helper(const DLManagedTensor *m) {
  need(m->dl_tensor.ndim > 0, "not a scalar");
  return last(m->dl_tensor);
}

// Reported, but not ended.
struct Reporter {
  Reporter(const std::string &kind);
  ~Reporter();
  std::ostream &stream();
};
#define WARN_IF_NULL(x) ((x) == nullptr ? Reporter("Internal").stream() << #x << ' ', (x) : (x))
int64_t warned(const DLTensor &t) {
  WARN_IF_NULL(t.strides);
  need(t.ndim == 1, "a vector");
  return t.strides[0];
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 't.strides[0]' reads through NULL
}
