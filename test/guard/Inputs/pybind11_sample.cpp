// Sample as a pybind11 class.
#include "Sample.h"
#include <dlpack_guard/export_pybind11.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <stdexcept>

namespace py = pybind11;

static std::unique_ptr<Sample>
make(const py::bytes &Data, std::tuple<int, int, int> Type,
     std::vector<std::int64_t> Shape, const py::object &Strides,
     std::int64_t Offset, bool ReadOnly, bool Negative, bool Keep,
     std::pair<int, int> Device, std::string Fault) {
  auto Made = std::make_unique<Sample>();
  Made->Bytes = Data;
  std::tie(Made->Code, Made->Bits, Made->Lanes) = Type;
  Made->Shape = std::move(Shape);
  Made->HasStrides = !Strides.is_none();
  if (Made->HasStrides)
    Made->Strides = Strides.cast<std::vector<std::int64_t>>();
  Made->Offset = Offset;
  Made->IsReadOnly = ReadOnly;
  Made->MayBeNegative = Negative;
  Made->KeepsBytes = Keep;
  std::tie(Made->DeviceType, Made->DeviceId) = Device;
  Made->Fault = std::move(Fault);
  return Made;
}

PYBIND11_MODULE(pybind11_sample, Module) {
  using namespace py::literals;
  py::class_<Sample> Class(Module, "Sample");
  Class.def(py::init(&make), "data"_a, "dtype"_a, "shape"_a,
            "strides"_a = py::none(), "offset"_a = 0, "read_only"_a = false,
            "negative"_a = false, "keep"_a = false,
            "device"_a = std::make_pair(1, 0), "fault"_a = "");
  Class.def("tobytes",
            [](const Sample &Self) { return py::bytes(Self.Bytes); });
  dlpack_guard::def_dlpack(Class, [](Sample &Self) {
    if (Self.Fault == "throw")
      throw std::runtime_error("this array is not for export");
    if (Self.Fault == "throw type")
      throw py::type_error("this array is of no type");
    return Self.describe();
  });
  Module.def("alive", [] { return Sample::Alive.load(); });
  Module.def("described", [] { return Sample::Described.load(); });
  Module.def("last_stream", [] { return Sample::LastStream.load(); });
}
