// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack %python_inc
#include <Python.h>
#include <stdexcept>
#include <dlpack/dlpack.h>
// One GetPointer under a name chosen before, then two branches: the unversioned struct has no version.
static const char *const kName = "dltensor";
static const char *const kVersionedName = "dltensor_versioned";
DLDevice where(PyObject *capsule) {
  bool is_versioned = PyCapsule_IsValid(capsule, kVersionedName) != 0;
  const char *valid_name = is_versioned ? kVersionedName : kName;
  if (!is_versioned && PyCapsule_IsValid(capsule, valid_name) == 0) throw std::runtime_error("name");
  void *p = PyCapsule_GetPointer(capsule, valid_name);
  if (is_versioned) {
    auto *v = static_cast<DLManagedTensorVersioned *>(p);
    if (v->version.major > DLPACK_MAJOR_VERSION) throw std::runtime_error("version");
    return v->dl_tensor.device;
  } else {
    auto *m = static_cast<DLManagedTensor *>(p);
    return m->dl_tensor.device;
  }
}
