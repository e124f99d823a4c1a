// A request for version 1 whose capsule is opened under the legacy name alone.
// RUN: %check_dlpack_tidy %s dlpack-capsule-name %t -- -- %pybind11 %dlpack
#include <dlpack/dlpack.h>
#include <pybind11/pybind11.h>
namespace py = pybind11;

DLManagedTensor *taken(py::object x) {
  py::capsule c = x.attr("__dlpack__")(py::arg("max_version") = py::make_tuple(1, 0));
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(c.ptr(), "dltensor"));
  // CHECK-MESSAGES: :[[@LINE-1]]:74: warning: the producer was asked for version 1 and names its capsule "dltensor_versioned"
  // CHECK-MESSAGES: :[[@LINE-3]]:19: note: the request is here
  if (!m)
    throw py::error_already_set();
  PyCapsule_SetName(c.ptr(), "used_dltensor");
  return m;
}

// One helper away, in the C API.
static DLManagedTensor *opened(PyObject *capsule) {
  if (!PyCapsule_IsValid(capsule, "dltensor"))
    return nullptr;
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  // CHECK-MESSAGES: :[[@LINE-1]]:74: warning: the producer was asked for version 1
  // CHECK-MESSAGES: :[[@LINE+9]]:23: note: the request is here
  if (m)
    PyCapsule_SetName(capsule, "used_dltensor");
  return m;
}
DLManagedTensor *asked(PyObject *x) {
  PyObject *method = PyObject_GetAttrString(x, "__dlpack__");
  PyObject *none = PyTuple_New(0);
  PyObject *keywords = Py_BuildValue("{s:(ii)}", "max_version", 1, 3);
  PyObject *capsule = PyObject_Call(method, none, keywords);
  return capsule ? opened(capsule) : nullptr;
}

// Not asked for: the legacy capsule is what comes.
DLManagedTensor *legacy(py::object x) {
  py::capsule c = x.attr("__dlpack__")();
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(c.ptr(), "dltensor"));
  if (!m)
    throw py::error_already_set();
  PyCapsule_SetName(c.ptr(), "used_dltensor");
  return m;
}
DLManagedTensor *before_one(py::object x) {
  py::capsule c = x.attr("__dlpack__")(py::arg("max_version") = py::make_tuple(0, 8));
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(c.ptr(), "dltensor"));
  if (!m)
    throw py::error_already_set();
  PyCapsule_SetName(c.ptr(), "used_dltensor");
  return m;
}
