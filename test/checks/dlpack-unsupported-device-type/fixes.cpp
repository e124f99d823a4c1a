// What the two fixes of a refused request write, and where there is none.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -- -fix-notes -- -std=c++17 %pybind11

#include <pybind11/pybind11.h>
namespace py = pybind11;
using namespace py::literals;

typedef enum { kDLCPU = 1, kDLCUDA = 2, kDLOpenCL = 4, kDLMetal = 8 } DLDeviceType;
struct DLDevice {
  DLDeviceType device_type;
  int device_id;
};
namespace dl {
enum class Device { cpu = 1, vulkan = 7 };
enum Accelerator { vpi = 9, metal = 8 };
} // namespace dl

// The array's own device will do: it has been asked for.
py::object dropped(py::object x) {
  x.attr("__dlpack_device__")();
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(4, 0));
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-device-type]
  // CHECK-FIXES: return x.attr("__dlpack__")();
}
py::object dropped_between(py::object x) {
  x.attr("__dlpack_device__")();
  return x.attr("__dlpack__")("stream"_a = py::none(), "dl_device"_a = py::make_tuple(7, 0), "copy"_a = true);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-device-type]
  // CHECK-FIXES: return x.attr("__dlpack__")("stream"_a = py::none(), "copy"_a = true);
}

// Nobody has asked: JAX serves kDLCPU from anywhere.
py::object for_cpu(py::object x) {
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(4, 0));
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-device-type]
  // CHECK-FIXES: return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(1, 0));
}
// An enumerator gives way to one of its own kind.
py::object member(py::object x) {
  DLDevice device{kDLMetal, 0};
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(int(device.device_type), device.device_id));
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-device-type]
  // CHECK-FIXES: DLDevice device{kDLCPU, 0};
}
py::object scoped(py::object x) {
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(int(dl::Device::vulkan), 0));
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-device-type]
  // CHECK-FIXES: py::make_tuple(int(dl::Device::cpu), 0)
}
py::object without_a_cpu(py::object x) {
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(int(dl::vpi), 0));
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-device-type]
  // CHECK-FIXES: py::make_tuple(int(static_cast<dl::Accelerator>(1)), 0)
}
