// How C code asks for a capsule or hands an array over.
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

PyObject *e1(PyObject *x) { return PyObject_CallMethod(x, "__dlpack__", NULL); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
PyObject *e2(PyObject *x) { return PyObject_CallMethod(x, "__dlpack__", "O", Py_None); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
PyObject *e3(PyObject *x) {
  PyObject *m = PyObject_GetAttrString(x, "__dlpack__");
  if (m == NULL) return NULL;
  PyObject *cap = PyObject_CallNoArgs(m);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  Py_DECREF(m);
  return cap;
}
PyObject *e4(PyObject *x) {
  PyObject *m = PyObject_GetAttrString(x, "__dlpack__");
  if (!m) return NULL;
  PyObject *cap = PyObject_CallObject(m, NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  Py_DECREF(m);
  return cap;
}
PyObject *e5(PyObject *x) {
  PyObject *m = PyObject_GetAttrString(x, "__dlpack__");
  if (!m) return NULL;
  PyObject *cap = PyObject_CallFunctionObjArgs(m, NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  Py_DECREF(m);
  return cap;
}
PyObject *e6(PyObject *x) { return PyObject_CallMethodNoArgs(x, s_dlpack); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
PyObject *e7(PyObject *x) { return PyObject_CallMethodObjArgs(x, s_dlpack, NULL); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
PyObject *e8(PyObject *x) {
  PyObject *args[2] = {NULL, x};
  return PyObject_VectorcallMethod(s_dlpack, args + 1, 1 | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
struct npy_interned { PyObject *__dlpack__; PyObject *__dlpack_device__; };
extern struct npy_interned npy_interned_str;
extern PyObject *const kwnames;
PyObject *e9(PyObject *obj) {
  PyObject *args[] = {obj, Py_None, Py_False};
  return PyObject_VectorcallMethod(npy_interned_str.__dlpack__, args, 1, kwnames);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
PyObject *e10(PyObject *x) {
  PyObject *m = PyObject_GetAttrString(x, "__dlpack__");
  if (!m) return NULL;
  PyObject *args = PyTuple_New(0);
  PyObject *kw = Py_BuildValue("{s:O,s:(ii)}", "stream", Py_None, "max_version", 1, 0);
  PyObject *cap = (args && kw) ? PyObject_Call(m, args, kw) : NULL;
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  Py_XDECREF(kw); Py_XDECREF(args); Py_DECREF(m);
  return cap;
}
PyObject *e11(PyObject *x) {
  PyObject *torch = PyImport_ImportModule("torch.utils.dlpack");
  if (!torch) return NULL;
  PyObject *t = PyObject_CallMethod(torch, "from_dlpack", "O", x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  Py_DECREF(torch);
  return t;
}
PyObject *e12(PyObject *x) {
  PyObject *jax = PyImport_ImportModule("jax.dlpack");
  PyObject *from = jax ? PyObject_GetAttrString(jax, "from_dlpack") : NULL;
  PyObject *r = from ? PyObject_CallOneArg(from, x) : NULL;
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  Py_XDECREF(from); Py_XDECREF(jax);
  return r;
}
PyObject *e13(PyObject *self, PyObject *args) {
  PyObject *x;
  if (!PyArg_ParseTuple(args, "O", &x)) return NULL;
  return PyObject_CallMethod(x, "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
PyObject *e14(PyObject *self, PyObject *const *args, Py_ssize_t n) {
  if (n != 1) return NULL;
  return PyObject_CallMethod(args[0], "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
PyObject *e15(PyObject *self, PyObject *args) {
  return PyObject_CallMethod(PyTuple_GET_ITEM(args, 0), "__dlpack__", NULL);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
int e16(PyObject *x) { return PyObject_HasAttrString(x, "__dlpack__"); }
int e17(PyObject *t) {
  PyObject *m = PyObject_GetAttrString(t, "__dlpack__");
  if (!m) return -1;
  int rc = PyObject_SetAttrString(t, "to_dlpack", m);
  Py_DECREF(m);
  return rc;
}
PyObject *e18(PyObject *aa, PyObject *args, PyObject *kwargs) {
  PyObject *m = PyObject_GetAttrString(aa, "__dlpack__");
  if (!m) return NULL;
  PyObject *r = PyObject_Call(m, args, kwargs);
  Py_DECREF(m);
  return r;
}
PyObject *e19(PyObject *x) {
  PyObject *np = PyImport_ImportModule("numpy");
  if (!np) return NULL;
  PyObject *host = PyObject_CallMethod(np, "array", "O", x);
  Py_DECREF(np);
  if (!host) return NULL;
  PyObject *torch = PyImport_ImportModule("torch");
  PyObject *t = torch ? PyObject_CallMethod(torch, "from_dlpack", "O", host) : NULL;
  Py_XDECREF(torch); Py_DECREF(host);
  return t;
}
