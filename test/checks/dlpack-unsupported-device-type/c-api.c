// Requests for a device type through the C API.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c11 %python_inc
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -x c++ -std=c++17 %python_inc

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

PyObject *fallback(PyObject *x);
static PyObject *s_dlpack, *s_dlpack_device, *s_platform;

static int device_of(PyObject *x, int *type, int *id) {
  PyObject *t = PyObject_CallMethod(x, "__dlpack_device__", NULL);
  if (t == NULL) return -1;
  int ok = PyArg_ParseTuple(t, "ii", type, id);
  Py_DECREF(t);
  return ok ? 0 : -1;
}
/* dl_device. */
PyObject *d1(PyObject *x) {
  PyObject *m = PyObject_GetAttrString(x, "__dlpack__");
  PyObject *args = PyTuple_New(0);
  PyObject *kw = Py_BuildValue("{s:(ii)}", "dl_device", 8, 0);
  PyObject *cap = (m && args && kw) ? PyObject_Call(m, args, kw) : NULL;
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
  Py_XDECREF(m); Py_XDECREF(args); Py_XDECREF(kw);
  return cap;
}
PyObject *d2(PyObject *x) {
  PyObject *m = PyObject_GetAttrString(x, "__dlpack__");
  PyObject *args = PyTuple_New(0);
  PyObject *kw = PyDict_New();
  PyObject *device = Py_BuildValue("(ii)", 13, 0);
  if (!m || !args || !kw || !device || PyDict_SetItemString(kw, "dl_device", device) < 0) return NULL;
  return PyObject_Call(m, args, kw);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
}
PyObject *d3(PyObject *x) {
  PyObject *m = PyObject_GetAttrString(x, "__dlpack__");
  PyObject *args = PyTuple_New(0);
  PyObject *kw = Py_BuildValue("{s:(ii)}", "dl_device", 1, 0);
  PyObject *cap = (m && args && kw) ? PyObject_Call(m, args, kw) : NULL;
  Py_XDECREF(m); Py_XDECREF(args); Py_XDECREF(kw);
  return cap;
}
PyObject *d4(PyObject *x) {
  int type, id;
  if (device_of(x, &type, &id) < 0) return NULL;
  PyObject *m = PyObject_GetAttrString(x, "__dlpack__");
  PyObject *args = PyTuple_New(0);
  PyObject *kw = Py_BuildValue("{s:(ii)}", "dl_device", type, id);
  PyObject *cap = (m && args && kw) ? PyObject_Call(m, args, kw) : NULL;
  Py_XDECREF(m); Py_XDECREF(args); Py_XDECREF(kw);
  return cap;
}
PyObject *d5(PyObject *x) {
  PyObject *device = Py_BuildValue("(ii)", 4, 0);
  PyObject *names = PyTuple_Pack(1, PyUnicode_FromString("dl_device"));
  PyObject *args[3] = {NULL, x, device};
  if (!device || !names) return NULL;
  return PyObject_VectorcallMethod(s_dlpack, args + 1, 1 | PY_VECTORCALL_ARGUMENTS_OFFSET, names);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
}
