// Empty tensors that get through, and indices in range: silence.
// RUN: %check_dlpack_tidy %s dlpack-null-data %t -- -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}
static const float *start(const DLTensor &t) {
  return reinterpret_cast<const float *>(static_cast<const char *>(t.data) + t.byte_offset);
}
static int64_t count(const DLTensor &t) {
  int64_t n = 1;
  for (int i = 0; i < t.ndim; ++i)
    n *= t.shape[i];
  return n;
}

const float *exempt(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU);
  need(count(t) == 0 || t.data != nullptr);
  return start(t);
}
const float *by_product(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  int64_t n = 1;
  for (int i = 0; i < t.ndim; ++i)
    n *= t.shape[i];
  if (n != 0 && t.data == nullptr)
    throw std::runtime_error("no data");
  return start(t);
}
const float *early(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.ndim == 1);
  if (t.shape[0] == 0)
    return nullptr;
  need(t.data != nullptr);
  return start(t);
}
const float *not_empty(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.ndim == 2 && t.shape[0] > 0 && t.shape[1] > 0 && t.data);
  return start(t);
}
float first(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.ndim >= 1 && t.shape[0] > 0);
  return *start(t);
}
float scalar(const DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 0);
  return *start(m->dl_tensor);
}
float sum(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.ndim == 1);
  float all = 0;
  for (int64_t i = 0; i < t.shape[0]; ++i)
    all += start(t)[i];
  return all;
}
void copy(const DLManagedTensor *m, void *to) {
  need(m->dl_tensor.ndim == 1);
  std::memcpy(to, start(m->dl_tensor), 4 * m->dl_tensor.shape[0]);
}
// The struct, not its data.
PyObject *wrapped(DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 1);
  return PyCapsule_New(m, "dltensor", nullptr);
}

int64_t columns(const DLTensor *t) {
  need(t->ndim == 2);
  return t->shape[1];
}
int64_t columns_or_one(const DLTensor *t) { return t->ndim > 1 ? t->shape[1] : 1; }
int64_t by_switch(const DLTensor *t) {
  switch (t->ndim) {
  case 0:
    return 1;
  case 1:
    return t->shape[0];
  case 2:
    return t->shape[0] * t->shape[1];
  default:
    throw std::runtime_error("rank");
  }
}
int64_t last(const DLTensor &t) { return t.ndim ? t.shape[t.ndim - 1] : 1; }
int64_t expected(const DLTensor &t, int rank) {
  need(t.ndim == rank);
  return rank > 0 ? t.shape[0] : 1;
}

PyObject *use(void *data, int64_t count);
PyObject *only_with_data(const DLTensor &t) {
  need(t.ndim == 1);
  return t.data ? use(t.data, t.shape[0]) : nullptr;
}
float first_or_zero(const DLTensor &t) {
  return t.data ? *static_cast<const float *>(t.data) : 0;
}
