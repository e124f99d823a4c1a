// Flags that are tested, and code that only reads: silence.
// RUN: %check_dlpack_tidy %s dlpack-read-only %t -- -- %dlpack
#include <dlpack/dlpack.h>
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

void tested(DLManagedTensorVersioned *m) {
  need(m->version.major == 1);
  if (m->flags & DLPACK_FLAG_BITMASK_READ_ONLY)
    throw std::runtime_error("read-only");
  *start(m) = 0;
}
void compared(DLManagedTensorVersioned *m) {
  need(m->version.major == 1 && (m->flags & DLPACK_FLAG_BITMASK_READ_ONLY) == 0);
  *start(m) = 0;
}
void no_flags(DLManagedTensorVersioned *m) {
  need(m->version.major == 1 && m->flags == 0);
  *start(m) = 0;
}
void held(DLManagedTensorVersioned *m) {
  need(m->version.major == 1);
  const bool read_only = (m->flags & 1) != 0;
  if (!read_only)
    *start(m) = 0;
}
static bool writable(const DLManagedTensorVersioned *m) { return !(m->flags & DLPACK_FLAG_BITMASK_READ_ONLY); }
void by_helper(DLManagedTensorVersioned *m, const void *from) {
  need(m->version.major == 1);
  if (writable(m))
    std::memcpy(start(m), from, 4);
}

// Only read, or handed out as const, or with the flag beside it.
float read(DLManagedTensorVersioned *m) {
  need(m->version.major == 1);
  float copy;
  std::memcpy(&copy, start(m), sizeof copy);
  return copy + *start(m);
}
struct View {
  const float *data;
  int64_t *shape;
};
View view(DLManagedTensorVersioned *m) {
  need(m->version.major == 1);
  return {start(m), m->dl_tensor.shape};
}
struct Buffer {
  void *data;
  bool read_only;
};
Buffer buffer(DLManagedTensorVersioned *m) {
  need(m->version.major == 1);
  return {start(m), (m->flags & DLPACK_FLAG_BITMASK_READ_ONLY) != 0};
}

// The output of a kernel; a tensor made here.
void kernel(const DLTensor *in, DLTensor *out) { *static_cast<float *>(out->data) = *static_cast<const float *>(in->data); }
void own() {
  float value;
  DLManagedTensorVersioned m{};
  m.dl_tensor.data = &value;
  *static_cast<float *>(m.dl_tensor.data) = 1;
}
