// RUN: %check_dlpack_tidy %s dlpack-deleter-gil %t -- -- %python_inc %dlpack

#include <Python.h>
#include <dlpack/dlpack.h>
#include <stdlib.h>

static void bad(DLManagedTensor *self) {
  Py_XDECREF((PyObject *)self->manager_ctx);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: in a deleter, 'Py_XDECREF' touches Python objects without holding the GIL
  free(self);
}
// CHECK-FIXES: static void bad(DLManagedTensor *self) {
// CHECK-FIXES-NEXT:   if (!Py_IsInitialized())
// CHECK-FIXES-NEXT:     return;
// CHECK-FIXES-NEXT:   PyGILState_STATE gil = PyGILState_Ensure();
// CHECK-FIXES-NEXT:   Py_XDECREF((PyObject *)self->manager_ctx);
// CHECK-FIXES:        free(self);
// CHECK-FIXES-NEXT:   PyGILState_Release(gil);
// CHECK-FIXES-NEXT: }

static void after(DLManagedTensorVersioned *self) {
  if (!Py_IsInitialized())
    return;
  PyGILState_STATE state = PyGILState_Ensure();
  Py_CLEAR(self->manager_ctx);
  PyGILState_Release(state);
  PyMem_Free(self);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: in a deleter, 'PyMem_Free' touches Python objects without holding the GIL
}

static void good(DLManagedTensor *self) {
  if (!Py_IsInitialized())
    return;
  PyGILState_STATE state = PyGILState_Ensure();
  Py_XDECREF((PyObject *)self->manager_ctx);
  PyMem_Free(self);
  PyGILState_Release(state);
}
static void raw(DLManagedTensor *self) { PyMem_RawFree(self); }

void attach(DLManagedTensor *m, DLManagedTensorVersioned *v) {
  m->deleter = bad;
  m->deleter = good;
  m->deleter = &raw;
  v->deleter = after;
}
DLManagedTensor fixed = {.deleter = raw};
