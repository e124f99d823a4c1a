// Sample as a nanobind class.
#include "Sample.h"
#include <dlpack_guard/export_nanobind.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <stdexcept>

namespace nb = nanobind;

static void make(Sample *Made, nb::bytes Data, std::tuple<int, int, int> Type,
                 std::vector<std::int64_t> Shape, nb::object Strides,
                 std::int64_t Offset, bool ReadOnly, bool Negative, bool Keep,
                 std::pair<int, int> Device, std::string Fault) {
  new (Made) Sample();
  Made->Bytes.assign(Data.c_str(), Data.size());
  std::tie(Made->Code, Made->Bits, Made->Lanes) = Type;
  Made->Shape = std::move(Shape);
  Made->HasStrides = !Strides.is_none();
  if (Made->HasStrides)
    Made->Strides = nb::cast<std::vector<std::int64_t>>(Strides);
  Made->Offset = Offset;
  Made->IsReadOnly = ReadOnly;
  Made->MayBeNegative = Negative;
  Made->KeepsBytes = Keep;
  std::tie(Made->DeviceType, Made->DeviceId) = Device;
  Made->Fault = std::move(Fault);
}

NB_MODULE(nanobind_sample, Module) {
  using namespace nb::literals;
  nb::class_<Sample> Class(Module, "Sample");
  Class.def("__init__", &make, "data"_a, "dtype"_a, "shape"_a,
            "strides"_a = nb::none(), "offset"_a = 0, "read_only"_a = false,
            "negative"_a = false, "keep"_a = false,
            "device"_a = std::make_pair(1, 0), "fault"_a = "");
  Class.def("tobytes", [](const Sample &Self) {
    return nb::bytes(Self.Bytes.data(), Self.Bytes.size());
  });
  dlpack_guard::def_dlpack(Class, [](Sample &Self) {
    if (Self.Fault == "throw")
      throw std::runtime_error("this array is not for export");
    if (Self.Fault == "throw type")
      throw nb::type_error("this array is of no type");
    return Self.describe();
  });
  Module.def("alive", [] { return Sample::Alive.load(); });
  Module.def("described", [] { return Sample::Described.load(); });
  Module.def("last_stream", [] { return Sample::LastStream.load(); });
}
