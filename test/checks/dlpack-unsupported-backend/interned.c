// Names that are interned once and kept, whatever the variable is called.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -- -std=c11 %python_inc

#include <Python.h>

static PyObject *first_name, *second_name, *third_name;

int prepare(void) {
  first_name = PyUnicode_InternFromString("__dlpack__");
  second_name = PyUnicode_InternFromString("__dlpack_device__");
  third_name = PyUnicode_InternFromString("shape");
  return first_name && second_name && third_name ? 0 : -1;
}

PyObject *bare(PyObject *self, PyObject *x) {
  return PyObject_CallMethodNoArgs(x, first_name);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-backend]
}
PyObject *asked(PyObject *self, PyObject *x) {
  PyObject *device = PyObject_CallMethodNoArgs(x, second_name);
  if (!device)
    return NULL;
  Py_DECREF(device);
  return PyObject_CallMethodNoArgs(x, first_name);
}
PyObject *something_else(PyObject *self, PyObject *x) {
  return PyObject_CallMethodNoArgs(x, third_name);
}
PyObject *at_first_use(PyObject *self, PyObject *x) {
  static PyObject *name = NULL;
  if (!name)
    name = PyUnicode_InternFromString("__dlpack__");
  PyObject *arguments[] = {x};
  return PyObject_VectorcallMethod(name, arguments, 1, NULL);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-backend]
}
