// RUN: %check_dlpack_tidy %s dlpack-version %t -- -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>
#include <stdexcept>

static DLManagedTensorVersioned *take(PyObject *capsule) {
  return static_cast<DLManagedTensorVersioned *>(PyCapsule_GetPointer(capsule, "dltensor_versioned"));
}

int untested(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensorVersioned *>(PyCapsule_GetPointer(capsule, "dltensor_versioned"));
  return m->dl_tensor.ndim;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'm->dl_tensor.ndim' is read before version.major is compared{{.*}} [dlpack-version]
}

bool flags_first(DLManagedTensorVersioned *m) {
  if (m->flags & DLPACK_FLAG_BITMASK_READ_ONLY)
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'm->flags' is read before version.major is compared
    return false;
  return m->version.major == DLPACK_MAJOR_VERSION;
}

// Too late, and on one way only.
int late(PyObject *capsule) {
  DLManagedTensorVersioned *m = take(capsule);
  const DLTensor &t = m->dl_tensor;
  int n = t.ndim;
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 't.ndim' is read before version.major is compared
  if (m->version.major != 1)
    throw std::runtime_error("version");
  return n;
}
int one_way(DLManagedTensorVersioned *m, bool strict) {
  if (strict && m->version.major != 1)
    return -1;
  return m->dl_tensor.ndim;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'm->dl_tensor.ndim' is read before
}

// Only the minor version.
int minor(DLManagedTensorVersioned *m) {
  if (m->version.minor > 3)
    return -1;
  return m->dl_tensor.ndim;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'm->dl_tensor.ndim' is read before
}

// After the mismatch more than the deleter.
void mismatch(DLManagedTensorVersioned *m) {
  if (m->version.major > DLPACK_MAJOR_VERSION) {
    if (!(m->flags & 1) && m->deleter)
      // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'm->flags' is read after version.major turned out to be another one
      m->deleter(m);
  }
}
