// py::buffer_error and its kind are thrown by C++ and never arrive from Python.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++17 %pybind11
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++17 %pybind11_2

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
namespace py = pybind11;
using namespace py::literals;
py::object fallback(py::object x);
void log(const std::string &);
static py::object torch_from_dlpack() { return py::module_::import("torch").attr("from_dlpack"); }

// Classes for throwing never arrive.
py::object n1(py::object x) {
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (py::buffer_error &) {
    return fallback(x);
  }
}
py::object n2(py::object x) {
  try {
    return torch_from_dlpack()(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (const py::buffer_error &e) {
    log(e.what());
    return fallback(x);
  }
}
py::object n3(py::object x) {
  x.attr("__dlpack_device__")();
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (const pybind11::buffer_error &) {
    return fallback(x);
  }
}
py::object n4(py::object x) {
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (const py::builtin_exception &) {
    return fallback(x);
  }
}
py::object n5(py::object x) { // the other clause does
  try {
    return torch_from_dlpack()(x);
  } catch (py::buffer_error &) {
    return fallback(x);
  } catch (py::error_already_set &) {
    return fallback(x);
  }
}
py::object n6(py::object x) { // it is thrown here
  try {
    if (!py::hasattr(x, "__dlpack_device__")) throw py::buffer_error("no");
    x.attr("__dlpack_device__")();
    return x.attr("__dlpack__")();
  } catch (py::buffer_error &) {
    return fallback(x);
  }
}
static void require(py::object x) {
  if (x.attr("__dlpack_device__")().cast<std::pair<int, int>>().first != 1) throw py::buffer_error("cpu");
}
py::object n7(py::object x) { // thrown by the helper
  try {
    require(x);
    return x.attr("__dlpack__")();
  } catch (py::buffer_error &) {
    return fallback(x);
  }
}
py::object n8(py::object x) {
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (std::runtime_error &) {
    return fallback(x);
  }
}
py::object n9(py::object x) { // about the conversion
  x.attr("__dlpack_device__")();
  try {
    return x.attr("__dlpack__")().cast<py::capsule>();
  } catch (py::cast_error &) {
    return fallback(x);
  } catch (py::type_error &) {
    return fallback(x);
  }
}
using DlpackError = py::buffer_error;
py::object n10(py::object x) {
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (DlpackError &) {
    return fallback(x);
  }
}
py::object n11(py::object x) try {
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
} catch (py::buffer_error &) {
  return fallback(x);
}
