// RUN: %check_dlpack_tidy %s dlpack-null-data %t -- -- %python_inc

#include <Python.h>
#include <cstdlib>
#include <vector>

void freeBlock(PyObject *);

PyObject *choice(size_t n) {
  float *block = n == 0 ? nullptr : static_cast<float *>(std::malloc(n * sizeof(float)));
  return PyCapsule_New(block, "block", freeBlock);
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: this is NULL for an array without elements, and a capsule cannot hold NULL: making it fails with a ValueError; give an empty array no owner [dlpack-null-data]
}
PyObject *otherWayRound(size_t n) {
  return PyCapsule_New(n > 0 ? std::malloc(n) : nullptr, "block", freeBlock);
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: this is NULL for an array without elements
}
PyObject *assigned(size_t n) {
  void *block = nullptr;
  if (n > 0)
    block = std::malloc(n);
  return PyCapsule_New(block, "block", freeBlock);
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: this is NULL for an array without elements
}
PyObject *vector(std::vector<float> &values) {
  return PyCapsule_New(values.data(), "values", nullptr);
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: this is NULL for an array without elements
}

PyObject *tested(size_t n) {
  float *block = n == 0 ? nullptr : static_cast<float *>(std::malloc(n * sizeof(float)));
  if (block == nullptr)
    Py_RETURN_NONE;
  return PyCapsule_New(block, "block", freeBlock);
}
PyObject *emptyFirst(size_t n) {
  if (n == 0)
    Py_RETURN_NONE;
  float *block = n == 0 ? nullptr : static_cast<float *>(std::malloc(n * sizeof(float)));
  return PyCapsule_New(block, "block", freeBlock);
}
PyObject *allocated(size_t n) { return PyCapsule_New(new float[n], "block", freeBlock); }
PyObject *container(size_t n) { return PyCapsule_New(new std::vector<float>(n), "vector", freeBlock); }
