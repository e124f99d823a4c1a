// RUN: %check_dlpack_tidy %s dlpack-capsule-name %t -- -- %pybind11 %dlpack
#include <dlpack/dlpack.h>
#include <pybind11/pybind11.h>
#include <stdexcept>
namespace py = pybind11;

bool is_tensor(py::capsule data) {
  return PyCapsule_IsValid(data, "dltensor");
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: the capsule is converted to the pointer it holds
}
DLManagedTensor *tensor_of(const py::capsule &data) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(data, "dltensor"));
  // CHECK-MESSAGES: :[[@LINE-1]]:65: warning: the capsule is converted to the pointer it holds
  if (!m)
    throw py::error_already_set();
  return m;
}
bool is_tensor_right(py::capsule data) { return PyCapsule_IsValid(data.ptr(), "dltensor"); }
bool is_tensor_object(py::object data) { return PyCapsule_IsValid(data.ptr(), "dltensor"); }
DLManagedTensor *held(py::capsule data) {
  if (!PyCapsule_IsValid(data.ptr(), "dltensor"))
    throw std::runtime_error("no tensor");
  return data;
}
