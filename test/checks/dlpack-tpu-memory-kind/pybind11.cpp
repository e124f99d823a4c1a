// The platform test admits a TPU: its memory kind decides.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++17 %pybind11_2
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++20 %pybind11

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <optional>
#include <string>
#include <unordered_set>
namespace py = pybind11;
using namespace py::literals;
py::object fallback(py::object x);
static std::string platform_of(py::handle x) { return x.attr("platform")().cast<std::string>(); }

py::object t1(py::object x) {
  if (platform_of(x) == "tpu") return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
  return fallback(x);
}
py::object t2(py::object x) {
  if (platform_of(x) != "METAL") return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
  return fallback(x);
}
py::object t3(py::object x) {
  static const std::unordered_set<std::string> known = {"cpu", "gpu", "cuda", "rocm", "oneapi", "tpu"};
  if (!known.count(platform_of(x))) return fallback(x);
  return py::module_::import("torch").attr("from_dlpack")(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
}
py::object t4(py::object x) {
  if (platform_of(x) == "tpu" && x.attr("sharding").attr("memory_kind").cast<std::string>() != "pinned_host")
    return fallback(x);
  return x.attr("__dlpack__")();
}
py::object t5(py::object x) {
  py::object kind = x.attr("sharding").attr("memory_kind");
  if (platform_of(x) == "tpu" && !kind.equal(py::str("pinned_host"))) throw py::buffer_error("pin it");
  return x.attr("__dlpack__")();
}
py::object t6(py::object x) {
  auto kind = x.attr("sharding").attr("memory_kind").cast<std::optional<std::string>>();
  if (platform_of(x) == "tpu" && (!kind || *kind != "pinned_host")) throw py::buffer_error("pin it");
  return x.attr("__dlpack__")();
}
py::object t7(py::object x) {
  auto kind = x.attr("sharding").attr("memory_kind").cast<std::optional<std::string>>();
  if (platform_of(x) == "tpu" && kind.value_or("") != "pinned_host") throw py::buffer_error("pin it");
  return x.attr("__dlpack__")();
}
py::object t8(py::object x) { // the wrong kind
  if (platform_of(x) == "tpu" && x.attr("sharding").attr("memory_kind").cast<std::string>() != "unpinned_host")
    return fallback(x);
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
}
py::object t9(py::object x) { // None is not enough
  py::object kind = x.attr("sharding").attr("memory_kind");
  if (platform_of(x) == "tpu" && kind.is_none()) return fallback(x);
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
}
py::object t10(py::object x) {
  if (platform_of(x) == "tpu") x = py::module_::import("jax").attr("device_get")(x);
  return py::module_::import("torch").attr("from_dlpack")(x);
}
py::object t11(py::object x) {
  if (platform_of(x) == "tpu")
    x = py::module_::import("jax").attr("device_put")(x, x.attr("sharding").attr("with_memory_kind")("pinned_host"));
  return x.attr("__dlpack__")();
}
py::object t12(py::object x) {
  if (platform_of(x) == "tpu")
    x = py::module_::import("jax").attr("device_put")(x, x.attr("sharding").attr("with_memory_kind")("device"));
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
}
py::object t13(py::object x) { // asks the device as well: it refuses by itself
  if (platform_of(x) == "METAL") return fallback(x);
  x.attr("__dlpack_device__")();
  return x.attr("__dlpack__")();
}
py::object t14(py::object x) { // the documented handler
  if (platform_of(x) == "METAL") return fallback(x);
  try {
    return py::module_::import("torch").attr("from_dlpack")(x);
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError)) throw;
    return fallback(x);
  }
}
py::object t15(py::object x) {
  const bool is_tpu = platform_of(x) == "tpu";
  const bool pinned = x.attr("sharding").attr("memory_kind").cast<py::object>().equal(py::str("pinned_host"));
  if (is_tpu && !pinned) return fallback(x);
  return x.attr("__dlpack__")();
}
py::object t16(py::object x) {
  if (x.attr("sharding").attr("memory_kind").cast<py::object>().equal(py::str("pinned_host"))) return x.attr("__dlpack__")();
  return fallback(x);
}
static bool pinned(py::handle x) { return x.attr("sharding").attr("memory_kind").cast<py::object>().equal(py::str("pinned_host")); }
py::object t17(py::object x) {
  auto p = platform_of(x);
  if (p == "cpu" || (p == "tpu" && pinned(x))) return x.attr("__dlpack__")();
  return fallback(x);
}
py::object t18(py::object x, py::object y) { // the other array's kind
  auto p = platform_of(x);
  if (p == "cpu" || (p == "tpu" && pinned(y))) return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
  return fallback(x);
}
static void require_known(const std::string &p) {
  if (p != "cpu" && p != "gpu" && p != "tpu") throw py::buffer_error("unknown platform");
}
py::object t19(py::object x) {
  require_known(platform_of(x));
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
}
py::object t20(py::object x) {
  if (x.attr("device").attr("platform").cast<std::string>() == "tpu") return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
  return fallback(x);
}
py::object t21(py::object x) {
  py::set devices = x.attr("devices")();
  auto p = (*devices.begin()).attr("platform").cast<std::string>();
  if (p != "cpu" && p != "tpu") return fallback(x);
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
}
py::object t22(py::object x) {
  if (platform_of(x) == "tpu") {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
  } else if (platform_of(x) == "cpu") {
    return x.attr("__dlpack__")();
  }
  return fallback(x);
}
py::object t23(py::object x) { // gpu only: no TPU
  if (platform_of(x) != "gpu") return fallback(x);
  return x.attr("__dlpack__")("stream"_a = 1);
}
py::object t24(py::object x) { // host request is served from anywhere
  if (platform_of(x) == "METAL") return fallback(x);
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(1, 0));
}
py::object t25(py::object x) {
  auto kind = x.attr("sharding").attr("memory_kind");
  if (kind.is_none() || kind.cast<std::string>() != "pinned_host") return fallback(x);
  return x.attr("__dlpack__")();
}
py::object t26(py::object x) { // memory_kind of the device
  if (platform_of(x) == "tpu" && py::str(x.attr("sharding").attr("memory_kind")).cast<std::string>() == "device") return fallback(x);
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
}
py::object t27(py::object x) {
  auto p = platform_of(x);
  return p == "tpu" ? fallback(x) : py::object(x.attr("__dlpack__")());
}
