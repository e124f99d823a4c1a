// The C API has no expression for a host copy: the device is asked, or the guard.
//
// RUN: %check_dlpack_tidy %s -check-suffixes=,DEVICE \
// RUN:   %exports %t -- -fix-notes -- -std=c++17 %python_inc
// RUN: %check_dlpack_tidy %s -check-suffixes=,GUARD \
// RUN:   %exports %t -- -fix-notes -config='{CheckOptions: {FixStyle: guard}}' \
// RUN:   -- -std=c++17 %python_inc %guard

// CHECK-FIXES-GUARD: #include "dlpack_guard/python.h"
#include <Python.h>

PyObject *capsule(PyObject *, PyObject *x) {
  return PyObject_CallMethod(x, "__dlpack__", nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-backend]
  // CHECK-FIXES-DEVICE: PyObject_CallMethod(x, "__dlpack_device__", NULL);
  // CHECK-FIXES-DEVICE: return NULL;
  // CHECK-FIXES-DEVICE: return PyObject_CallMethod(x, "__dlpack__", nullptr);
  // CHECK-FIXES-GUARD: if (dlpack_guard::require_exportable(x) < 0)
  // CHECK-FIXES-GUARD-NEXT: return NULL;
  // CHECK-FIXES-GUARD-NEXT: return PyObject_CallMethod(x, "__dlpack__", nullptr);
}

int store(PyObject *x, PyObject **into) {
  PyObject *taken = PyObject_CallMethod(x, "__dlpack__", nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: {{.*}} [dlpack-unsupported-backend]
  // CHECK-FIXES-DEVICE: return -1;
  // CHECK-FIXES-GUARD: if (dlpack_guard::require_exportable(x) < 0)
  // CHECK-FIXES-GUARD-NEXT: return -1;
  if (!taken)
    return -1;
  *into = taken;
  return 0;
}
