// RUN: %check_dlpack_tidy %s dlpack-call-arguments %t -- -- %pybind11
// RUN: %check_dlpack_tidy %s dlpack-call-arguments %t -- -- %pybind11_2
#include <pybind11/pybind11.h>

#include <cstdint>
#include <utility>
namespace py = pybind11;
using namespace py::literals;
std::intptr_t current_stream();

//===--- flagged ----------------------------------------------------------===//

py::object by_position(py::object x) {
  x.attr("__dlpack_device__")();
  return x.attr("__dlpack__")(1);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the stream is passed by position
  // CHECK-FIXES: return x.attr("__dlpack__")(py::arg("stream") = 1);
}

py::object none_by_position(py::object x) {
  auto export_to = x.attr("__dlpack__");
  return export_to(py::none());
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the stream is passed by position
  // CHECK-FIXES: return export_to(py::arg("stream") = py::none());
}

py::object stream_zero(py::object x) {
  return x.attr("__dlpack__")("stream"_a = 0);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: stream 0 is not allowed on CUDA
}

py::object stream_for_host(py::object x) {
  auto device = x.attr("__dlpack_device__")().cast<std::pair<int, int>>();
  if (device.first != 1 && device.first != 3)
    throw py::buffer_error("host memory expected");
  return x.attr("__dlpack__")("stream"_a = current_stream());
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: a stream is passed for kDLCPU, kDLCUDAHost memory
}

static int device_type(const py::object &x) {
  return x.attr("__dlpack_device__")().cast<py::tuple>()[0].cast<int>();
}
py::object no_stream_for_device(py::object x) {
  switch (device_type(x)) {
  case 1:
    return x.attr("__dlpack__")();
  case 2:
  case 13:
    return x.attr("__dlpack__")();
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the array is in kDLCUDA, kDLCUDAManaged memory and no stream is passed
  default:
    throw py::buffer_error("unsupported device type");
  }
}

py::object rocm_stream_one(py::object x) {
  auto [type, id] = x.attr("__dlpack_device__")().cast<std::pair<int, int>>();
  if (type != 10)
    throw py::buffer_error("ROCm memory expected");
  return x.attr("__dlpack__")("stream"_a = 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: streams 1 and 2 have no meaning on ROCm
}

py::object no_way_back(py::object x) {
  return x.attr("__dlpack__")("max_version"_a = py::make_tuple(1, 0));
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: a producer older than the 2023.12 array API
}

//===--- silent -----------------------------------------------------------===//

py::object by_keyword(py::object x) {
  auto device = x.attr("__dlpack_device__")().cast<std::pair<int, int>>();
  if (device.first != 2)
    throw py::buffer_error("CUDA memory expected");
  return x.attr("__dlpack__")("stream"_a = current_stream());
}

py::object none_for_host(py::object x) {
  if (device_type(x) != 1)
    throw py::buffer_error("host memory expected");
  return x.attr("__dlpack__")("stream"_a = py::none());
}

py::object rocm_default_stream(py::object x) {
  if (device_type(x) != 10)
    throw py::buffer_error("ROCm memory expected");
  return x.attr("__dlpack__")("stream"_a = 0);
}

py::object device_not_asked(py::object x) { return x.attr("__dlpack__")(); }

py::object moved_to_host(py::object x) {
  if (device_type(x) != 2)
    throw py::buffer_error("CUDA memory expected");
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(1, 0));
}

py::object falls_back(py::object x) {
  try {
    return x.attr("__dlpack__")("max_version"_a = py::make_tuple(1, 0));
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_TypeError))
      throw;
    return x.attr("__dlpack__")();
  }
}

py::object forwarded(py::object x, py::kwargs kwargs) {
  return x.attr("__dlpack__")(**kwargs);
}

py::object consumer_passes_the_stream(py::object x) {
  if (device_type(x) != 2)
    throw py::buffer_error("CUDA memory expected");
  return py::module_::import("torch").attr("from_dlpack")(x);
}
