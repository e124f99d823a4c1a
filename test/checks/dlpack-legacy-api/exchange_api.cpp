// RUN: %check_dlpack_tidy %s dlpack-legacy-api %t -- -- %python_inc

#include <Python.h>

long long api(PyObject *tensor) {
  PyObject *address = PyObject_GetAttrString((PyObject *)Py_TYPE(tensor), "__c_dlpack_exchange_api__");
  // CHECK-MESSAGES: :[[@LINE-1]]:75: warning: '__c_dlpack_exchange_api__' is no longer set, so the lookup finds nothing from dlpack 1.3 on; look for '__dlpack_c_exchange_api__' on the type
  if (!address)
    return 0;
  long long value = PyLong_AsLongLong(address);
  Py_DECREF(address);
  return value;
}
