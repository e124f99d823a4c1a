// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>
// The pointer is kept: wrap() puts it into manager_ctx of the struct that is handed on.
DLManagedTensor *wrap(DLManagedTensorVersioned *v) {
  auto *l = new DLManagedTensor{};
  l->dl_tensor = v->dl_tensor;
  l->manager_ctx = v;
  l->deleter = [](DLManagedTensor *self) {
    auto *ver = static_cast<DLManagedTensorVersioned *>(self->manager_ctx);
    if (ver->deleter) ver->deleter(ver);
    delete self;
  };
  return l;
}
void adopt(DLManagedTensor *);
bool from_dlpack(PyObject *cap) {
  void *p = PyCapsule_GetPointer(cap, "dltensor_versioned");
  if (!p) return false;
  auto *ver = reinterpret_cast<DLManagedTensorVersioned *>(p);
  if (ver->version.major != DLPACK_MAJOR_VERSION) return false;
  DLManagedTensor *m = wrap(ver);
  PyCapsule_SetName(cap, "used_dltensor_versioned");
  adopt(m);
  return true;
}
