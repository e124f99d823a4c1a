// What library functions do with the array they are given by reference.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -- -std=c++17 %pybind11

#include <functional>
#include <iostream>
#include <pybind11/pybind11.h>
#include <string>
#include <utility>
namespace py = pybind11;

py::object swapped(py::object x, py::object y) {
  x.attr("__dlpack_device__")();
  std::swap(x, y);
  return x.attr("__dlpack__")();
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object exchanged(py::object x, py::object y) {
  x.attr("__dlpack_device__")();
  py::object before = std::exchange(x, y);
  return x.attr("__dlpack__")();
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-backend]
}
static void renewed(py::object &x) { x = py::module_::import("numbers").attr("make")(); }
py::object in_a_helper(py::object x) {
  x.attr("__dlpack_device__")();
  renewed(x);
  return x.attr("__dlpack__")();
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object flag_read_anew(py::object x) {
  bool is_cpu = x.attr("platform")().cast<std::string>() == "cpu";
  std::cin >> is_cpu;
  if (!is_cpu)
    throw py::value_error("cpu");
  return x.attr("__dlpack__")();
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-backend]
}

// These only hand it on.
static void looked_at(py::object &x) { py::print(x); }
py::object moved(py::object x) {
  x.attr("__dlpack_device__")();
  py::object same = std::move(x);
  return same.attr("__dlpack__")();
}
py::object read(py::object x) {
  x.attr("__dlpack_device__")();
  looked_at(x);
  return std::as_const(x).attr("__dlpack__")();
}
py::object from_a_pair(std::pair<py::object, int> p) {
  std::get<0>(p).attr("__dlpack_device__")();
  return std::get<0>(p).attr("__dlpack__")();
}
py::object in_a_function(py::object x) {
  const std::function<bool(py::object)> is_cpu = [](py::object y) {
    return y.attr("platform")().cast<std::string>() == "cpu";
  };
  if (!is_cpu(x))
    return py::none();
  return x.attr("__dlpack__")();
}
