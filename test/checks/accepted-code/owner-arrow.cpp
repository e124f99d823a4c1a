// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>
// The pointer is stored through the smart pointer's operator-> and goes out with release().
template <class T> struct scoped_pymalloc {
  scoped_pymalloc() : ptr((T *)PyMem_Malloc(sizeof(T))) {}
  ~scoped_pymalloc() { PyMem_Free(ptr); }
  T *release() { T *t = ptr; ptr = nullptr; return t; }
  T *operator->() { return ptr; }
  T *ptr;
};
struct handle { DLManagedTensor *ndarray; int refcount; };
handle *import(PyObject *capsule) {
  void *ptr = PyCapsule_GetPointer(capsule, "dltensor");
  if (!ptr) { PyErr_Clear(); return nullptr; }
  scoped_pymalloc<handle> result;
  result->ndarray = (DLManagedTensor *)ptr;
  result->refcount = 0;
  if (PyCapsule_SetName(capsule, "used_dltensor") || PyCapsule_SetDestructor(capsule, nullptr))
    Py_FatalError("capsule");
  return result.release();
}
