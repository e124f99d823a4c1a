// RUN: %check_dlpack_tidy %s dlpack-capsule-name %t -- -- %python_inc %dlpack

#include <Python.h>
#include <dlpack/dlpack.h>

static PyObject *bad(PyObject *self, PyObject *cap) {
  DLManagedTensor *m = PyCapsule_GetPointer(cap, "dltensor");
  return PyLong_FromLong(m->dl_tensor.ndim);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: PyCapsule_GetPointer returns NULL
}
static PyObject *blind(PyObject *self, PyObject *cap) {
  DLManagedTensor *m = PyCapsule_GetPointer(cap, PyCapsule_GetName(cap));
  return PyLong_FromLong(m->dl_tensor.ndim);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: this pointer was taken whatever
}
static PyObject *mismatch(PyObject *self, PyObject *cap) {
  DLManagedTensorVersioned *m = PyCapsule_GetPointer(cap, "dltensor");
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: a capsule named 'dltensor' holds a DLManagedTensor, and here it is read as a DLManagedTensorVersioned
  // CHECK-FIXES: DLManagedTensorVersioned *m = PyCapsule_GetPointer(cap, "dltensor_versioned");
  if (m == NULL)
    return NULL;
  return PyLong_FromLong(m->dl_tensor.ndim);
}
static int is_fresh(PyObject *cap) { return PyCapsule_IsValid(cap, "dltensor"); }
static PyObject *good(PyObject *self, PyObject *cap) {
  if (!is_fresh(cap))
    return NULL;
  DLManagedTensor *m = PyCapsule_GetPointer(cap, "dltensor");
  return PyLong_FromLong(m->dl_tensor.ndim);
}
static PyObject *goto_error(PyObject *self, PyObject *cap) {
  DLManagedTensor *m = PyCapsule_GetPointer(cap, "dltensor");
  if (m == NULL)
    goto fail;
  PyCapsule_SetName(cap, "used_dltensor");
  return PyLong_FromLong(m->dl_tensor.ndim);
fail:
  return NULL;
}
PyMethodDef methods[] = {{"bad", bad, METH_O, 0},
                         {"blind", blind, METH_O, 0},
                         {"mismatch", mismatch, METH_O, 0},
                         {"good", good, METH_O, 0},
                         {"goto_error", goto_error, METH_O, 0},
                         {0, 0, 0, 0}};
