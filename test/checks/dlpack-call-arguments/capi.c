// RUN: %check_dlpack_tidy %s dlpack-call-arguments %t -- -- %python_inc
#include <Python.h>

PyObject *by_position(PyObject *x) {
  return PyObject_CallMethod(x, "__dlpack__", "O", Py_None);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the stream is passed by position
}

PyObject *no_way_back(PyObject *x, PyObject *no_args) {
  PyObject *method = PyObject_GetAttrString(x, "__dlpack__");
  PyObject *keywords = Py_BuildValue("{s:(ii)}", "max_version", 1, 0);
  PyObject *capsule = PyObject_Call(method, no_args, keywords);
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: a producer older than the 2023.12 array API
  Py_XDECREF(keywords);
  Py_DECREF(method);
  return capsule;
}

PyObject *falls_back(PyObject *x, PyObject *no_args) {
  PyObject *method = PyObject_GetAttrString(x, "__dlpack__");
  PyObject *keywords = Py_BuildValue("{s:(ii)}", "max_version", 1, 0);
  PyObject *capsule = PyObject_Call(method, no_args, keywords);
  if (capsule == NULL && PyErr_ExceptionMatches(PyExc_TypeError)) {
    PyErr_Clear();
    capsule = PyObject_CallNoArgs(method);
  }
  Py_XDECREF(keywords);
  Py_DECREF(method);
  return capsule;
}

PyObject *plain(PyObject *x) {
  return PyObject_CallMethod(x, "__dlpack__", NULL);
}
