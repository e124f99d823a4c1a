// Guards and exports in lambdas.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++17 %pybind11_2
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++20 %pybind11

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>
namespace py = pybind11;
using namespace py::literals;
py::object fallback(py::object x);
bool unknown_condition();
[[noreturn]] void fail(const char *);
std::string platform_of(py::object x) { return x.attr("platform")().cast<std::string>(); }
// Lambdas.
py::object captured(py::object x) {
  auto check = [&] { if (platform_of(x) != "cpu") throw py::buffer_error("cpu"); };
  check();
  return x.attr("__dlpack__")();
}
py::object captured_by_value(py::object x) {
  auto is_cpu = [x] { return platform_of(x) == "cpu"; };
  if (!is_cpu()) return fallback(x);
  return x.attr("__dlpack__")();
}
py::object parameter_lambda(py::object x) {
  auto is_cpu = [](const py::object &o) { return platform_of(o) == "cpu"; };
  if (!is_cpu(x)) return fallback(x);
  return x.attr("__dlpack__")();
}
py::object immediately(py::object x) {
  [&] { x.attr("__dlpack_device__")(); }();
  return x.attr("__dlpack__")();
}
py::object exported_in_lambda(py::object x) {
  x.attr("__dlpack_device__")();
  auto export_now = [&] { return x.attr("__dlpack__")(); };
  return export_now();
}
py::object exported_in_immediate_lambda(py::object x) {
  x.attr("__dlpack_device__")();
  return [&] { return x.attr("__dlpack__")(); }();
}
py::object exported_in_stored_lambda(py::object x) {
  auto export_now = [&] { return x.attr("__dlpack__")(); };
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  return export_now();
}
py::object never_called(py::object x) {
  auto check = [&] { x.attr("__dlpack_device__")(); };
  (void)check;
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object init_capture(py::object x) {
  x.attr("__dlpack_device__")();
  auto export_now = [y = std::move(x)] { return y.attr("__dlpack__")(); };
  return export_now();
}
