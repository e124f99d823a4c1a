// A request that is never served is the fault, whatever the handler around it.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -- -- -std=c++17 %pybind11

#include <pybind11/pybind11.h>
namespace py = pybind11;
using namespace py::literals;

py::object never_runs(py::object x) {
  x.attr("__dlpack_device__")();
  try {
    return x.attr("__dlpack__")("stream"_a = py::none(), "dl_device"_a = py::make_tuple(8, 0));
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}} [dlpack-unsupported-device-type]
  } catch (py::buffer_error &) {
    return py::none();
  }
}
// As the array API documents it.
py::object runs(py::object x, py::tuple device) {
  x.attr("__dlpack_device__")();
  try {
    return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(8, 0));
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError))
      throw;
    return x.attr("__dlpack__")();
  }
}
