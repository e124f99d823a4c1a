// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %pybind11
#include <pybind11/pybind11.h>
namespace py = pybind11;
using namespace pybind11::literals;
// The old form is tried first; the handler tries the new one. A producer that
// does not know max_version was already served by the first call.
py::object take(py::object x) {
  x.attr("__dlpack_device__")();
  try {
    return x.attr("__dlpack__")();
  } catch (py::error_already_set &) {
    return x.attr("__dlpack__")("max_version"_a = py::make_tuple(1, 0));
  }
}
