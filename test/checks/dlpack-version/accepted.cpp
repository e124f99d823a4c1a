// Versions that are compared, and structs without one: silence.
// RUN: %check_dlpack_tidy %s dlpack-version %t -- -config='{CheckOptions: {GuardFunctions: "ours"}}' -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>
#include <cstdlib>
#include <stdexcept>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}

int compared(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensorVersioned *>(PyCapsule_GetPointer(capsule, "dltensor_versioned"));
  if (m == nullptr)
    return -1;
  if (m->version.major != DLPACK_MAJOR_VERSION) {
    PyErr_Format(PyExc_BufferError, "version %d", static_cast<int>(m->version.major));
    return -1;
  }
  return m->dl_tensor.ndim;
}
int not_above(DLManagedTensorVersioned *m) {
  if (m->version.major > DLPACK_MAJOR_VERSION) {
    if (m->deleter)
      m->deleter(m);
    throw std::runtime_error("version");
  }
  return m->dl_tensor.ndim;
}
static bool understood(const DLManagedTensorVersioned *m) { return m->version.major == 1; }
int by_helper(DLManagedTensorVersioned *m) {
  need(understood(m));
  const DLTensor &t = m->dl_tensor;
  return t.ndim;
}
int by_copy(DLManagedTensorVersioned *m) {
  const DLPackVersion v = m->version;
  if (v.major != 1)
    return -1;
  return m->dl_tensor.ndim;
}
int by_expectation(DLManagedTensorVersioned *m, uint32_t wanted) {
  if (m->version.major != wanted)
    return -1;
  return m->dl_tensor.ndim;
}
// The reference says nothing yet.
int bound_before(DLManagedTensorVersioned *m) {
  const DLTensor &t = m->dl_tensor;
  need(m->version.major == 1);
  return t.ndim;
}
// Tested by all callers.
static int dimensions(const DLManagedTensorVersioned *m) { return m->dl_tensor.ndim; }
int caller(DLManagedTensorVersioned *m) {
  need(m->version.major == 1);
  return dimensions(m);
}
// By a guard elsewhere.
void ours(const DLManagedTensorVersioned *m);
int by_option(DLManagedTensorVersioned *m) {
  ours(m);
  return m->dl_tensor.ndim;
}

// Made here.
static void release(DLManagedTensorVersioned *self) {
  std::free(self->dl_tensor.data);
  delete self;
}
DLManagedTensorVersioned *made() {
  auto *m = new DLManagedTensorVersioned{};
  m->version = {1, 1};
  m->flags = 0;
  m->dl_tensor.ndim = 0;
  m->deleter = release;
  return m->dl_tensor.ndim == 0 ? m : nullptr;
}

// The old struct, in the same function.
int legacy(DLManagedTensor *m) { return m->dl_tensor.ndim; }
