// RUN: %check_dlpack_tidy %s dlpack-capsule-ownership %t -- -- %dlpack %python_inc
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <dlpack/dlpack.h>

PyObject *wrap(DLManagedTensor *m);

PyObject *leaks(PyObject *self, PyObject *capsule) {
  DLManagedTensor *m = (DLManagedTensor *)PyCapsule_GetPointer(capsule, "dltensor");
  // CHECK-MESSAGES: :[[@LINE-1]]:43: warning: the capsule is renamed{{.*}} [dlpack-capsule-ownership]
  if (m == NULL)
    return NULL;
  if (PyCapsule_SetName(capsule, "used_dltensor") < 0)
    return NULL;
  if (m->dl_tensor.ndim > 4) {
    PyErr_SetString(PyExc_BufferError, "too many dimensions");
    return NULL;
  }
  return wrap(m);
}

PyObject *right(PyObject *self, PyObject *capsule) {
  DLManagedTensor *m = (DLManagedTensor *)PyCapsule_GetPointer(capsule, "dltensor");
  if (m == NULL)
    return NULL;
  if (m->dl_tensor.ndim > 4) {
    PyErr_SetString(PyExc_BufferError, "too many dimensions");
    return NULL;
  }
  if (PyCapsule_SetName(capsule, "used_dltensor") < 0)
    return NULL;
  return wrap(m);
}

int untested(DLManagedTensor *m) {
  int n = m->dl_tensor.ndim;
  m->deleter(m);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the deleter may be NULL
  // CHECK-FIXES: if (m->deleter) m->deleter(m);
  return n;
}
