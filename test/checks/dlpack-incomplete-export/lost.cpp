// RUN: %check_dlpack_tidy %s dlpack-incomplete-export %t -- -- %python_inc %dlpack

#include <Python.h>
#include <dlpack/dlpack.h>
#include <cstdlib>
#include <stdexcept>

struct Storage {
  float *data;
  int dtype;
};
static DLDataType dtypeOf(const Storage &s) {
  if (s.dtype != 0)
    throw std::invalid_argument("dtype");
  return {kDLFloat, 32, 1};
}
struct Holder {
  DLManagedTensor managed{};
  float *keep = nullptr;
};
DLManagedTensor *inHelper(const Storage &s) {
  Holder *h = new Holder;
  h->managed.manager_ctx = h;
  h->managed.dl_tensor.dtype = dtypeOf(s);
  // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: an exception leaves here, and the tensor that is only known by this function's pointer leaks with all it holds; keep it in a std::unique_ptr until it is complete [dlpack-incomplete-export]
  return &h->managed;
}
DLManagedTensor *directly(const Storage &s) {
  auto *m = new DLManagedTensor();
  if (s.dtype > 3)
    throw std::runtime_error("dtype");
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: an exception leaves here, and the tensor
  return m;
}
PyObject *byReturn(const Storage &s) {
  auto *m = static_cast<DLManagedTensor *>(std::calloc(1, sizeof(DLManagedTensor)));
  if (!m)
    return PyErr_NoMemory();
  if (s.dtype != 0) {
    PyErr_SetString(PyExc_BufferError, "dtype");
    return nullptr;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: this way out forgets the tensor: it leaks with all it holds; free it first
  }
  return PyCapsule_New(m, "dltensor", nullptr);
}
