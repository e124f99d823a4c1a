// Tests, helpers, handlers and requests in pybind11: what settles the array, and what does not.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -- -std=c++17 %pybind11


#include <pybind11/pybind11.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
namespace py = pybind11;
using namespace py::literals;
using namespace std::string_literals;

py::object w01(py::object x) { // documented memory-kind guard by host copy
  if (x.attr("platform")().cast<std::string>() == "tpu" && x.attr("sharding").attr("memory_kind").cast<std::string>() != "pinned_host")
    x = py::module_::import("jax").attr("device_get")(x);
  return py::module_::import("torch").attr("from_dlpack")(x);
}
py::object w02(py::object x) { // documented handler
  auto torch = py::module_::import("torch");
  try { return torch.attr("from_dlpack")(x); }
  catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError)) throw;
    return torch.attr("as_tensor")(py::module_::import("numpy").attr("asarray")(x));
  }
}
py::object w03(py::object x, py::tuple dev) { // documented dl_device fallback
  x.attr("__dlpack_device__")();
  try { return x.attr("__dlpack__")("dl_device"_a = dev); }
  catch (py::error_already_set &e) { if (!e.matches(PyExc_BufferError)) throw; return x.attr("__dlpack__")(); }
}
py::object w04(py::object x) {
  std::string p = x.attr("platform")().cast<std::string>();
  if (p == "METAL"s || p == "tpu"s) return py::module_::import("numpy").attr("array")(x);
  return x.attr("__dlpack__")();
}
enum class Where { Cpu, Gpu, Tpu, Other };
Where where(const py::object &x) {
  const auto p = x.attr("platform")().cast<std::string>();
  if (p == "cpu") return Where::Cpu;
  if (p == "gpu" || p == "cuda" || p == "rocm") return Where::Gpu;
  if (p == "tpu") return Where::Tpu;
  return Where::Other;
}
py::object w05(py::object x) { if (where(x) == Where::Other) throw py::buffer_error("no"); return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
py::object w06(py::object x) {
  switch (where(x)) {
  case Where::Cpu: case Where::Gpu: return x.attr("__dlpack__")();
  case Where::Tpu: if (x.attr("sharding").attr("memory_kind").cast<std::string>() == "pinned_host") return x.attr("__dlpack__")(); break;
  default: break;
  }
  throw py::buffer_error("no");
}
py::object w07(py::object x) {
  const bool ok = x.attr("platform")().cast<std::string>() == "cpu";
  if (!ok) { PyErr_SetString(PyExc_BufferError, "cpu"); throw py::error_already_set(); }
  return x.attr("__dlpack__")();
}
struct Checked {
  explicit Checked(py::object x) : array(std::move(x)) { if (array.attr("platform")().cast<std::string>() != "cpu") throw py::value_error("cpu"); }
  py::object capsule() { return array.attr("__dlpack__")(); }
  py::object array;
};
py::object w08(py::object x) { Checked c(x); return c.capsule(); }
template <class F> py::object with(py::object x, F f) { x.attr("__dlpack_device__")(); return f(x); }
py::object w09(py::object x) { return with(x, [](py::object y) { return y.attr("__dlpack__")(); }); }
template <class F> py::object without(py::object x, F f) { return f(x); }
py::object w10(py::object x) { return without(x, [](py::object y) { return y.attr("__dlpack__")(); }); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object w11(py::object x) {
  auto once = [&] { return x.attr("__dlpack__")(); };
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  return once();
}
py::object w12(py::object x) {
  auto once = [&] { return x.attr("__dlpack__")(); };
  x.attr("__dlpack_device__")();
  return once();
}
py::object w13(py::object x) {
  std::function<bool(py::object)> ok = [](py::object y) { return y.attr("platform")().cast<std::string>() == "cpu"; };
  if (!ok(x)) return py::none();
  return x.attr("__dlpack__")();
}
py::object w14(py::object x) {
  do { x.attr("__dlpack_device__")(); } while (false);
  return x.attr("__dlpack__")();
}
py::object w15(py::object x, int n) {
  for (int i = 0; i < n; ++i) x.attr("__dlpack_device__")();
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object w16(py::object x) {
  while (x.attr("platform")().cast<std::string>() != "cpu") x = py::module_::import("jax").attr("device_put")(x, py::module_::import("jax").attr("devices")("cpu")[py::int_(0)]);
  return x.attr("__dlpack__")();
}
py::object w17(py::object a, py::object b) {
  auto da = a.attr("__dlpack_device__")().cast<std::pair<int, int>>();
  if (da.first != 1) throw py::buffer_error("cpu");
  return py::make_tuple(a.attr("__dlpack__")(), b.attr("__dlpack__")());
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object w18(py::object x) {
  py::object y = x;
  if (y.attr("platform")().cast<std::string>() != "cpu") throw py::buffer_error("cpu");
  return x.attr("__dlpack__")();
}
py::object w19(py::object x) {
  if (x.attr("platform")().cast<std::string>() != "cpu") throw py::buffer_error("cpu");
  py::object y = x.attr("T");
  return y.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
std::optional<py::object> cpu_only(py::object x) { if (x.attr("platform")().cast<std::string>() != "cpu") return std::nullopt; return x; }
py::object w20(py::object x) { auto y = cpu_only(x); if (!y) return py::none(); return y->attr("__dlpack__")(); }
py::object to_host(py::object x) { return py::module_::import("numpy").attr("array")(x); }
py::object w21(py::object x) { return py::module_::import("torch").attr("from_dlpack")(to_host(x)); }
py::object w22(py::object x, bool copy) { py::object y = copy ? to_host(x) : x; return py::module_::import("torch").attr("from_dlpack")(y); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
int device_of(py::handle x) { return x.attr("__dlpack_device__")().cast<py::tuple>()[0].cast<int>(); }
py::object w23(py::object x) { const int d = device_of(x); if (d != 1 && d != 2) throw py::buffer_error("no"); return x.attr("__dlpack__")(); }
py::object w24(py::object x) { static const std::map<std::string, int> known{{"cpu", 1}, {"cuda", 2}}; if (known.find(x.attr("platform")().cast<std::string>()) == known.end()) throw py::buffer_error("no"); return x.attr("__dlpack__")(); }
py::object w25(py::object x) { try { x.attr("__dlpack_device__")(); } catch (py::error_already_set &) { return to_host(x); } return x.attr("__dlpack__")(); }
py::object w26(py::object x) { try { x.attr("__dlpack_device__")(); } catch (py::error_already_set &) { } return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object w27(py::object x) { if (py::hasattr(x, "__dlpack__")) return x.attr("__dlpack__")(); return py::none(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object w28(py::object x) { if (!py::hasattr(x, "platform")) return x.attr("__dlpack__")(); return py::none(); }
py::object w29(py::object x) { try { return x.attr("__dlpack__")(); } catch (std::exception &) { return to_host(x); } }
py::object w30(py::object x) { try { return x.attr("__dlpack__")(); } catch (py::cast_error &) { return to_host(x); } }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object w31(py::object x) { try { return x.attr("__dlpack__")(); } catch (py::value_error &) { return to_host(x); } }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
py::object inner(py::object x) { return x.attr("__dlpack__")(); }
py::object w33(py::object x) { try { return inner(x); } catch (py::error_already_set &e) { if (e.matches(PyExc_BufferError) || e.matches(PyExc_RuntimeError)) return to_host(x); throw; } }
py::object w35(py::object x, py::object y) { x.attr("__dlpack_device__")(); std::swap(x, y); return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
void fresh(py::object &x) { x = py::module_::import("m").attr("make")(); }
py::object w37(py::object x) { x.attr("__dlpack_device__")(); fresh(x); return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::list w38(py::list xs) { py::list out; for (size_t i = 0; i < xs.size(); ++i) { xs[i].attr("__dlpack_device__")(); out.append(xs[i].attr("__dlpack__")()); } return out; }
py::object w40(py::args xs) { return xs[0].attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object w41(py::object x, std::string_view dev) { x.attr("__dlpack_device__")(); int t = dev == "cpu" ? 1 : dev == "vulkan" ? 7 : 2; return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(t, 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
int type_of(const std::string &n) { if (n == "cuda") return 2; if (n == "managed") return 13; return 1; }
py::object w42(py::object x, std::string n) { x.attr("__dlpack_device__")(); return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(type_of(n), 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
void accept(int t) { if (t != 1 && t != 2) throw py::buffer_error("t"); }
py::object w43(py::object x, int t) { x.attr("__dlpack_device__")(); accept(t); return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(t, 0)); }
py::object w44(py::object x, int t) { x.attr("__dlpack_device__")(); switch (t) { case 1: case 2: return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(t, 0)); default: return x.attr("__dlpack__")(); } }
py::object w45(py::object x, py::object y) { return x.attr("__dlpack__")("dl_device"_a = y.attr("__dlpack_device__")()); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
PYBIND11_MODULE(twins, m) {
  m.def("inner", [](py::object x) { return x.attr("__dlpack__")(); });
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  m.def("ok", [](py::object x) { if (x.attr("platform")().cast<std::string>() != "cpu") throw py::buffer_error("cpu"); return x.attr("__dlpack__")(); });
  m.def("to_jax", [](py::capsule c) { return py::module_::import("torch").attr("from_dlpack")(c); });
}
