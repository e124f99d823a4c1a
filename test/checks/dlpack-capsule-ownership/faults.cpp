// RUN: %check_dlpack_tidy %s dlpack-capsule-ownership %t -- -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>
#include <memory>
#include <stdexcept>

float *alloc_copy(const void *from, int64_t n);

static DLManagedTensor *take(PyObject *capsule) {
  return static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  // CHECK-MESSAGES: :[[@LINE-1]]:41: warning: the capsule is renamed
}

// Renamed, and nobody releases.
float *never(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  // CHECK-MESSAGES: :[[@LINE-1]]:44: warning: the capsule is renamed, so this code owns the tensor, but nobody runs its deleter{{.*}} [dlpack-capsule-ownership]
  if (m == nullptr)
    return nullptr;
  if (PyCapsule_SetName(capsule, "used_dltensor") != 0)
    return nullptr;
  const DLTensor &t = m->dl_tensor;
  return alloc_copy(static_cast<const char *>(t.data) + t.byte_offset, t.ndim);
}

// Only the error path forgets.
int early_return(PyObject *capsule) {
  DLManagedTensor *m = take(capsule);
  if (!m || PyCapsule_SetName(capsule, "used_dltensor"))
    return -1;
  if (m->dl_tensor.ndim != 1)
    return -1;
  if (m->deleter)
    m->deleter(m);
  return 0;
}

// An exception leaves.
void thrown(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensorVersioned *>(PyCapsule_GetPointer(capsule, "dltensor_versioned"));
  // CHECK-MESSAGES: :[[@LINE-1]]:53: warning: the capsule is renamed, so this code owns the tensor, but on one way nobody
  PyCapsule_SetName(capsule, "used_dltensor_versioned");
  if (m->version.major != 1)
    throw std::runtime_error("version");
  if (m->deleter != nullptr)
    m->deleter(m);
}

// Released, and the capsule releases again.
int not_renamed(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  // CHECK-MESSAGES: :[[@LINE-1]]:44: warning: the tensor of this capsule is released, but the capsule keeps its name
  if (!m)
    return -1;
  int dimensions = m->dl_tensor.ndim;
  if (m->deleter)
    m->deleter(m);
  return dimensions;
}

// Given to an owner that releases.
struct Release {
  void operator()(DLManagedTensor *m) const {
    if (m->deleter)
      m->deleter(m);
  }
};
int owner_without_name(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  // CHECK-MESSAGES: :[[@LINE-1]]:44: warning: the tensor of this capsule gets an owner
  std::unique_ptr<DLManagedTensor, Release> owner(m);
  return owner->dl_tensor.ndim;
}

// Twice on one way.
void twice(DLManagedTensor *m, bool failed) {
  if (failed && m->deleter)
    m->deleter(m);
  if (m->deleter)
    m->deleter(m);
}
void surely_twice(DLManagedTensor *m) {
  if (m->deleter == nullptr)
    return;
  m->deleter(m);
  m->deleter(m);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the deleter runs a second time here
}

// Used afterwards: a field, the shape, the data.
int field_after(DLManagedTensor *m) {
  if (m->deleter)
    m->deleter(m);
  else
    return 0;
  return m->dl_tensor.ndim;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'm->dl_tensor.ndim' is used after the deleter has run
}
float data_after(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  if (!m || PyCapsule_SetName(capsule, "used_dltensor") != 0 || !m->deleter)
    return 0;
  const float *p = reinterpret_cast<const float *>(static_cast<const char *>(m->dl_tensor.data) + m->dl_tensor.byte_offset);
  m->deleter(m);
  return *p;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: '*p' is used after the deleter has run
}
