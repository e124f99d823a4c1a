// Requests for a device type through nanobind.
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

// dl_device.
py::object d1(py::object x) { return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(8, 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
py::object d2(py::object x) { return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(py::device::metal::value, 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
py::object d3(py::object x) { return x.attr("__dlpack__")("dl_device"_a = py::make_tuple((int)py::device::cuda_managed::value, 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
py::object d4(py::object x) { return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(py::device::cpu::value, 0)); }
py::object d5(py::object x) { x.attr("__dlpack_device__")(); return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(2, 0)); }
py::object d6(py::object x, int t) { x.attr("__dlpack_device__")(); return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(t, 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
