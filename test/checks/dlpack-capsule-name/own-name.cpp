// A pointer taken under whatever name the capsule has.
// RUN: %check_dlpack_tidy %s dlpack-capsule-name %t -- -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>
#include <cstring>

DLTensor *blind(PyObject *cap) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(cap, PyCapsule_GetName(cap)));
  return m ? &m->dl_tensor : nullptr;
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: this pointer was taken whatever the capsule's name is{{.*}} [dlpack-capsule-name]
}
DLTensor *asked(PyObject *cap) {
  const char *name = PyCapsule_GetName(cap);
  if (!name || std::strcmp(name, "dltensor") != 0)
    return nullptr;
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(cap, name));
  return m ? &m->dl_tensor : nullptr;
}
