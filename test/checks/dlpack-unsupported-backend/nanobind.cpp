// The same through nanobind; that the alias says py means nothing.
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

py::object bare(py::object x) { return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::capsule to_capsule(py::handle x) { return py::cast<py::capsule>(x.attr("__dlpack__")()); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object stream(py::handle x) { return x.attr("__dlpack__")("stream"_a = 1); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object arg(py::handle x) { return x.attr("__dlpack__")(py::arg("stream") = py::none()); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object positional(py::handle x) { return x.attr("__dlpack__")(1); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object get(py::handle x) { return py::getattr(x, "__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object stored(py::handle x) { py::object f = x.attr("__dlpack__"); return f(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object kwargs(py::handle x) { py::dict kw; kw["stream"] = py::none(); return x.attr("__dlpack__")(**kw); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object forward(py::object aa, py::kwargs kwargs) { return aa.attr("__dlpack__")(**kwargs); }
void alias(py::object t) { t.attr("to_dlpack") = t.attr("__dlpack__"); }
bool probe(py::handle x) { return py::hasattr(x, "__dlpack__"); }
py::object torch(py::object x) { return py::module_::import_("torch.utils.dlpack").attr("from_dlpack")(x); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object chain(py::object x) { return py::module_::import_("jax").attr("dlpack").attr("from_dlpack")(x); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object way_out(py::object x) {
  return py::module_::import_("torch").attr("from_dlpack")(py::module_::import_("numpy").attr("array")(x));
}
py::object args(py::args a) { return a[0].attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
static py::object *cached = nullptr;
py::object cached_static(py::object x) {
  static py::object *from_dlpack = new py::object(py::module_::import_("torch").attr("from_dlpack"));
  return (*from_dlpack)(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
struct Holder {
  py::capsule capsule;
  py::object x_;
  explicit Holder(py::object x) : capsule(py::cast<py::capsule>(x.attr("__dlpack__")())), x_(x) {}
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  py::object asked() { x_.attr("__dlpack_device__")(); return x_.attr("__dlpack__")(); }
};
py::object method_call(py::object x) { return x.attr("__dlpack__").operator()(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
NB_MODULE(m, mod) {
  mod.def("f", [](py::object x) { return x.attr("__dlpack__")(); });
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  mod.def("g", [](py::object x) { x.attr("__dlpack_device__")(); return x.attr("__dlpack__")(); });
  mod.def("h", [](py::ndarray<const float, py::device::cpu> a) { return a.size(); });
}
py::object own_array(py::ndarray<float> a) { return py::cast(a).attr("__dlpack__")(); }

// Guards.
py::object asked(py::object x) {
  py::tuple dev = py::cast<py::tuple>(x.attr("__dlpack_device__")());
  if (py::cast<int>(dev[0]) != py::device::cpu::value) throw py::buffer_error("CPU wanted");
  return x.attr("__dlpack__")();
}
py::object asked_pair(py::object x) {
  auto [type, id] = py::cast<std::pair<int, int>>(x.attr("__dlpack_device__")());
  if (type != py::device::cpu::value && type != py::device::cuda::value) throw py::buffer_error("no");
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(type, id));
}
py::object asked_other(py::object x, py::object y) { y.attr("__dlpack_device__")(); return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object platform(py::object x) {
  std::string p = py::cast<std::string>(x.attr("platform")());
  if (p != "cpu" && p != "gpu") return fallback(x);
  return x.attr("__dlpack__")();
}
py::object platform_tpu(py::object x) {
  std::string p = py::cast<std::string>(x.attr("platform")());
  if (p != "cpu" && p != "tpu") return fallback(x);
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
}
py::object platform_pinned(py::object x) {
  std::string p = py::cast<std::string>(x.attr("platform")());
  if (p == "tpu") {
    py::object kind = x.attr("sharding").attr("memory_kind");
    if (kind.is_none() || py::cast<std::string>(kind) != "pinned_host") return fallback(x);
  } else if (p != "cpu") {
    return fallback(x);
  }
  return x.attr("__dlpack__")();
}
py::object str_equal(py::object x) {
  if (py::str(x.attr("platform")()).equal(py::str("cpu"))) return x.attr("__dlpack__")();
  return fallback(x);
}
py::object c_str(py::object x) {
  std::string_view p = py::str(x.attr("platform")()).c_str();
  if (p == "cpu") return x.attr("__dlpack__")();
  return fallback(x);
}
py::object iterate(py::object x) {
  py::object device = py::borrow(*py::iter(x.attr("devices")()));
  if (py::cast<std::string>(device.attr("platform")) != "cpu") return fallback(x);
  return x.attr("__dlpack__")();
}
py::object device_loop(py::object x) {
  for (py::handle device : x.attr("devices")())
    if (py::cast<std::string>(device.attr("platform")) != "cpu") return fallback(x);
  return x.attr("__dlpack__")();
}
py::object try_cast(py::object x) {
  std::pair<int, int> dev;
  if (!py::try_cast(x.attr("__dlpack_device__")(), dev)) throw py::type_error("device");
  if (dev.first != 1) throw py::buffer_error("cpu");
  return x.attr("__dlpack__")();
}
static bool on_cpu(py::handle x) { return py::cast<std::string>(x.attr("platform")()) == "cpu"; }
static void require_cpu(py::handle x) { if (!on_cpu(x)) throw py::buffer_error("cpu"); }
static std::optional<int> stream_of(py::handle x) {
  auto p = py::cast<std::string>(x.attr("platform")());
  if (p == "gpu") return 1;
  return std::nullopt;
}
py::object helper1(py::object x) { require_cpu(x); return x.attr("__dlpack__")(); }
py::object helper2(py::object x) { return on_cpu(x) ? py::object(x.attr("__dlpack__")()) : fallback(x); }
py::object helper3(py::object x) {
  auto s = stream_of(x);
  return s ? py::object(x.attr("__dlpack__")("stream"_a = *s)) : fallback(x);
}
py::object helper4(py::object x, py::object y) { require_cpu(y); return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
