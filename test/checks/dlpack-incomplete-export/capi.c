// RUN: %check_dlpack_tidy %s dlpack-incomplete-export %t -- -- %python_inc %dlpack

#include <Python.h>
#include <dlpack/dlpack.h>
#include <stdlib.h>

void deleter(DLManagedTensor *);
void destroy(PyObject *);

PyObject *bad(float *data, int64_t *shape) {
  DLManagedTensor *m = malloc(sizeof *m);
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: nobody writes 'dtype.lanes' and 'byte_offset' of this DLManagedTensor
  if (m == NULL)
    return PyErr_NoMemory();
  m->dl_tensor.data = data;
  m->dl_tensor.device = (DLDevice){kDLCPU, 0};
  m->dl_tensor.ndim = 1;
  m->dl_tensor.dtype.code = kDLFloat;
  m->dl_tensor.dtype.bits = 32;
  m->dl_tensor.shape = shape;
  m->dl_tensor.strides = shape + 1;
  m->deleter = deleter;
  PyObject *capsule = PyCapsule_New(m, "dltensor", destroy);
  if (capsule == NULL)
    free(m);
  return capsule;
}
PyObject *good(float *data, int64_t *shape) {
  DLManagedTensor *m = calloc(1, sizeof *m);
  if (m == NULL)
    return PyErr_NoMemory();
  m->dl_tensor.data = data;
  m->dl_tensor.device.device_type = kDLCPU;
  m->dl_tensor.ndim = 1;
  m->dl_tensor.dtype = (DLDataType){kDLFloat, 32, 1};
  m->dl_tensor.shape = shape;
  m->dl_tensor.strides = shape + 1;
  m->deleter = deleter;
  return PyCapsule_New(m, "dltensor", destroy);
}
DLTensor designated(float *data, int64_t *shape) {
  DLTensor t = {.data = data, .device = {kDLCPU, 0}, .ndim = 1, .dtype = {kDLFloat, 32, 1}, .shape = shape};
  return t;
}
