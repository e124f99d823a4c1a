// RUN: %check_dlpack_tidy %s dlpack-legacy-api %t -- -- %pybind11 %dlpack

#include <pybind11/pybind11.h>
#include <dlpack/dlpack.h>
namespace py = pybind11;

bool onGpu(const DLTensor &t) { return t.device.device_type == kDLCUDA; }

// The same words with another meaning.
namespace other {
struct DLContext {
  int depth;
};
struct Call {
  void *ctx;
};
int depth(const DLContext &c) { return c.depth; }
void *context(const Call &c) { return c.ctx; }
} // namespace other

py::object handOver(py::object x) {
  return py::module_::import("jax.dlpack").attr("from_dlpack")(x);
}
py::object torchStillDoes(py::object x) {
  return py::module_::import("torch.utils.dlpack").attr("to_dlpack")(x);
}
py::object eitherRelease(py::object x) {
  try {
    return py::module_::import("jax.dlpack").attr("to_dlpack")(x);
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_AttributeError))
      throw;
    return x.attr("__dlpack__")();
  }
}
bool hasApi(py::handle type) {
  return py::hasattr(type, "__dlpack_c_exchange_api__") || py::hasattr(type, "__c_dlpack_exchange_api__");
}
