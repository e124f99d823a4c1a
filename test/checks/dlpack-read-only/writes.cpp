// RUN: %check_dlpack_tidy %s dlpack-read-only %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}
static float *start(DLManagedTensorVersioned *m) {
  return reinterpret_cast<float *>(static_cast<char *>(m->dl_tensor.data) + m->dl_tensor.byte_offset);
}

void store(DLManagedTensorVersioned *m, float value) {
  need(m->version.major == 1);
  *start(m) = value;
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: this writes into the data of 'm', whose producer may have marked it read-only{{.*}} [dlpack-read-only]
}
void add(DLManagedTensorVersioned *m, int64_t n) {
  need(m->version.major == 1);
  for (int64_t i = 0; i < n; ++i)
    start(m)[i] += 1;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: this writes into
}
void copy_into(DLManagedTensorVersioned *m, const void *from, std::size_t bytes) {
  need(m->version.major == 1);
  std::memcpy(start(m), from, bytes);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: this writes into
}
void fill(DLManagedTensorVersioned *m, int64_t n) {
  need(m->version.major == 1);
  std::fill(start(m), start(m) + n, 0.f);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: this writes into
}

// A copy may be read-only as well.
void if_copied(DLManagedTensorVersioned *m) {
  need(m->version.major == 1);
  if (m->flags & DLPACK_FLAG_BITMASK_IS_COPIED)
    *start(m) = 0;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: this writes into
}
// The wrong way round.
void if_read_only(DLManagedTensorVersioned *m) {
  need(m->version.major == 1);
  if (m->flags & DLPACK_FLAG_BITMASK_READ_ONLY)
    *start(m) = 0;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: this writes into
}

// Handed out for others to write through.
struct View {
  float *data;
  int64_t *shape;
};
View view(DLManagedTensorVersioned *m) {
  need(m->version.major == 1);
  return {start(m), m->dl_tensor.shape};
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: a writable address of the data of 'm' is handed out and flags is never looked at
}
