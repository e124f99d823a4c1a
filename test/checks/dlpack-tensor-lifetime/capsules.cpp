// RUN: %check_dlpack_tidy %s dlpack-tensor-lifetime %t -- -- %pybind11 %dlpack

#include <pybind11/pybind11.h>
#include <dlpack/dlpack.h>
namespace py = pybind11;

int rank(const DLManagedTensor *);

int temporaryCapsule(py::object x) {
  auto *m = x.attr("__dlpack__")().cast<py::capsule>().get_pointer<DLManagedTensor>();
  return m->dl_tensor.ndim;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the capsule has died by here without having been renamed, and its destructor took the tensor along: this reads freed memory; keep the capsule alive, or rename it and call the deleter yourself [dlpack-tensor-lifetime]
}
int innerScope(py::object x) {
  DLManagedTensor *m = nullptr;
  {
    py::capsule cap = x.attr("__dlpack__")();
    m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(cap.ptr(), "dltensor"));
  }
  return m ? m->dl_tensor.ndim : 0;
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: the capsule has died by here
}
DLManagedTensor *returned(py::object x) {
  py::capsule cap = x.attr("__dlpack__")();
  return static_cast<DLManagedTensor *>(PyCapsule_GetPointer(cap.ptr(), "dltensor"));
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the capsule dies with this function, and without having been renamed it takes the tensor along
}
int counted(PyObject *x) {
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", nullptr);
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(cap, "dltensor"));
  Py_DECREF(cap);
  return m ? m->dl_tensor.ndim : -1;
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: the capsule has died by here
}

// The capsule lives, or has been renamed.

int borrowed(py::object x) {
  py::capsule cap = x.attr("__dlpack__")();
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(cap.ptr(), "dltensor"));
  return m ? m->dl_tensor.ndim : 0;
}
DLManagedTensor *taken(py::object x) {
  py::capsule cap = x.attr("__dlpack__")();
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(cap.ptr(), "dltensor"));
  if (m == nullptr)
    throw py::error_already_set();
  PyCapsule_SetName(cap.ptr(), "used_dltensor");
  return m;
}
DLManagedTensor *callers(const py::capsule &cap) {
  return static_cast<DLManagedTensor *>(PyCapsule_GetPointer(cap.ptr(), "dltensor"));
}
int renamedFirst(PyObject *x) {
  PyObject *cap = PyObject_CallMethod(x, "__dlpack__", nullptr);
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(cap, "dltensor"));
  PyCapsule_SetName(cap, "used_dltensor");
  Py_DECREF(cap);
  return m ? m->dl_tensor.ndim : -1;
}
int withinOneExpression(py::object x) {
  return rank(x.attr("__dlpack__")().cast<py::capsule>().get_pointer<DLManagedTensor>());
}
