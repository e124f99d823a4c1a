// Strides that are tested, made here, or not read: silence.
// RUN: %check_dlpack_tidy %s dlpack-strides %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#define CHECK(COND) \
  do { \
    if (!(COND)) \
      throw std::runtime_error(#COND); \
  } while (0)

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}

int64_t choice(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.ndim == 2);
  return t.strides ? t.strides[0] : t.shape[1];
}

int64_t early(const DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 1);
  if (m->dl_tensor.strides == nullptr)
    return 1;
  return m->dl_tensor.strides[0];
}

int64_t by_macro(const DLManagedTensor *m) {
  CHECK(m->dl_tensor.ndim == 1);
  CHECK(m->dl_tensor.strides != nullptr);
  return m->dl_tensor.strides[0];
}

int64_t by_helper(const DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 1 && m->dl_tensor.strides);
  return *m->dl_tensor.strides;
}

static bool has_strides(const DLTensor *t) { return t->strides != NULL; }
int64_t by_predicate(const DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 1);
  return has_strides(&m->dl_tensor) ? m->dl_tensor.strides[0] : 1;
}

bool in_condition(const DLManagedTensor *m) {
  return m->dl_tensor.ndim == 1 && (m->dl_tensor.strides == nullptr || m->dl_tensor.strides[0] == 1);
}

int64_t held_test(const DLManagedTensor *m) {
  const int64_t *s = m->dl_tensor.strides;
  const bool compact = s == nullptr;
  need(m->dl_tensor.ndim == 1);
  if (compact)
    return 1;
  return s[0];
}

std::vector<int64_t> filled(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  std::vector<int64_t> strides(t.ndim, 1);
  if (t.strides)
    strides.assign(t.strides, t.strides + t.ndim);
  return strides;
}

// What this code fills itself.
int64_t own(std::vector<int64_t> &dims) {
  DLTensor t{};
  t.shape = dims.data();
  t.strides = dims.data();
  return t.strides[0];
}
int64_t own_on_heap() {
  auto *m = new DLManagedTensor();
  m->dl_tensor.strides = static_cast<int64_t *>(std::malloc(sizeof(int64_t)));
  m->dl_tensor.strides[0] = 1;
  int64_t first = m->dl_tensor.strides[0];
  delete m;
  return first;
}

// Filled where they are missing, then used.
int64_t normalised(DLManagedTensor *m, int64_t *buffer) {
  DLTensor &t = m->dl_tensor;
  need(t.ndim == 1);
  if (!t.strides)
    t.strides = buffer;
  return t.strides[0];
}

// A helper whose callers in this file have all tested.
static int64_t first_stride(const DLTensor &t) { return t.strides[0]; }
int64_t calls_tested(const DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 1 && m->dl_tensor.strides != nullptr);
  return first_stride(m->dl_tensor);
}

// From DLPack 1.2 on the producer has to fill them.
int64_t by_version(DLManagedTensorVersioned *v) {
  need(v->version.major == 1 && v->version.minor >= 2 && v->dl_tensor.ndim == 1);
  return v->dl_tensor.strides[0];
}

// A scalar has none.
void scalar(const DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 0);
  for (int i = 0; i < m->dl_tensor.ndim; ++i)
    need(m->dl_tensor.strides[i] >= 0);
}

// Looked at by code whose name says so.
bool is_contiguous(const DLTensor &t);
const float *contiguous(const DLManagedTensor *m, int64_t &n) {
  const DLTensor &t = m->dl_tensor;
  need(t.ndim == 1 && is_contiguous(t));
  n = t.shape[0];
  return reinterpret_cast<const float *>(static_cast<const char *>(t.data) + t.byte_offset);
}

// The message's own temporaries do not hide the test.
struct Reporter {
  Reporter(const std::string &kind);
  [[noreturn]] ~Reporter() noexcept(false);
  std::ostream &stream();
};
#define NOT_NULL(x) ((x) == nullptr ? Reporter("Internal").stream() << #x << ' ', (x) : (x))
int64_t reported(const DLTensor &t) {
  NOT_NULL(t.strides);
  need(t.ndim == 1);
  return t.strides[0];
}
