// RUN: %check_dlpack_tidy %s dlpack-null-data %t -- -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>
#include <cstdint>
#include <memory>
#include <stdexcept>

static void need(bool ok, const char *why) {
  if (!ok)
    throw std::runtime_error(why);
}
static const float *start(const DLTensor &t) {
  return reinterpret_cast<const float *>(static_cast<const char *>(t.data) + t.byte_offset);
}

// Empty tensors refused.
const float *refused(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU, "host");
  need(t.data != nullptr, "no data");
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: a tensor without elements is refused here{{.*}} [dlpack-null-data]
  return start(t);
}
const float *refused_with_others(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  if (t.device.device_type != kDLCPU || !t.data || t.ndim != 1)
    // CHECK-MESSAGES: :[[@LINE-1]]:42: warning: a tensor without elements is refused here
    throw std::runtime_error("host vector wanted");
  return start(t);
}
int refused_by_code(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  if (m == nullptr)
    return -1;
  if (m->dl_tensor.data == NULL) {
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: a tensor without elements is refused here
    PyErr_SetString(PyExc_ValueError, "no data");
    return -1;
  }
  return m->dl_tensor.ndim;
}

// The first element of nothing.
float first(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.ndim == 1, "host vector");
  return *start(t);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the first element of the data of 'm' is read even if there is none
}

// NULL where an object is wanted.
PyObject *capsule_of_data(DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 1, "vector");
  return PyCapsule_New(static_cast<char *>(m->dl_tensor.data) + m->dl_tensor.byte_offset, "buffer", nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the data of a tensor without elements may be NULL, and 'PyCapsule_New' takes NULL for no object
}
struct Free {
  DLManagedTensor *m;
  void operator()(void *) const;
};
std::unique_ptr<void, Free> owner_of_data(DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 1, "vector");
  return std::unique_ptr<void, Free>(m->dl_tensor.data, Free{m});
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the data of a tensor without elements may be NULL, and 'unique_ptr'
}

// The shape before the number of dimensions.
int64_t columns(const DLTensor *t, bool matrix) {
  const int64_t n = t->shape[1];
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 't->shape[1]' is read where ndim may be less than 2
  need(!matrix || t->ndim == 2, "matrix");
  return n;
}
int64_t rows(const DLTensor &t) {
  need(t.ndim <= 2, "at most two dimensions");
  return t.shape[0];
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 't.shape[0]' is read where ndim may be 0, and then shape may be NULL
}
int64_t last(const DLTensor &t) {
  need(t.ndim < 5, "at most four dimensions");
  return t.shape[t.ndim - 1];
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 't.shape[t.ndim - 1]' is read where ndim may be 0
}
