// The forms a branch can have.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++17 %pybind11
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++17 %pybind11_2

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
// Forms of a branch.
py::object conjunction(py::object x, bool direct) {
  if (direct && platform_of(x) == "cpu") return x.attr("__dlpack__")();
  return fallback(x);
}
py::object disjunction(py::object x, bool direct) {
  if (direct || platform_of(x) == "cpu") return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  return fallback(x);
}
py::object negated(py::object x) {
  if (!(platform_of(x) == "cpu")) return fallback(x);
  return x.attr("__dlpack__")();
}
py::object de_morgan(py::object x) {
  auto p = platform_of(x);
  if (!(p == "cpu" || p == "gpu")) return fallback(x);
  return x.attr("__dlpack__")();
}
py::object ternary(py::object x) { return platform_of(x) == "cpu" ? py::object(x.attr("__dlpack__")()) : fallback(x); }
py::object ternary_wrong(py::object x) {
  return platform_of(x) == "tpu" ? py::object(x.attr("__dlpack__")()) : fallback(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
}
py::object flag(py::object x) {
  const bool direct = platform_of(x) == "cpu";
  if (direct) return x.attr("__dlpack__")();
  return fallback(x);
}
py::object flag_set(py::object x) {
  bool direct = false;
  if (platform_of(x) == "cpu") direct = true;
  if (!direct) return fallback(x);
  return x.attr("__dlpack__")();
}
py::object flag_set_switch(py::object x) {
  bool direct;
  switch (x.attr("__dlpack_device__")().cast<std::pair<int, int>>().first) {
  case 1: direct = true; break;
  default: direct = false;
  }
  return direct ? py::object(x.attr("__dlpack__")()) : fallback(x);
}
py::object flag_spoiled(py::object x) {
  bool direct = platform_of(x) == "cpu";
  direct = direct || unknown_condition();
  if (!direct) return fallback(x);
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object early_exits(py::object x) {
  auto p = platform_of(x);
  if (p == "METAL") return fallback(x);
  if (p == "tpu") return fallback(x);
  return x.attr("__dlpack__")();
}
py::object fails(py::object x) {
  if (platform_of(x) != "cpu") fail("cpu");
  return x.attr("__dlpack__")();
}
py::object aborts(py::object x) {
  if (platform_of(x) != "cpu") std::abort();
  return x.attr("__dlpack__")();
}
py::object else_way(py::object x) {
  if (platform_of(x) == "cpu") {
    return x.attr("__dlpack__")();
  } else {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
  }
}
py::object while_loop(py::object x) {
  while (platform_of(x) != "cpu") x = fallback(x);
  return x.attr("__dlpack__")();
}
py::object do_loop(py::object x) {
  py::object c;
  do {
    c = x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  } while (platform_of(x) != "cpu");
  return c;
}
py::object with_goto(py::object x) {
  if (platform_of(x) != "cpu") goto copy;
  return x.attr("__dlpack__")();
copy:
  return fallback(x);
}
py::object host_copy_in_place(py::object x) {
  if (platform_of(x) != "cpu") x = py::module_::import("numpy").attr("array")(x);
  return py::module_::import("torch").attr("from_dlpack")(x);
}
py::object init_statement(py::object x) {
  if (auto p = platform_of(x); p != "cpu") return fallback(x);
  return x.attr("__dlpack__")();
}
py::object switch_on_device(py::object x) {
  switch (x.attr("__dlpack_device__")()[py::int_(0)].cast<int>()) {
  case 1:
  case 2:
    return x.attr("__dlpack__")();
  default:
    return fallback(x);
  }
}
