// RUN: %check_dlpack_tidy %s dlpack-exporter-signature %t -- -- %python_inc %dlpack

#include <Python.h>
#include <dlpack/dlpack.h>

typedef struct {
  PyObject_HEAD
  PyObject *capsule;
} Tensor;
PyObject *legacy(PyObject *self);
PyObject *versioned(PyObject *self);

int fallsThrough(const DLTensor *t) {
  if (t->device.device_type == kDLCPU)
    return 0;
  PyErr_SetString(PyExc_RuntimeError, "device");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: consumers and producers tell an array that cannot be exchanged (here for its device) by BufferError
  return -1;
}
int anotherMatter(const DLTensor *t) {
  if (t->device.device_type != kDLCPU) {
    PyErr_SetString(PyExc_BufferError, "device");
    return -1;
  }
  if (t->ndim != 1) {
    PyErr_SetString(PyExc_ValueError, "rank");
    return -1;
  }
  return 0;
}

static PyObject *device(PyObject *self, PyObject *unused) { return Py_BuildValue("(ii)", 1, 0); }
static PyObject *none(PyObject *self, PyObject *unused) { return legacy(self); }
static PyObject *stored(PyObject *self, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
  PyObject *stream = NULL, *max_version = NULL, *dl_device = NULL, *copy = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$OOOO", names, &stream, &max_version, &dl_device, &copy))
    return NULL;
  if (stream || max_version || dl_device || copy)
    return NULL;
  Py_INCREF(((Tensor *)self)->capsule);
  return ((Tensor *)self)->capsule;
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: every call of '__dlpack__' hands out this same capsule
}
static PyObject *dropping(PyObject *self, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
  PyObject *stream = NULL, *max_version = NULL, *dl_device = NULL, *copy = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$OOOO", names, &stream, &max_version, &dl_device, &copy))
    return NULL;
  (void)copy;
  return max_version ? versioned(self) : legacy(self);
}
static PyObject *good(PyObject *self, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
  PyObject *stream = Py_None, *max_version = Py_None, *dl_device = Py_None, *copy = Py_None;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$OOOO", names, &stream, &max_version, &dl_device, &copy))
    return NULL;
  if (stream != Py_None || dl_device != Py_None || copy == Py_True) {
    PyErr_SetString(PyExc_BufferError, "cannot");
    return NULL;
  }
  return max_version == Py_None ? legacy(self) : versioned(self);
}

PyMethodDef first[] = {{"__dlpack__", none, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: '__dlpack__' does not take 'stream', 'max_version', 'dl_device' and 'copy'
// CHECK-MESSAGES: :[[@LINE-2]]:{{[0-9]+}}: warning: '__dlpack__' without '__dlpack_device__' beside it
PyMethodDef second[] = {{"__dlpack_device__", device, METH_NOARGS, NULL},
                        {"__dlpack__", (PyCFunction)(void (*)(void))stored, METH_VARARGS | METH_KEYWORDS, NULL},
                        {NULL, NULL, 0, NULL}};
PyMethodDef third[] = {{"__dlpack__", (PyCFunction)(void (*)(void))dropping, METH_VARARGS | METH_KEYWORDS, NULL},
                       // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: '__dlpack__' takes 'dl_device' and 'copy' and ignores them
                       {"__dlpack_device__", device, METH_NOARGS | METH_STATIC, NULL},
                       // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: consumers look '__dlpack_device__' up on the type
                       {NULL, NULL, 0, NULL}};
PyMethodDef fourth[] = {{"__dlpack__", (PyCFunction)(void (*)(void))good, METH_VARARGS | METH_KEYWORDS, NULL},
                        {"__dlpack_device__", device, METH_NOARGS, NULL},
                        {NULL, NULL, 0, NULL}};
