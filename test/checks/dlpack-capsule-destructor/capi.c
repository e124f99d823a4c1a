// RUN: %check_dlpack_tidy %s dlpack-capsule-destructor %t -- -- %python_inc %dlpack

#include <Python.h>
#include <dlpack/dlpack.h>
#include <string.h>

DLManagedTensor *make(void);

static void bad(PyObject *cap) {
  DLManagedTensor *m = PyCapsule_GetPointer(cap, PyCapsule_GetName(cap));
  m->deleter(m);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: this runs for a capsule that was consumed as well
}
static void good(PyObject *cap) {
  if (strcmp(PyCapsule_GetName(cap), "used_dltensor") == 0)
    return;
  DLManagedTensor *m = PyCapsule_GetPointer(cap, "dltensor");
  if (m != NULL && m->deleter != NULL)
    m->deleter(m);
}
PyObject *first(void) { return PyCapsule_New(make(), "dltensor", bad); }
PyObject *second(void) { return PyCapsule_New(make(), "dltensor", good); }
