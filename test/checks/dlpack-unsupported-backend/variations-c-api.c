// The same in the C API.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -- -std=c11 %python_inc


#define PY_SSIZE_T_CLEAN
#include <Python.h>
static PyObject *s_dlpack, *s_dlpack_device;
PyObject *c01(PyObject *self, PyObject *x) { return PyObject_CallMethod(x, "__dlpack__", NULL); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
PyObject *c02(PyObject *self, PyObject *x) { return PyObject_CallMethodNoArgs(x, s_dlpack); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
PyObject *c03(PyObject *self, PyObject *x) {
  PyObject *dev = PyObject_CallMethodNoArgs(x, s_dlpack_device);
  if (!dev) return NULL;
  long type = PyLong_AsLong(PyTuple_GetItem(dev, 0));
  Py_DECREF(dev);
  if (type != 1) { PyErr_SetString(PyExc_BufferError, "cpu"); return NULL; }
  return PyObject_CallMethodNoArgs(x, s_dlpack);
}
PyObject *c04(PyObject *self, PyObject *x) {
  PyObject *m = PyObject_GetAttrString(x, "__dlpack__");
  if (!m) return NULL;
  PyObject *cap = PyObject_CallNoArgs(m);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  Py_DECREF(m);
  return cap;
}
static int check(PyObject *x) {
  PyObject *dev = PyObject_CallMethod(x, "__dlpack_device__", NULL);
  int type, id;
  if (dev == NULL) return -1;
  if (!PyArg_ParseTuple(dev, "ii", &type, &id)) { Py_DECREF(dev); return -1; }
  Py_DECREF(dev);
  return type == 1 || type == 2 ? 0 : -1;
}
PyObject *c05(PyObject *self, PyObject *x) {
  if (check(x) < 0) return NULL;
  return PyObject_CallMethod(x, "__dlpack__", NULL);
}
PyObject *c06(PyObject *self, PyObject *x) {
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  void *p = PyCapsule_GetPointer(cap, "dltensor");
  return PyLong_FromVoidPtr(p);
}
PyObject *c07(PyObject *self, PyObject *x) {
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
  if (!cap) {
    if (!PyErr_ExceptionMatches(PyExc_BufferError) && !PyErr_ExceptionMatches(PyExc_RuntimeError)) return NULL;
    PyErr_Clear();
    PyObject *np = PyImport_ImportModule("numpy");
    if (!np) return NULL;
    cap = PyObject_CallMethod(np, "array", "O", x);
    Py_DECREF(np);
  }
  return cap;
}
PyObject *c08(PyObject *self, PyObject *x) {
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  if (!cap) {
    if (!PyErr_ExceptionMatches(PyExc_BufferError)) return NULL;
    PyErr_Clear();
    PyObject *np = PyImport_ImportModule("numpy");
    if (!np) return NULL;
    cap = PyObject_CallMethod(np, "array", "O", x);
    Py_DECREF(np);
  }
  return cap;
}
PyObject *c09(PyObject *self, PyObject *x) {
  PyObject *torch = PyImport_ImportModule("torch");
  if (!torch) return NULL;
  PyObject *t = PyObject_CallMethod(torch, "from_dlpack", "O", x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  Py_DECREF(torch);
  return t;
}
PyObject *c10(PyObject *self, PyObject *x) {
  PyObject *args = PyTuple_New(0), *kw = Py_BuildValue("{s(ii)}", "dl_device", 8, 0);
  PyObject *m, *cap;
  if (check(x) < 0) return NULL;
  m = PyObject_GetAttrString(x, "__dlpack__");
  if (!m) return NULL;
  cap = PyObject_Call(m, args, kw);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
  Py_DECREF(m); Py_DECREF(args); Py_DECREF(kw);
  return cap;
}
PyObject *c11(PyObject *self, PyObject *x) {
  PyObject *p = PyObject_CallMethod(x, "platform", NULL);
  if (!p) return NULL;
  int tpu = PyUnicode_CompareWithASCIIString(p, "tpu") == 0, cpu = PyUnicode_CompareWithASCIIString(p, "cpu") == 0;
  Py_DECREF(p);
  if (!tpu && !cpu) { PyErr_SetString(PyExc_BufferError, "cpu or tpu"); return NULL; }
  return PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
}
PyObject *c12(PyObject *self, PyObject *x) { return PyObject_GetAttrString(x, "__dlpack__"); }
PyObject *c13(PyObject *self, PyObject *x) {
  static PyObject *name; if (!name) name = PyUnicode_InternFromString("__dlpack__");
  PyObject *a[1] = {x};
  return PyObject_VectorcallMethod(name, a, 1, NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
PyObject *c14(PyObject *self, PyObject *args) {
  PyObject *x; if (!PyArg_ParseTuple(args, "O", &x)) return NULL;
  PyObject *cap = NULL, *dev = PyObject_CallMethod(x, "__dlpack_device__", NULL);
  if (!dev) goto done;
  cap = PyObject_CallMethod(x, "__dlpack__", NULL);
done:
  Py_XDECREF(dev);
  return cap;
}
PyObject *c15(PyObject *self, PyObject *x) {
  if (!PyObject_HasAttrString(x, "__dlpack_device__")) { PyErr_SetString(PyExc_TypeError, "no"); return NULL; }
  return PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
