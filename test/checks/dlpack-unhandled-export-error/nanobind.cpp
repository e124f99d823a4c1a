// Handlers around nanobind exports.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++17 %nanobind
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++17 %nanobind2

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/optional.h>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>
namespace py = nanobind;
using namespace py::literals;
py::object fallback(py::object x);

// Handlers.
py::object c1(py::object x) {
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (py::builtin_exception &) {
    return fallback(x);
  }
}
py::object c2(py::object x) {
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (py::python_error &e) {
    if (!e.matches(PyExc_BufferError)) throw;
    return fallback(x);
  }
}
py::object c3(py::object x) {
  try {
    return py::module_::import_("torch").attr("from_dlpack")(x);
  } catch (py::python_error &e) {
    if (!e.matches(PyExc_BufferError)) throw;
    return fallback(x);
  }
}
py::object c4(py::object x) {
  try {
    return x.attr("__dlpack__")();
  } catch (const std::exception &) {
    return fallback(x);
  }
}
py::object c5(py::object x) {
  try {
    return x.attr("__dlpack__")();
  } catch (py::python_error &e) {
    if (e.matches(PyExc_BufferError) || e.matches(PyExc_RuntimeError)) return fallback(x);
    throw;
  }
}
py::object c6(py::object x) {
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (std::runtime_error &) {
    return fallback(x);
  }
}
py::object c7(py::object x) {
  try {
    if (!py::hasattr(x, "__dlpack_device__")) throw py::buffer_error("no");
    x.attr("__dlpack_device__")();
    return x.attr("__dlpack__")();
  } catch (py::builtin_exception &) {
    return fallback(x);
  }
}
py::object c8(py::object x) {
  py::object c;
  try {
    c = x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (py::python_error &) {
  }
  return c;
}
py::object c9(py::object x) {
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  } catch (py::python_error &e) {
    e.restore();
    return py::object();
  }
}
