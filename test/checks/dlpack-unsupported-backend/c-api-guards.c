// What settles where an array lives, in C.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c11 %python_inc
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -x c++ -std=c++17 %python_inc

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

PyObject *fallback(PyObject *x);
static PyObject *s_dlpack, *s_dlpack_device, *s_platform;

/* Guards. */
PyObject *g1(PyObject *x) {
  PyObject *d = PyObject_CallMethod(x, "__dlpack_device__", NULL);
  if (d == NULL) return NULL;
  Py_DECREF(d);
  return PyObject_CallMethod(x, "__dlpack__", NULL);
}
static int device_of(PyObject *x, int *type, int *id) {
  PyObject *t = PyObject_CallMethod(x, "__dlpack_device__", NULL);
  if (t == NULL) return -1;
  int ok = PyArg_ParseTuple(t, "ii", type, id);
  Py_DECREF(t);
  return ok ? 0 : -1;
}
PyObject *g2(PyObject *x) {
  int type, id;
  if (device_of(x, &type, &id) < 0) return NULL;
  if (type != 1) { PyErr_Format(PyExc_BufferError, "device type %d", type); return NULL; }
  return PyObject_CallMethod(x, "__dlpack__", NULL);
}
static PyObject *capsule_of(PyObject *x) {
  PyObject *m = PyObject_GetAttrString(x, "__dlpack__");
  if (m == NULL) return NULL;
  PyObject *args = PyTuple_New(0);
  PyObject *kw = Py_BuildValue("{s:O,s:(ii)}", "stream", Py_None, "max_version", 1, 0);
  PyObject *cap = (args && kw) ? PyObject_Call(m, args, kw) : NULL;
  if (cap == NULL && kw && PyErr_ExceptionMatches(PyExc_TypeError)) {
    PyErr_Clear();
    if (PyDict_DelItemString(kw, "max_version") == 0) cap = PyObject_Call(m, args, kw);
  }
  Py_XDECREF(kw); Py_XDECREF(args); Py_DECREF(m);
  return cap;
}
PyObject *g3(PyObject *x) {
  int type, id;
  if (device_of(x, &type, &id) < 0) return NULL;
  return capsule_of(x);
}
PyObject *g4(PyObject *x) { /* asks, and goes on when refused */
  PyObject *d = PyObject_CallMethod(x, "__dlpack_device__", NULL);
  if (d == NULL) PyErr_Clear();
  Py_XDECREF(d);
  return PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
PyObject *g5(PyObject *x) {
  PyObject *d = PyObject_CallMethodNoArgs(x, s_dlpack_device);
  PyObject *cap = NULL;
  if (!d) goto done;
  if (PyLong_AsLong(PyTuple_GET_ITEM(d, 0)) != 1) {
    PyErr_SetString(PyExc_BufferError, "cpu");
    goto done;
  }
  cap = PyObject_CallMethodNoArgs(x, s_dlpack);
done:
  Py_XDECREF(d);
  return cap;
}
PyObject *g6(PyObject *x) {
  PyObject *p = PyObject_CallMethod(x, "platform", NULL);
  if (!p) return NULL;
  int cpu = PyUnicode_CompareWithASCIIString(p, "cpu") == 0;
  Py_DECREF(p);
  if (!cpu) return fallback(x);
  return PyObject_CallMethod(x, "__dlpack__", NULL);
}
PyObject *g7(PyObject *x) {
  PyObject *p = PyObject_CallMethodNoArgs(x, s_platform);
  if (!p) return NULL;
  const char *name = PyUnicode_AsUTF8(p);
  PyObject *cap = NULL;
  if (name != NULL && strcmp(name, "cpu") == 0)
    cap = PyObject_CallMethod(x, "__dlpack__", NULL);
  else if (name != NULL)
    cap = fallback(x);
  Py_DECREF(p);
  return cap;
}
PyObject *g8(PyObject *x) {
  PyObject *p = PyObject_CallMethod(x, "platform", NULL);
  if (!p) return NULL;
  const char *name = PyUnicode_AsUTF8(p);
  if (name == NULL || (strcmp(name, "cpu") != 0 && strcmp(name, "tpu") != 0)) {
    Py_DECREF(p);
    return fallback(x);
  }
  Py_DECREF(p);
  return PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
}
static int is_pinned(PyObject *x) {
  PyObject *sharding = PyObject_GetAttrString(x, "sharding");
  if (!sharding) return -1;
  PyObject *kind = PyObject_GetAttrString(sharding, "memory_kind");
  Py_DECREF(sharding);
  if (!kind) return -1;
  int pinned = kind != Py_None && PyUnicode_CompareWithASCIIString(kind, "pinned_host") == 0;
  Py_DECREF(kind);
  return pinned;
}
static int platform_is(PyObject *x, const char *wanted) {
  PyObject *p = PyObject_CallMethod(x, "platform", NULL);
  if (!p) return -1;
  int same = PyUnicode_CompareWithASCIIString(p, wanted) == 0;
  Py_DECREF(p);
  return same;
}
PyObject *g9(PyObject *x) {
  int tpu = platform_is(x, "tpu");
  if (tpu < 0) return NULL;
  if (tpu) {
    int pinned = is_pinned(x);
    if (pinned < 0) return NULL;
    if (!pinned) return fallback(x);
  } else {
    int cpu = platform_is(x, "cpu");
    if (cpu < 0) return NULL;
    if (!cpu) return fallback(x);
  }
  return PyObject_CallMethod(x, "__dlpack__", NULL);
}
PyObject *g10(PyObject *x) {
  if (platform_is(x, "cpu") == 1) return PyObject_CallMethod(x, "__dlpack__", NULL);
  return fallback(x);
}
PyObject *g11(PyObject *x) {
  if (platform_is(x, "tpu") == 1) return PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
  return fallback(x);
}
enum where { HOST, DEVICE, UNKNOWN };
static enum where where_is(PyObject *x) {
  int type, id;
  if (device_of(x, &type, &id) < 0) return UNKNOWN;
  switch (type) {
  case 1: return HOST;
  case 2: return DEVICE;
  default: return UNKNOWN;
  }
}
PyObject *g12(PyObject *x) {
  switch (where_is(x)) {
  case HOST: return PyObject_CallMethod(x, "__dlpack__", NULL);
  case DEVICE: return PyObject_CallMethod(x, "__dlpack__", NULL);
  default: PyErr_Clear(); return fallback(x);
  }
}
PyObject *g13(PyObject *x) {
  int rc = -1;
  PyObject *cap = NULL;
  PyObject *d = PyObject_CallMethod(x, "__dlpack_device__", NULL);
  if (d == NULL) goto done;
  rc = 0;
done:
  Py_XDECREF(d);
  if (rc == 0) cap = PyObject_CallMethod(x, "__dlpack__", NULL);
  return cap;
}
PyObject *g14(PyObject *x, PyObject *y) {
  PyObject *d = PyObject_CallMethod(y, "__dlpack_device__", NULL);
  if (d == NULL) return NULL;
  Py_DECREF(d);
  return PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
PyObject *g15(PyObject *self, PyObject *args) {
  PyObject *x, *y;
  if (!PyArg_ParseTuple(args, "OO", &x, &y)) return NULL;
  PyObject *d = PyObject_CallMethod(x, "__dlpack_device__", NULL);
  if (!d) return NULL;
  Py_DECREF(d);
  PyObject *cap = PyObject_CallMethod(y, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  if (!cap) return NULL;
  Py_DECREF(cap);
  return PyObject_CallMethod(x, "__dlpack__", NULL);
}
#define CHECK(c, ...) do { if (!(c)) { PyErr_SetString(PyExc_BufferError, #c); return NULL; } } while (0)
PyObject *g16(PyObject *x) {
  CHECK(platform_is(x, "cpu") == 1);
  return PyObject_CallMethod(x, "__dlpack__", NULL);
}
PyObject *g17(PyObject *self, PyObject *const *args, Py_ssize_t n) {
  PyObject *d = PyObject_CallMethod(args[0], "__dlpack_device__", NULL);
  if (!d) return NULL;
  Py_DECREF(d);
  return PyObject_CallMethod(args[0], "__dlpack__", NULL);
}
PyObject *g18(PyObject *self, PyObject *const *args, Py_ssize_t n) {
  for (Py_ssize_t i = 0; i < n; i++) {
    PyObject *d = PyObject_CallMethod(args[i], "__dlpack_device__", NULL);
    if (!d) return NULL;
    Py_DECREF(d);
    PyObject *c = PyObject_CallMethod(args[i], "__dlpack__", NULL);
    if (!c) return NULL;
    Py_DECREF(c);
  }
  Py_RETURN_NONE;
}
PyObject *g19(PyObject *x) {
  PyObject *d = PyObject_CallMethod(x, "__dlpack_device__", NULL);
  if (!d) return NULL;
  x = fallback(x);
  Py_DECREF(d);
  return PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
