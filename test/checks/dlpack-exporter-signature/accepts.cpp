// RUN: %check_dlpack_tidy %s dlpack-exporter-signature %t -- -- %pybind11 %dlpack

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <dlpack/dlpack.h>
#include <optional>
#include <utility>
namespace py = pybind11;
using namespace py::literals;

struct Tensor {
  py::capsule legacy() const;
  py::capsule versioned() const;
  py::object dlpack(py::object stream, std::optional<std::pair<int, int>> max_version,
                    std::optional<std::pair<int, int>> dl_device, std::optional<bool> copy);
  std::pair<int, int> device() const { return {kDLCPU, 0}; }
};
struct Other : Tensor {};
struct Third : Tensor {};
struct Fourth : Tensor {};

template <typename T> static void bindDevice(py::class_<T> &cls) {
  cls.def("__dlpack_device__", [](const T &self) { return self.device(); });
}

PYBIND11_MODULE(ext, m) {
  py::class_<Tensor>(m, "Tensor")
      .def("__dlpack__", &Tensor::dlpack, py::kw_only(), "stream"_a = py::none(),
           "max_version"_a = py::none(), "dl_device"_a = py::none(), "copy"_a = py::none())
      .def("__dlpack_device__", &Tensor::device);

  // Bound through a helper, arguments checked one by one.
  py::class_<Other> other(m, "Other");
  bindDevice(other);
  other.def(
      "__dlpack__",
      [](const Other &self, py::object stream, std::optional<std::pair<int, int>> max_version,
         std::optional<std::pair<int, int>> dl_device, std::optional<bool> copy) {
        if (!stream.is_none())
          throw py::buffer_error("host tensor: stream must be None");
        if (copy.value_or(false))
          throw py::buffer_error("this tensor cannot be copied");
        if (dl_device && *dl_device != std::make_pair(1, 0))
          throw py::buffer_error("cannot move to that device");
        return max_version && max_version->first >= 1 ? self.versioned() : self.legacy();
      },
      py::kw_only(), py::arg("stream") = py::none(), py::arg("max_version") = py::none(),
      py::arg("dl_device") = py::none(), py::arg("copy") = py::none());

  // An exporter that forwards everything.
  py::class_<Third>(m, "Third")
      .def("__dlpack_device__", &Tensor::device)
      .def("__dlpack__", [](py::object self, py::args args, py::kwargs kwargs) {
        return self.attr("array").attr("__dlpack__")(*args, **kwargs);
      });

  // A host tensor may ignore the stream, and a legacy exporter max_version.
  py::class_<Fourth>(m, "Fourth")
      .def("__dlpack_device__", &Tensor::device)
      .def(
          "__dlpack__",
          [](const Fourth &self, py::object, py::object, py::object dl_device, py::object copy) {
            if (!dl_device.is_none() || !copy.is_none())
              throw py::buffer_error("no");
            return self.legacy();
          },
          "stream"_a = py::none(), "max_version"_a = py::none(), "dl_device"_a = py::none(),
          "copy"_a = py::none());

  m.def("to_dlpack", [](const Tensor &t) { return t.legacy(); });
  m.attr("__dlpack__") = py::cpp_function([] { return 1; });
}
