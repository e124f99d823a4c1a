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
  py::capsule dlpack(py::object stream);
  static std::pair<int, int> device(const Tensor &) { return {kDLCPU, 0}; }
  py::capsule kept;
};
template <int> struct Of : Tensor {};

static py::capsule ignoresCopy(bool copy) { return {}; }
static py::capsule stored(Of<9> &self) { return self.kept; }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: every call of '__dlpack__' hands out this same capsule

PYBIND11_MODULE(ext, m) {
  py::class_<Of<0>>(m, "NoKeywords")
      .def("__dlpack_device__", &Tensor::device)
      .def("__dlpack__", [](Of<0> &self) { return self.legacy(); });
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: '__dlpack__' does not take 'stream', 'max_version', 'dl_device' and 'copy': consumers that pass them get a TypeError

  py::class_<Of<1>>(m, "StreamOnly")
      .def("__dlpack_device__", &Tensor::device)
      .def("__dlpack__", &Tensor::dlpack, "stream"_a = py::none());
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: '__dlpack__' does not take 'max_version', 'dl_device' and 'copy'

  py::class_<Of<2>>(m, "Positional")
      .def("__dlpack_device__", &Tensor::device)
      .def("__dlpack__", [](Of<2> &self, py::object stream) { return self.dlpack(stream); });
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: '__dlpack__' does not take 'stream', 'max_version', 'dl_device' and 'copy'

  py::class_<Of<3>>(m, "NoDevice")
      .def("__dlpack__", [](Of<3> &self, const py::kwargs &kwargs) {
        // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: '__dlpack__' without '__dlpack_device__' beside it: PyTorch, JAX and CuPy ask for the device first
        if (kwargs.contains("copy"))
          throw py::buffer_error("cannot copy");
        return self.legacy();
      });

  py::class_<Of<4>>(m, "IgnoresAll")
      .def("__dlpack_device__", &Tensor::device)
      .def("__dlpack__", [](Of<4> &self, py::args, py::kwargs kwargs) {
        // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: '__dlpack__' takes 'stream', 'max_version', 'dl_device' and 'copy' and ignores them
        (void)kwargs;
        return self.legacy();
      });

  py::class_<Of<5>>(m, "Unnamed")
      .def("__dlpack_device__", &Tensor::device)
      .def("__dlpack__",
           // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: '__dlpack__' takes 'dl_device' and 'copy' and ignores them: who asks for a copy
           [](Of<5> &self, py::object stream, py::object max_version, py::object, py::object /*copy*/) {
             if (!stream.is_none())
               throw py::buffer_error("host tensor");
             return max_version.is_none() ? self.legacy() : self.versioned();
           },
           py::kw_only(), "stream"_a = py::none(), "max_version"_a = py::none(),
           "dl_device"_a = py::none(), "copy"_a = py::none());

  py::class_<Of<6>>(m, "HelperIgnores")
      .def("__dlpack_device__", &Tensor::device)
      .def("__dlpack__",
           // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: '__dlpack__' takes 'copy' and ignores it
           [](Of<6> &self, py::object stream, py::object max_version, py::object dl_device, bool copy) {
             if (!stream.is_none() || !dl_device.is_none() || max_version.is_none())
               throw py::buffer_error("no");
             return ignoresCopy(copy);
           },
           "stream"_a = py::none(), "max_version"_a = py::none(), "dl_device"_a = py::none(), "copy"_a = false);

  py::class_<Of<7>>(m, "Types")
      .def("__dlpack_device__", &Tensor::device)
      .def("__dlpack__",
           // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'dl_device' is a (type, id) tuple, and as an integer it is refused with a TypeError
           // CHECK-MESSAGES: :[[@LINE-2]]:12: warning: 'stream' as a plain integer refuses None with a TypeError
           [](Of<7> &self, long stream, py::object max_version, std::optional<int> dl_device, py::object copy) {
             if (stream != 0 || dl_device || !copy.is_none() || max_version.is_none())
               throw py::buffer_error("no");
             return self.legacy();
           },
           "stream"_a = 0, "max_version"_a = py::none(), "dl_device"_a = py::none(), "copy"_a = py::none());

  py::class_<Of<8>>(m, "Static")
      .def_static("__dlpack_device__", [] { return std::make_pair(1, 0); })
      // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: consumers look '__dlpack_device__' up on the type and call it with the object (nanobind from 2.13 on): as a static method it is refused
      .def_property_readonly("__dlpack__", [](Of<8> &) { return py::cpp_function([](py::kwargs) { return 1; }); });
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: '__dlpack__' does not take
  // CHECK-MESSAGES: :[[@LINE-2]]:30: warning: consumers look '__dlpack__' up on the type and call it with the object (nanobind from 2.13 on): as a property

  py::class_<Of<9>>(m, "Stored")
      .def("__dlpack_device__", &Tensor::device)
      .def("__dlpack__", [](Of<9> &self, py::kwargs kwargs) {
        if (kwargs.size() != 0)
          throw py::buffer_error("no");
        return stored(self);
      });

  py::object instance = py::cast(Tensor());
  instance.attr("__dlpack__") = py::cpp_function([] { return 1; });
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: consumers look '__dlpack__' up on the type and call it with the object (nanobind from 2.13 on): as an attribute of one instance
}
