// RUN: %check_dlpack_tidy %s dlpack-capsule-destructor %t -- -- %python_inc %dlpack

// A tensor whose deleter is NULL needs no destructor.

#include <Python.h>
#include <dlpack/dlpack.h>

static float table[4];
static int64_t shape[1] = {4}, strides[1] = {1};
static DLManagedTensor tensor = {
    {table, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, strides, 0}, nullptr, nullptr};

PyObject *to_capsule(void) {
  tensor.deleter = nullptr;
  return PyCapsule_New(&tensor, "dltensor", nullptr);
}
