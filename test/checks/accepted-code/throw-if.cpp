// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack %pybind11
#include <Python.h>
#include <pybind11/pybind11.h>
#include <dlpack/dlpack.h>
namespace py = pybind11;
// throw_if(condition, ...) of a header the scan did not find (or with its body in another file) is a guard.
enum class error_code_t { INVALID_VARIANT_PACK };
void throw_if(bool cond, error_code_t code, const char *msg);
void *pointer(py::object obj) {
  obj.attr("__dlpack_device__")();
  py::capsule capsule = obj.attr("__dlpack__")();
  DLManagedTensor *managed = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
  throw_if(managed == nullptr, error_code_t::INVALID_VARIANT_PACK, "Invalid DLPack capsule.");
  return (char *)managed->dl_tensor.data + managed->dl_tensor.byte_offset;
}
