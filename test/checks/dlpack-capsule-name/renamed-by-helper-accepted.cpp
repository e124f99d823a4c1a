// RUN: %check_dlpack_tidy %s dlpack-capsule-name %t -- -- %python_inc %dlpack
#include <Python.h>
#include <dlpack/dlpack.h>

// Of both kinds, by the name it is given.
static int consume(PyObject *capsule, const char *name) { return PyCapsule_SetName(capsule, name); }
static int consume_legacy(PyObject *capsule) { return PyCapsule_SetName(capsule, "used_dltensor"); }

DLManagedTensorVersioned *take(PyObject *capsule) {
  auto *v = static_cast<DLManagedTensorVersioned *>(PyCapsule_GetPointer(capsule, "dltensor_versioned"));
  if (!v || consume(capsule, "used_dltensor_versioned") != 0)
    return nullptr;
  return v;
}
DLManagedTensor *take_legacy(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  if (!m || consume_legacy(capsule) != 0)
    return nullptr;
  return m;
}
