// __dlpack_device__ on the same array, on every way, settles where it lives.
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
py::object torch_from(py::object x) { return py::module_::import("torch").attr("from_dlpack")(x); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]

// __dlpack_device__ on the same array.
py::object asked(py::object x) {
  x.attr("__dlpack_device__")();
  return x.attr("__dlpack__")();
}
py::object asked_kept(py::object x) {
  py::tuple device = x.attr("__dlpack_device__")();
  if (device[0].cast<int>() != 1) throw py::buffer_error("CPU only");
  return x.attr("__dlpack__")();
}
py::object asked_pair(py::object x) {
  auto [type, id] = x.attr("__dlpack_device__")().cast<std::pair<int, int>>();
  if (type != 1) throw py::buffer_error("CPU only");
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(type, id));
}
py::object asked_tuple(py::object x) {
  auto device = x.attr("__dlpack_device__")().cast<std::tuple<int, int>>();
  if (std::get<0>(device) == 2) return fallback(x);
  return x.attr("__dlpack__")();
}
py::object asked_tie(py::object x) {
  int type, id;
  std::tie(type, id) = x.attr("__dlpack_device__")().cast<std::pair<int, int>>();
  if (type == 2) return x.attr("__dlpack__")("stream"_a = 1);
  return x.attr("__dlpack__")();
}
py::object asked_other(py::object x, py::object y) {
  y.attr("__dlpack_device__")();
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object asked_then_changed(py::object x, py::object y) {
  x.attr("__dlpack_device__")();
  x = y;
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object asked_then_changed_by_call(py::object x) {
  x.attr("__dlpack_device__")();
  x = fallback(x);
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object asked_after(py::object x) {
  py::object c = x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  x.attr("__dlpack_device__")();
  return c;
}
py::object asked_on_one_way(py::object x, bool check) {
  if (check) x.attr("__dlpack_device__")();
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object asked_both_ways(py::object x, bool cuda) {
  if (cuda) {
    if (x.attr("__dlpack_device__")().cast<std::pair<int, int>>().first != 2) fail("CUDA");
  } else {
    if (x.attr("__dlpack_device__")().cast<std::pair<int, int>>().first != 1) fail("CPU");
  }
  return x.attr("__dlpack__")();
}
py::object asked_if_possible(py::object x) {
  if (py::hasattr(x, "__dlpack_device__")) {
    x.attr("__dlpack_device__")();
    return x.attr("__dlpack__")();
  }
  return fallback(x);
}
py::object asked_only_if_it_has(py::object x) {
  if (py::hasattr(x, "__dlpack_device__")) x.attr("__dlpack_device__")();
  return x.attr("__dlpack__")();
}
py::object hasattr_is_no_test(py::object x) {
  if (!py::hasattr(x, "__dlpack__") || !py::hasattr(x, "__dlpack_device__")) throw py::type_error("no");
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object alias_asked(py::object x) {
  const py::object &y = x;
  y.attr("__dlpack_device__")();
  return x.attr("__dlpack__")();
}
py::object copy_asked(py::object x) {
  py::object y = x;
  x.attr("__dlpack_device__")();
  return y.attr("__dlpack__")();
}
py::object moved_asked(py::object x) {
  x.attr("__dlpack_device__")();
  py::object y = std::move(x);
  return y.attr("__dlpack__")();
}
py::object args_asked(py::args args) {
  args[0].attr("__dlpack_device__")();
  return args[0].attr("__dlpack__")();
}
py::object other_arg_asked(py::args args) {
  args[1].attr("__dlpack_device__")();
  return args[0].attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
struct Tensor {
  py::object x_;
  py::object other_;
  py::object member() {
    x_.attr("__dlpack_device__")();
    return this->x_.attr("__dlpack__")();
  }
  py::object other_member() {
    other_.attr("__dlpack_device__")();
    return x_.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  }
  py::object stored_method() {
    auto ask = x_.attr("__dlpack_device__");
    ask();
    auto f = x_.attr("__dlpack__");
    return f();
  }
  void check() const { x_.attr("__dlpack_device__")(); }
  py::object checked_by_method() {
    check();
    return x_.attr("__dlpack__")();
  }
  py::object changed_between(py::object y) {
    check();
    x_ = y;
    return x_.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  }
};
py::object of_other_tensor(Tensor &a, Tensor &b) {
  a.check();
  b.check();
  return b.x_.attr("__dlpack__")();
}
py::object not_of_other_tensor(Tensor &a, Tensor &b) {
  a.check();
  return b.x_.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
struct Asking {
  py::capsule capsule;
  explicit Asking(py::object x) : capsule((x.attr("__dlpack_device__")(), x.attr("__dlpack__")())) {}
};
struct AskingBody {
  py::capsule capsule;
  explicit AskingBody(py::object x) {
    x.attr("__dlpack_device__")();
    capsule = x.attr("__dlpack__")();
  }
};
std::vector<py::object> loop(const std::vector<py::object> &xs) {
  std::vector<py::object> out;
  for (const py::object &x : xs) {
    x.attr("__dlpack_device__")();
    out.push_back(x.attr("__dlpack__")());
  }
  return out;
}
std::vector<py::object> loop_asks_first_only(const std::vector<py::object> &xs) {
  std::vector<py::object> out;
  bool first = true;
  for (const py::object &x : xs) {
    if (first) x.attr("__dlpack_device__")();
    first = false;
    out.push_back(x.attr("__dlpack__")());
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  }
  return out;
}
std::vector<py::object> loop_index(py::list xs) {
  std::vector<py::object> out;
  for (size_t i = 0; i < xs.size(); ++i) {
    xs[i].attr("__dlpack_device__")();
    out.push_back(xs[i].attr("__dlpack__")());
  }
  return out;
}
std::vector<py::object> two_loops(py::list xs) {
  for (auto x : xs) x.attr("__dlpack_device__")();
  std::vector<py::object> out;
  for (auto x : xs) out.push_back(x.attr("__dlpack__")());
  return out;
}
