// Tests of the platform, in all spellings.
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
// Platform tests.
std::string platform_of(py::object x) { return x.attr("platform")().cast<std::string>(); }
py::object is_cpu(py::object x) {
  if (x.attr("platform")().cast<std::string>() != "cpu") return fallback(x);
  return x.attr("__dlpack__")();
}
py::object is_gpu_or_cpu(py::object x) {
  const auto platform = x.attr("platform")().cast<std::string>();
  if (platform == "cpu" || platform == "gpu") return x.attr("__dlpack__")();
  return fallback(x);
}
py::object not_tpu(py::object x) {
  auto platform = platform_of(x);
  if (platform == "tpu") return fallback(x);
  return x.attr("__dlpack__")();
}
py::object equal_str(py::object x) {
  if (x.attr("platform")().equal(py::str("cpu"))) return x.attr("__dlpack__")();
  return fallback(x);
}
py::object not_equal_str(py::object x) {
  if (x.attr("platform")().not_equal(py::str("cpu"))) return fallback(x);
  return x.attr("__dlpack__")();
}
py::object device_platform(py::object x) {
  if (x.attr("device").attr("platform").cast<std::string>() != "cpu") return fallback(x);
  return x.attr("__dlpack__")();
}
py::object devices_platform(py::object x) {
  py::set devices = x.attr("devices")();
  auto device = *devices.begin();
  if (device.attr("platform").cast<std::string>() != "cpu") return fallback(x);
  return x.attr("__dlpack__")();
}
py::object next_iter(py::object x) {
  auto builtins = py::module_::import("builtins");
  auto device = builtins.attr("next")(builtins.attr("iter")(x.attr("devices")()));
  if (py::str(device.attr("platform")).cast<std::string>() != "cpu") return fallback(x);
  return x.attr("__dlpack__")();
}
py::object iterated(py::object x) {
  py::iterator it = py::iter(x.attr("devices")());
  if (it->attr("platform").cast<std::string>() != "cpu") return fallback(x);
  return x.attr("__dlpack__")();
}
py::object devices_loop(py::object x) {
  for (auto device : x.attr("devices")())
    if (device.attr("platform").cast<std::string>() != "cpu") return fallback(x);
  return x.attr("__dlpack__")();
}
py::object string_view(py::object x) {
  const std::string platform = platform_of(x);
  std::string_view view = platform;
  if (view != "cpu") return fallback(x);
  return x.attr("__dlpack__")();
}
py::object strcmp_test(py::object x) {
  const std::string platform = platform_of(x);
  if (std::strcmp(platform.c_str(), "cpu") != 0) return fallback(x);
  return x.attr("__dlpack__")();
}
py::object strcmp_not(py::object x) {
  const std::string platform = platform_of(x);
  if (!std::strcmp(platform.c_str(), "cpu")) return x.attr("__dlpack__")();
  return fallback(x);
}
py::object compare(py::object x) {
  if (platform_of(x).compare("cpu") != 0) return fallback(x);
  return x.attr("__dlpack__")();
}
py::object in_set(py::object x) {
  static const std::unordered_set<std::string> kExportable = {"cpu", "gpu", "cuda", "rocm", "oneapi"};
  if (!kExportable.count(platform_of(x))) return fallback(x);
  return x.attr("__dlpack__")();
}
py::object in_set_find(py::object x) {
  static const std::set<std::string> kExportable{"cpu", "gpu"};
  if (kExportable.find(platform_of(x)) == kExportable.end()) return fallback(x);
  return x.attr("__dlpack__")();
}
py::object in_array(py::object x) {
  constexpr std::array<std::string_view, 2> kExportable = {"cpu", "gpu"};
  const std::string platform = platform_of(x);
  if (std::find(kExportable.begin(), kExportable.end(), platform) == kExportable.end()) return fallback(x);
  return x.attr("__dlpack__")();
}
py::object in_c_array(py::object x) {
  static const char *const kExportable[] = {"cpu", "gpu"};
  const std::string platform = platform_of(x);
  for (const char *each : kExportable)
    if (platform == each) return x.attr("__dlpack__")();
  return fallback(x);
}
py::object any_of(py::object x) {
  const std::vector<std::string> kExportable = {"cpu", "gpu"};
  const std::string platform = platform_of(x);
  if (std::none_of(kExportable.begin(), kExportable.end(), [&](const std::string &each) { return each == platform; }))
    return fallback(x);
  return x.attr("__dlpack__")();
}
py::object in_map(py::object x) {
  static const std::map<std::string, int> kTypes = {{"cpu", 1}, {"gpu", 2}};
  auto found = kTypes.find(platform_of(x));
  if (found == kTypes.end()) throw py::buffer_error("platform");
  return x.attr("__dlpack__")();
}
py::object other_platform(py::object x, py::object y) {
  if (platform_of(y) != "cpu") return fallback(x);
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object tested_but_ignored(py::object x) {
  auto platform = platform_of(x);
  return x.attr("__dlpack__")("platform"_a = platform);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object tested_then_changed(py::object x, py::object y) {
  auto platform = platform_of(x);
  x = y;
  if (platform != "cpu") return fallback(x);
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
