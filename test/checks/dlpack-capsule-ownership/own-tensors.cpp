// Tensors that this code exports itself, whose deleter it knows: silence.
// RUN: %check_dlpack_tidy %s dlpack-capsule-ownership %t -- -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>
#include <cstdlib>

static void release(DLManagedTensor *self) {
  std::free(self->manager_ctx);
  std::free(self);
}

static void destroy(PyObject *capsule) {
  if (!PyCapsule_IsValid(capsule, "dltensor"))
    return;
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  m->deleter(m);
}

PyObject *exported(float *data) {
  auto *m = static_cast<DLManagedTensor *>(std::calloc(1, sizeof(DLManagedTensor)));
  m->dl_tensor.data = data;
  m->deleter = release;
  PyObject *capsule = PyCapsule_New(m, "dltensor", destroy);
  if (capsule == nullptr)
    m->deleter(m);
  return capsule;
}
