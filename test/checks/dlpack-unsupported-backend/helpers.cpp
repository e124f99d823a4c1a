// Guards, and exports, one or more helpers away.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++17 %pybind11_2
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++20 %pybind11

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>
namespace py = pybind11;
using namespace py::literals;
py::object fallback(py::object x);

// Predicates on the array.
static bool on_cpu(const py::object &x) { return x.attr("platform")().cast<std::string>() == "cpu"; }
static bool exportable(py::handle x) {
  const auto p = x.attr("platform")().cast<std::string>();
  if (p == "cpu" || p == "gpu") return true;
  if (p == "tpu") return x.attr("sharding").attr("memory_kind").cast<py::object>().equal(py::str("pinned_host"));
  return false;
}
static bool g1b(py::handle x) {
  py::set devs = x.attr("devices")();
  if (devs.size() != 1) return false;
  auto plat = py::reinterpret_borrow<py::object>(*devs.begin()).attr("platform").cast<std::string>();
  if (plat == "cpu" || plat == "gpu" || plat == "oneapi") return true;
  if (plat == "tpu") {
    py::object kind = x.attr("sharding").attr("memory_kind");
    return !kind.is_none() && kind.cast<std::string>() == "pinned_host";
  }
  return false;
}
static int device_type(py::handle x) { return x.attr("__dlpack_device__")().cast<std::pair<int, int>>().first; }
static std::pair<int, int> device_of(py::handle x) { return x.attr("__dlpack_device__")().cast<std::pair<int, int>>(); }
static py::tuple device_tuple(py::handle x) { return x.attr("__dlpack_device__")(); }
static void require_cpu(py::handle x) {
  if (device_type(x) != 1) throw py::buffer_error("CPU array expected");
}
static void require_host_platform(const py::object &x) {
  const std::string p = x.attr("platform")().cast<std::string>();
  if (p != "cpu") throw std::runtime_error("platform " + p);
}
static bool says_cpu(const std::string &platform) { return platform == "cpu"; }
static bool says_cpu_view(std::string_view platform) { return platform == "cpu"; }
static bool known(const std::string &platform) {
  static const std::unordered_set<std::string> known = {"cpu", "gpu"};
  return known.count(platform) > 0;
}
static bool is_host(int type) { return type == 1 || type == 3; }
static bool is_host_switch(int type) {
  switch (type) {
  case 1: case 3: case 11: return true;
  default: return false;
  }
}
enum class Where { Host, Cuda, Unknown };
static Where where(py::handle x) {
  const auto p = x.attr("platform")().cast<std::string>();
  if (p == "cpu") return Where::Host;
  if (p == "gpu" || p == "cuda") return Where::Cuda;
  return Where::Unknown;
}
static Where where_platform(const std::string &p) {
  if (p == "cpu") return Where::Host;
  if (p == "gpu") return Where::Cuda;
  return Where::Unknown;
}
static Where where_device(int type) {
  switch (type) {
  case 1: return Where::Host;
  case 2: return Where::Cuda;
  default: throw py::buffer_error("unsupported device");
  }
}
static std::optional<int> stream_for(py::handle x) {
  const auto p = x.attr("platform")().cast<std::string>();
  if (p == "gpu") return 1;
  if (p == "cpu") return 0;
  return std::nullopt;
}
static std::optional<std::pair<int, int>> try_device(py::object x) {
  if (!py::hasattr(x, "__dlpack_device__")) return std::nullopt;
  return x.attr("__dlpack_device__")().cast<std::pair<int, int>>();
}
static const char *reason(py::handle x) {
  const auto p = x.attr("platform")().cast<std::string>();
  if (p != "cpu" && p != "gpu") return "backend without DLPack";
  return nullptr;
}
static std::string platform_of(py::handle x) {
  return py::str(x.attr("platform")());
}
static int status(py::handle x) { return on_cpu(py::reinterpret_borrow<py::object>(x)) ? 0 : -1; }
static bool deep(const py::object &x) { return on_cpu(x); }
static bool deeper(const py::object &x) { return !deep(x) ? false : true; }
static void deep_require(const py::object &x) { require_cpu(x); }
static void does_nothing(const py::object &x) { (void)x; }
static bool asks_something_else(const py::object &x) { return py::hasattr(x, "shape"); }
static void logs_platform(const py::object &x) { py::print(x.attr("platform")()); }
static void requires_but_only_warns(const py::object &x) {
  if (x.attr("platform")().cast<std::string>() != "cpu") py::print("careful");
}
static bool always(const py::object &x) { if (on_cpu(x)) return true; return true; }

py::object h1(py::object x) { if (!on_cpu(x)) return fallback(x); return x.attr("__dlpack__")(); }
py::object h2(py::object x) { if (on_cpu(x)) return x.attr("__dlpack__")(); return fallback(x); }
py::object h3(py::object x) { if (on_cpu(x) == false) return fallback(x); return x.attr("__dlpack__")(); }
py::object h4(py::object x) { return exportable(x) ? py::object(x.attr("__dlpack__")()) : fallback(x); }
py::object h5(py::object x) { if (!g1b(x)) return fallback(x); return x.attr("__dlpack__")(); }
py::object h6(py::object x) { if (device_type(x) != 1) throw py::buffer_error("no"); return x.attr("__dlpack__")(); }
py::object h7(py::object x) { auto [t, i] = device_of(x); (void)t; (void)i; return x.attr("__dlpack__")(); }
py::object h8(py::object x) { if (device_tuple(x)[0].cast<int>() != 1) throw py::buffer_error("no"); return x.attr("__dlpack__")(); }
py::object h9(py::object x) { require_cpu(x); return x.attr("__dlpack__")(); }
py::object h10(py::object x) { require_host_platform(x); return x.attr("__dlpack__")(); }
py::object h11(py::object x) { if (!says_cpu(platform_of(x))) return fallback(x); return x.attr("__dlpack__")(); }
py::object h12(py::object x) { auto p = platform_of(x); if (!says_cpu_view(p)) return fallback(x); return x.attr("__dlpack__")(); }
py::object h13(py::object x) { if (!known(platform_of(x))) return fallback(x); return x.attr("__dlpack__")(); }
py::object h14(py::object x) { if (!is_host(device_type(x))) return fallback(x); return x.attr("__dlpack__")(); }
py::object h15(py::object x) { if (!is_host_switch(device_of(x).first)) return fallback(x); return x.attr("__dlpack__")(); }
py::object h16(py::object x) {
  switch (where(x)) {
  case Where::Host: case Where::Cuda: return x.attr("__dlpack__")();
  case Where::Unknown: break;
  }
  return fallback(x);
}
py::object h17(py::object x) { if (where(x) == Where::Unknown) return fallback(x); return x.attr("__dlpack__")(); }
py::object h18(py::object x) { if (where(x) != Where::Unknown) return x.attr("__dlpack__")(); return fallback(x); }
py::object h19(py::object x) {
  auto w = where(x);
  if (w == Where::Unknown) return fallback(x);
  return x.attr("__dlpack__")();
}
py::object h20(py::object x) {
  const Where w = where_platform(platform_of(x));
  switch (w) {
  case Where::Host: return x.attr("__dlpack__")();
  case Where::Cuda: return x.attr("__dlpack__")("stream"_a = 1);
  default: return fallback(x);
  }
}
py::object h21(py::object x) { where_device(device_type(x)); return x.attr("__dlpack__")(); }
py::object h22(py::object x) {
  auto stream = stream_for(x);
  if (!stream) return fallback(x);
  return x.attr("__dlpack__")("stream"_a = *stream);
}
py::object h23(py::object x) {
  auto stream = stream_for(x);
  if (stream.has_value()) return x.attr("__dlpack__")("stream"_a = stream.value());
  return fallback(x);
}
py::object h24(py::object x) {
  if (auto stream = stream_for(x)) return x.attr("__dlpack__")("stream"_a = *stream);
  return fallback(x);
}
py::object h25(py::object x) { if (stream_for(x) == std::nullopt) return fallback(x); return x.attr("__dlpack__")(); }
py::object h26(py::object x) { if (const char *why = reason(x)) throw py::buffer_error(why); return x.attr("__dlpack__")(); }
py::object h27(py::object x) { const char *why = reason(x); if (why != nullptr) return fallback(x); return x.attr("__dlpack__")(); }
py::object h28(py::object x) { if (status(x) != 0) return fallback(x); return x.attr("__dlpack__")(); }
py::object h29(py::object x) { if (status(x) < 0) return fallback(x); return x.attr("__dlpack__")(); }
py::object h30(py::object x) { int rc = status(x); if (rc) return fallback(x); return x.attr("__dlpack__")(); }
py::object h31(py::object x) { if (!deeper(x)) return fallback(x); return x.attr("__dlpack__")(); }
py::object h32(py::object x) { deep_require(x); return x.attr("__dlpack__")(); }
py::object h33(py::object x) { bool ok = on_cpu(x); if (!ok) return fallback(x); return x.attr("__dlpack__")(); }
py::object h34(py::object x) { if (on_cpu(x) && py::hasattr(x, "shape")) return x.attr("__dlpack__")(); return fallback(x); }
py::object h35(py::object x) { auto device = try_device(x); if (!device) return fallback(x); return x.attr("__dlpack__")(); }
py::object h36(py::object x) { if (where_device(device_of(x).first) == Where::Host) return x.attr("__dlpack__")(); return fallback(x); }

py::object b1(py::object x, py::object y) { require_cpu(y); return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object b2(py::object x) { does_nothing(x); return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object b3(py::object x) { if (!asks_something_else(x)) return fallback(x); return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object b4(py::object x) { logs_platform(x); return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object b5(py::object x) { if (on_cpu(x)) return fallback(x); return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
py::object b6(py::object x) { requires_but_only_warns(x); return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object b7(py::object x) { on_cpu(x); return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object b8(py::object x, bool c) { if (c) require_cpu(x); return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object b9(py::object x) { if (!always(x)) return fallback(x); return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object b10(py::object x, py::object y) { if (!on_cpu(y)) return fallback(x); return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]

// The export is in the helper.
static py::object export_it(py::object x) { return x.attr("__dlpack__")(); }
py::object e1(py::object x) { require_cpu(x); return export_it(x); }
py::object e2(py::object x) { if (on_cpu(x)) return export_it(x); return fallback(x); }
static py::object export_unsafe(py::object x) { return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object e3(py::object x) { require_cpu(x); return export_unsafe(x); }
py::object e4(py::object x) { return export_unsafe(x); }
// With linkage, but no header declares it: all that call it are here.
py::object public_export(py::object x) { return x.attr("__dlpack__")(); }
py::object e5(py::object x) { require_cpu(x); return public_export(x); }
static py::object export_deep2(py::object x) { return x.attr("__dlpack__")(); }
static py::object export_deep1(py::object x) { return export_deep2(x); }
py::object e6(py::object x) { require_cpu(x); return export_deep1(x); }
namespace {
py::object anonymous(py::object x) { return x.attr("__dlpack__")(); }
struct Exporter {
  py::object x;
  py::object run() { return x.attr("__dlpack__")(); }
};
} // namespace
py::object e7(py::object x) { require_cpu(x); return anonymous(x); }
py::object e8(py::object x) { require_cpu(x); Exporter e{x}; return e.run(); }
static py::object checked_export(py::object x) { require_cpu(x); return x.attr("__dlpack__")(); }
py::object e9(py::object x) { return checked_export(x); }
static py::object pick(py::object x) { if (!on_cpu(x)) return py::module_::import("numpy").attr("array")(x); return x; }
py::object e10(py::object x) { return py::module_::import("torch").attr("from_dlpack")(pick(x)); }
static py::object to_host(py::object x) { return py::module_::import("numpy").attr("array")(x); }
py::object e11(py::object x) { return py::module_::import("torch").attr("from_dlpack")(to_host(x)); }
py::object e12(py::object x) { x = to_host(x); return py::module_::import("torch").attr("from_dlpack")(x); }
static py::object host_if_needed(py::object x) { return on_cpu(x) ? x : to_host(x); }
py::object e13(py::object x) { auto y = host_if_needed(x); return py::module_::import("torch").attr("from_dlpack")(y); }
static void host_in_place(py::object &x) { if (!on_cpu(x)) x = to_host(x); }
py::object e14(py::object x) { host_in_place(x); return py::module_::import("torch").attr("from_dlpack")(x); }
static py::object import_from(const char *name) { return py::module_::import(name).attr("from_dlpack"); }
py::object e15(py::object x) { return import_from("torch")(x); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
static py::module_ torch() { return py::module_::import("torch"); }
py::object e16(py::object x) { return torch().attr("from_dlpack")(x); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
template <typename T> static void require(const T &x) { if (device_type(x) != 1) throw py::buffer_error("no"); }
py::object e17(py::object x) { require(x); return x.attr("__dlpack__")(); }
template <typename F> static py::object with(py::object x, F f) { require_cpu(x); return f(x); }
py::object e18(py::object x) { return with(x, [](py::object y) { return py::object(y.attr("__dlpack__")()); }); }

// Check macros.
#define CHECK_THROW(c, m) do { if (!(c)) throw std::runtime_error(m); } while (0)
[[noreturn]] void fatal(const char *file, int line, const char *m);
#define CHECK_FATAL(c) ((c) ? (void)0 : fatal(__FILE__, __LINE__, #c))
#define ENFORCE(c, ...) if (!(c)) { throw std::invalid_argument(#c); }
#define CHECK_CPU(x) CHECK_THROW(device_type(x) == 1, "cpu expected")
struct Fatal { [[noreturn]] ~Fatal(); template <class T> Fatal &operator<<(const T &) { return *this; } };
struct Voidify { void operator&(Fatal &) {} };
#define LOG_CHECK(c) (c) ? (void)0 : Voidify() & Fatal() << "Check failed: " #c
#define LOG_IF_CHECK(c) if (!(c)) Fatal() << "Check failed: " #c
py::object m1(py::object x) { CHECK_THROW(on_cpu(x), "cpu"); return x.attr("__dlpack__")(); }
py::object m2(py::object x) { CHECK_FATAL(on_cpu(x)); return x.attr("__dlpack__")(); }
py::object m3(py::object x) { ENFORCE(on_cpu(x)); return x.attr("__dlpack__")(); }
py::object m4(py::object x) { CHECK_CPU(x); return x.attr("__dlpack__")(); }
py::object m5(py::object x) { LOG_CHECK(on_cpu(x)) << "array"; return x.attr("__dlpack__")(); }
py::object m6(py::object x) { LOG_IF_CHECK(on_cpu(x)); return x.attr("__dlpack__")(); }
py::object m7(py::object x) { CHECK_THROW(!x.is_none(), "none"); return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
