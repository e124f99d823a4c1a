// Tensors that were looked at before they were put away, and helpers.
// RUN: %check_dlpack_tidy %s dlpack-version %t -- -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>

DLDevice own(PyObject *base) {
  auto *m = static_cast<DLManagedTensorVersioned *>(PyCapsule_GetPointer(base, "my_dltensor_versioned"));
  if (m == nullptr)
    return {kDLCPU, 0};
  return m->dl_tensor.device;
}

inline bool has_strides(const DLTensor &t) { return t.strides != nullptr; }
inline int rank(const DLTensor &t) { return t.ndim; }
// Said once, here, and not for every helper.
int ranks(PyObject *cap) {
  auto *m = static_cast<DLManagedTensorVersioned *>(PyCapsule_GetPointer(cap, "dltensor_versioned"));
  if (m == nullptr)
    return -1;
  int n = rank(m->dl_tensor) + has_strides(m->dl_tensor);
  if (m->flags & DLPACK_FLAG_BITMASK_READ_ONLY)
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'm->flags' is read before version.major is compared{{.*}} [dlpack-version]
    n += 1;
  return n;
}
