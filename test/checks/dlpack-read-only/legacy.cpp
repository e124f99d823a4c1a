// A legacy capsule has no flags: at level 2 only.
// RUN: %check_dlpack_tidy %s dlpack-read-only %t -check-suffixes=2 -- -config='{CheckOptions: {Level: 2}}' -- %dlpack %python_inc
// RUN: %check_dlpack_tidy %s dlpack-read-only %t -- -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>

void store(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  *reinterpret_cast<float *>(static_cast<char *>(m->dl_tensor.data) + m->dl_tensor.byte_offset) = 1;
  // CHECK-MESSAGES-2: :[[@LINE-1]]:3: warning: this writes into memory that JAX, NumPy and others take for immutable{{.*}} [dlpack-read-only]
}
