// Requests for a device type.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++17 %pybind11_2
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++20 %pybind11

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <tuple>
#include <utility>
namespace py = pybind11;
using namespace py::literals;
py::object fallback(py::object x);
enum DLDeviceType : int { kDLCPU = 1, kDLCUDA = 2, kDLOpenCL = 4, kDLMetal = 8, kDLCUDAManaged = 13 };
enum class Device { Cpu = 1, Vulkan = 7 };
struct DLDevice { DLDeviceType device_type; int device_id; };
constexpr int kManaged = 13;

py::object d1(py::object x) { return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(4, 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
py::object d2(py::object x) { return x.attr("__dlpack__")(py::arg("dl_device") = py::make_tuple(8, 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
py::object d3(py::object x) { return x.attr("__dlpack__")("dl_device"_a = std::make_pair(13, 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
py::object d4(py::object x) { return x.attr("__dlpack__")("dl_device"_a = std::make_tuple(7, 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
py::object d5(py::object x) { return x.attr("__dlpack__")("dl_device"_a = std::pair<int, int>(9, 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
py::object d6(py::object x) { return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(kDLMetal, 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
py::object d7(py::object x) { return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(static_cast<int>(kDLOpenCL), 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
py::object d8(py::object x) { return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(static_cast<int>(Device::Vulkan), 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
py::object d9(py::object x) { return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(kManaged, 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
py::object d10(py::object x) {
  auto device = py::make_tuple(12, 0);
  return x.attr("__dlpack__")("dl_device"_a = device);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
}
py::object d11(py::object x) {
  const int type = 13;
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(type, 0));
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
}
py::object d12(py::object x, bool metal) {
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(metal ? 8 : 1, 0));
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
}
py::object d13(py::object x, bool managed) {
  int type = 2;
  if (managed) type = 13;
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(type, 0));
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
}
py::object d14(py::object x) {
  py::dict kwargs("dl_device"_a = py::make_tuple(4, 0));
  return x.attr("__dlpack__")(**kwargs);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
}
py::object d15(py::object x) {
  py::dict kwargs;
  kwargs["dl_device"] = py::make_tuple(15, 0);
  return x.attr("__dlpack__")(**kwargs);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
}
py::object d16(py::object x) {
  DLDevice device{kDLCUDAManaged, 0};
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(int(device.device_type), device.device_id));
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
}
py::object d17(py::object x, int type) { return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(type, 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
py::object d18(py::object x, std::pair<int, int> device) {
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(device.first, device.second));
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
}
static int opencl() { return 4; }
py::object d19(py::object x) { return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(opencl(), 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
static py::tuple metal_device(int id) { return py::make_tuple(8, id); }
py::object d20(py::object x) { return x.attr("__dlpack__")("dl_device"_a = metal_device(0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
py::object d21(py::object x, int type) {
  if (type == 0) throw py::value_error("type");
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(type, 0));
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
}
py::object d22(py::object x, int type) {
  if (type == 1 || type == 13) return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(type, 0));
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
  return fallback(x);
}
py::object d23(py::object x) {
  auto f = x.attr("__dlpack__");
  return f("dl_device"_a = py::make_tuple(4, 0));
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
}
static py::object request(py::object x, int type) {
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(type, 0));
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
}
py::object d25(py::object x) { return request(x, 4); }
static py::object request_ok(py::object x, int type) {
  x.attr("__dlpack_device__")();
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(type, 0));
}
py::object s0(py::object x) { return request_ok(x, 2); }

py::object s1(py::object x) { return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(1, 0)); }
py::object s2(py::object x) {
  x.attr("__dlpack_device__")();
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(2, 0));
}
py::object s3(py::object x) {
  x.attr("__dlpack_device__")();
  return x.attr("__dlpack__")("dl_device"_a = py::none());
}
py::object s4(py::object x) {
  auto device = x.attr("__dlpack_device__")();
  return x.attr("__dlpack__")("dl_device"_a = device);
}
py::object s5(py::object x) {
  auto device = x.attr("__dlpack_device__")().cast<std::pair<int, int>>();
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(device.first, device.second));
}
py::object s6(py::object x, int type) {
  x.attr("__dlpack_device__")();
  if (type != 1 && type != 2) throw py::buffer_error("type");
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(type, 0));
}
py::object s7(py::object x, int type) {
  x.attr("__dlpack_device__")();
  switch (type) {
  case kDLCPU: case kDLCUDA: break;
  default: throw py::buffer_error("type");
  }
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(type, 0));
}
py::object s8(py::object x, int type) {
  try {
    return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(type, 0));
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError) && !e.matches(PyExc_RuntimeError)) throw;
    return fallback(x);
  }
}
py::object s9(py::object x, int type) {
  x.attr("__dlpack_device__")();
  try {
    return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(type, 0));
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError)) throw;
    return x.attr("__dlpack__")();
  }
}
py::object s10(py::object x, py::object dl_device) { // handed on
  x.attr("__dlpack_device__")();
  return x.attr("__dlpack__")("dl_device"_a = dl_device);
}
py::object s11() {
  py::object x = py::module_::import("numpy").attr("zeros")(3);
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(1, 0));
}
py::object s12(py::object x, bool cuda) {
  x.attr("__dlpack_device__")();
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(cuda ? 2 : 1, 0));
}
static bool served(int type) { return type == 1 || type == 2 || type == 10; }
py::object s13(py::object x, int type) {
  x.attr("__dlpack_device__")();
  if (!served(type)) return fallback(x);
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(type, 0));
}
static void require_served(int type) { if (type != 1 && type != 2) throw py::buffer_error("no"); }
py::object s14(py::object x, int type) {
  x.attr("__dlpack_device__")();
  require_served(type);
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(type, 0));
}
py::object s15(py::object x, std::pair<int, int> device) {
  x.attr("__dlpack_device__")();
  if (device.first > 3 || device.first < 1) throw py::buffer_error("no");
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(device.first, device.second));
}
py::object s16(py::object x) {
  auto [type, id] = x.attr("__dlpack_device__")().cast<std::pair<int, int>>();
  return x.attr("__dlpack__")("dl_device"_a = std::make_pair(type, id), "copy"_a = true);
}
