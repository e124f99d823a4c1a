// RUN: %check_dlpack_tidy %s dlpack-tensor-lifetime %t -- -- %python_inc %dlpack

#include <Python.h>
#include <dlpack/dlpack.h>
#include <stdlib.h>

static void wrong(DLManagedTensor *self) {
  free(self->dl_tensor.shape);
  PyMem_Free(self);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the struct comes from malloc and is freed as if it came from Python's allocator
}
static void after(DLManagedTensor *self) {
  free(self);
  free(self->dl_tensor.shape);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: the deleter uses 'self' after the memory was freed
}
static void right(DLManagedTensor *self) {
  free(self->dl_tensor.shape);
  free(self);
}
DLManagedTensor *literal(float *data) {
  DLManagedTensor *m = calloc(1, sizeof *m);
  m->dl_tensor.data = data;
  m->dl_tensor.shape = (int64_t[]){4};
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'm.dl_tensor.shape' points into a temporary
  m->deleter = right;
  return m;
}
DLManagedTensor *mixed(float *data) {
  DLManagedTensor *m = malloc(sizeof *m);
  m->deleter = wrong;
  m->deleter = after;
  m->dl_tensor.shape = malloc(sizeof(int64_t));
  return m;
}
