// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack %pybind11
#include <pybind11/pybind11.h>
#include <dlpack/dlpack.h>
namespace py = pybind11;
using namespace pybind11::literals;
// An argument of the wrong TYPE is refused with ValueError; what cannot be exchanged is refused with BufferError.
struct Tensor { DLDevice device; };
py::capsule make(const Tensor &, bool versioned);
void bind(py::class_<Tensor> &c) {
  c.def("__dlpack__",
        [](const Tensor &t, py::object stream, py::object max_version, py::object dl_device, py::object copy) {
          bool versioned = false;
          if (!max_version.is_none()) {
            if (!py::isinstance<py::tuple>(max_version))
              throw py::value_error("max_version must be a tuple of (major, minor)");
            versioned = max_version.cast<py::tuple>()[0].cast<int>() >= 1;
          }
          if (!dl_device.is_none()) {
            if (!py::isinstance<py::tuple>(dl_device))
              throw py::value_error("dl_device must be a tuple of (DLDeviceType, device_id)");
            if (dl_device.cast<py::tuple>()[0].cast<int>() != (int)t.device.device_type)
              throw py::buffer_error("other device");
          }
          if (!copy.is_none() && copy.cast<bool>()) throw py::buffer_error("copy");
          if (!stream.is_none()) throw py::buffer_error("stream");
          return make(t, versioned);
        },
        py::kw_only(), "stream"_a = py::none(), "max_version"_a = py::none(), "dl_device"_a = py::none(), "copy"_a = py::none());
  c.def("__dlpack_device__", [](const Tensor &t) { return py::make_tuple((int)t.device.device_type, t.device.device_id); });
}
