// A second try in the handler of the first.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -- -std=c++17 %pybind11

#include <pybind11/pybind11.h>
namespace py = pybind11;
using namespace py::literals;

// The same again is no way out of a refusal.
py::object on_any_error(py::object x) {
  try {
    return x.attr("__dlpack__")();
  } catch (py::error_already_set &) {
    return x.attr("__dlpack__")("max_version"_a = py::make_tuple(1, 0));
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}} [dlpack-unsupported-backend]
  }
}
// What the handler misses is said of the first.
py::object on_a_refusal(py::object x) {
  try {
    return x.attr("__dlpack__")();
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError))
      throw;
    return x.attr("__dlpack__")("max_version"_a = py::make_tuple(1, 0));
  }
}
