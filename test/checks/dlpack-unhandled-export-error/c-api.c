// NULL results, and branches that take the error.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -- -std=c11 %python_inc
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -- -x c++ -std=c++17 %python_inc

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

PyObject *fallback(PyObject *x);
static PyObject *s_dlpack, *s_dlpack_device, *s_platform;

/* Handlers. */
void *n1(PyObject *x) {
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  void *p = PyCapsule_GetPointer(cap, "dltensor");
  Py_DECREF(cap);
  return p;
}
void *n2(PyObject *x) {
  PyObject *d = PyObject_CallMethod(x, "__dlpack_device__", NULL);
  if (!d) return NULL;
  Py_DECREF(d);
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  void *p = PyCapsule_GetPointer(cap, "dltensor");
  if (cap == NULL) return NULL;
  Py_DECREF(cap);
  return p;
}
void *n3(PyObject *x) {
  PyObject *d = PyObject_CallMethod(x, "__dlpack_device__", NULL);
  if (!d) return NULL;
  Py_DECREF(d);
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
  if (cap == NULL) return NULL;
  void *p = PyCapsule_GetPointer(cap, "dltensor");
  Py_DECREF(cap);
  return p;
}
void *n4(PyObject *x) {
  PyObject *d = PyObject_CallMethod(x, "__dlpack_device__", NULL);
  if (!d) return NULL;
  Py_DECREF(d);
  return PyCapsule_GetPointer(PyObject_CallMethod(x, "__dlpack__", NULL), "dltensor");
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
}
PyObject *n5(PyObject *x) {
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
  if (cap == NULL) {
    PyErr_Clear();
    cap = fallback(x);
  }
  return cap;
}
PyObject *n6(PyObject *x) {
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  if (cap == NULL && PyErr_ExceptionMatches(PyExc_BufferError)) {
    PyErr_Clear();
    return fallback(x);
  }
  return cap;
}
PyObject *n7(PyObject *x) {
  PyObject *torch = PyImport_ImportModule("torch");
  if (!torch) return NULL;
  PyObject *t = PyObject_CallMethod(torch, "from_dlpack", "O", x);
  Py_DECREF(torch);
  if (t == NULL) {
    if (!PyErr_ExceptionMatches(PyExc_BufferError)) return NULL;
    PyErr_Clear();
    return fallback(x);
  }
  return t;
}
PyObject *n8(PyObject *x) {
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
  if (cap == NULL) {
    if (!PyErr_ExceptionMatches(PyExc_BufferError) && !PyErr_ExceptionMatches(PyExc_RuntimeError)) return NULL;
    PyErr_Clear();
    return fallback(x);
  }
  return cap;
}
PyObject *n9(PyObject *self, PyObject *x) {
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  if (cap == NULL) {
    PyErr_Clear();
    return NULL;
  }
  return cap;
}
PyObject *n10(PyObject *self, PyObject *x) {
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  if (cap == NULL) PyErr_Clear();
  return cap;
}
PyObject *n11(PyObject *x) {
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
  if (cap == NULL) goto copy;
  return cap;
copy:
  PyErr_Clear();
  return fallback(x);
}
PyObject *n12(PyObject *x) {
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  if (cap == NULL) goto fail;
  return cap;
fail:
  return NULL;
}
static void *pointer_of(PyObject *cap) { return PyCapsule_GetPointer(cap, "dltensor"); }
void *n13(PyObject *x) {
  PyObject *d = PyObject_CallMethod(x, "__dlpack_device__", NULL);
  if (!d) return NULL;
  Py_DECREF(d);
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  return pointer_of(cap);
}
static void *checked_pointer_of(PyObject *cap) { return cap ? PyCapsule_GetPointer(cap, "dltensor") : NULL; }
void *n14(PyObject *x) {
  PyObject *d = PyObject_CallMethod(x, "__dlpack_device__", NULL);
  if (!d) return NULL;
  Py_DECREF(d);
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
  return checked_pointer_of(cap);
}
void *n15(PyObject *x) {
  PyObject *d = PyObject_CallMethod(x, "__dlpack_device__", NULL);
  if (!d) return NULL;
  Py_DECREF(d);
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
  if (!PyCapsule_IsValid(cap, "dltensor")) { Py_XDECREF(cap); return NULL; }
  return PyCapsule_GetPointer(cap, "dltensor");
}
PyObject *n16(PyObject *x) {
  PyObject *m = PyObject_GetAttrString(x, "__dlpack__");
  PyObject *args = PyTuple_New(0);
  PyObject *kw = Py_BuildValue("{s:O}", "copy", Py_False);
  PyObject *d = PyObject_CallMethod(x, "__dlpack_device__", NULL);
  if (!m || !args || !kw || !d) return NULL;
  PyObject *cap = PyObject_Call(m, args, kw);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  if (!cap) {
    if (!PyErr_ExceptionMatches(PyExc_BufferError)) return NULL;
    PyErr_Clear();
    cap = fallback(x);
  }
  return cap;
}
PyObject *n17(PyObject *x) {
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
  if (cap == NULL) {
    PyErr_Clear();
    PyErr_SetString(PyExc_TypeError, "an array that DLPack can export");
    return NULL;
  }
  return cap;
}
