// Both kinds of capsule are opened.
// RUN: %check_dlpack_tidy %s dlpack-capsule-name %t -- -- %pybind11 %dlpack
#include <dlpack/dlpack.h>
#include <pybind11/pybind11.h>
#include <cstring>
namespace py = pybind11;

bool is_versioned(const py::capsule &c) { return std::strcmp(c.name(), "dltensor_versioned") == 0; }
void take_versioned(const py::capsule &c);

DLManagedTensor *taken(py::object x) {
  py::capsule c = x.attr("__dlpack__")(py::arg("max_version") = py::make_tuple(1, 0));
  if (is_versioned(c)) {
    take_versioned(c);
    return nullptr;
  }
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(c.ptr(), "dltensor"));
  if (!m)
    throw py::error_already_set();
  PyCapsule_SetName(c.ptr(), "used_dltensor");
  return m;
}
