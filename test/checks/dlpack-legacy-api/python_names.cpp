// RUN: %check_dlpack_tidy %s dlpack-legacy-api %t -- -- %pybind11

#include <pybind11/pybind11.h>
namespace py = pybind11;

py::object capsule(py::object x) {
  return py::module_::import("jax.dlpack").attr("to_dlpack")(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'jax.dlpack.to_dlpack' raises AttributeError from JAX 0.7 on; use 'x.__dlpack__()' [dlpack-legacy-api]
  // CHECK-FIXES: return x.attr("__dlpack__")();
}
py::object import(py::object x) {
  py::module_ dlpack = py::module_::import("jax.dlpack");
  return dlpack.attr("from_dlpack")(x.attr("__dlpack__")());
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'jax.dlpack.from_dlpack' raises TypeError for a capsule from JAX 0.7.2 on; pass the array itself
  // CHECK-FIXES: return dlpack.attr("from_dlpack")(x);
}
