// RUN: %check_dlpack_tidy %s dlpack-capsule-name %t -- -- %python_inc %dlpack
#include <Python.h>
#include <dlpack/dlpack.h>

static int consume(PyObject *capsule) {
  return PyCapsule_SetName(capsule, "used_dltensor");
  // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: a consumed capsule is renamed to "used_dltensor_versioned", and 'used_dltensor' tells nobody
  // CHECK-FIXES: return PyCapsule_SetName(capsule, "used_dltensor_versioned");
}
DLManagedTensorVersioned *take(PyObject *capsule) {
  auto *v = static_cast<DLManagedTensorVersioned *>(PyCapsule_GetPointer(capsule, "dltensor_versioned"));
  if (!v || consume(capsule) != 0)
    return nullptr;
  return v;
}
