// Contiguity tested as it should be, and comparisons that refuse nothing.
// RUN: %check_dlpack_tidy %s dlpack-strides %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstdint>
#include <stdexcept>
#include <vector>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}

bool compact(const DLTensor &t) {
  if (!t.strides)
    return true;
  for (int i = 0; i < t.ndim; ++i)
    if (t.shape[i] == 0)
      return true;
  int64_t run = 1;
  for (int i = t.ndim - 1; i >= 0; --i) {
    if (t.shape[i] != 1 && t.strides[i] != run)
      return false;
    run *= t.shape[i];
  }
  return true;
}

bool with_continue(const DLTensor &t) {
  int64_t n = 1;
  for (int i = 0; i < t.ndim; ++i)
    n *= t.shape[i];
  if (n == 0 || t.strides == nullptr)
    return true;
  int64_t run = 1;
  for (int i = t.ndim - 1; i >= 0; --i) {
    const int64_t size = t.shape[i];
    if (size == 1)
      continue;
    if (t.strides[i] != run)
      return false;
    run *= size;
  }
  return true;
}

void one_dimension(const DLTensor &t) {
  need(t.ndim == 1);
  if (t.strides && t.shape[0] > 1 && t.strides[0] != 1)
    throw std::runtime_error("not contiguous");
}
void nested(const DLTensor &t) {
  need(t.ndim == 2 && t.strides);
  if (t.shape[0] > 0 && t.shape[1] > 0) {
    need(t.shape[1] == 1 || t.strides[1] == 1);
    need(t.shape[0] == 1 || t.strides[0] == t.shape[1]);
  }
}

// A faster way for contiguous tensors, another one for the rest.
double sum(const DLTensor &t, const double *p) {
  need(t.ndim == 1 && t.strides);
  const int64_t step = t.strides[0];
  double all = 0;
  if (step == 1) {
    for (int64_t i = 0; i < t.shape[0]; ++i)
      all += p[i];
  } else {
    for (int64_t i = 0; i < t.shape[0]; ++i)
      all += p[i * step];
  }
  return all;
}
bool broadcast(const DLTensor &t) { return t.ndim == 1 && t.strides && t.strides[0] == 0; }
bool same_layout(const DLTensor &a, const DLTensor &b) {
  need(a.ndim == b.ndim && a.strides && b.strides);
  for (int i = 0; i < a.ndim; ++i)
    if (a.strides[i] != b.strides[i])
      return false;
  return true;
}
