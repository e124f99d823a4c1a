// Everything the guard's consumer side answers, for the tests to look at.
#include <dlpack_guard/pybind11.h>
#include <pybind11/stl.h>

#include <string>
#include <vector>

namespace py = pybind11;
using namespace dlpack_guard;

static DeviceSet devices(const py::object &Named) {
  if (Named.is_none())
    return DeviceSet::host();
  if (py::isinstance<py::str>(Named))
    return DeviceSet::all();
  DeviceSet Set;
  for (py::handle Type : Named)
    Set = Set | DeviceSet{Type.cast<std::int32_t>()};
  return Set;
}

static Requirements requirements(const py::kwargs &Options) {
  Requirements R;
  auto Option = [&](const char *Name) {
    return Options.contains(Name) ? py::object(Options[Name])
                                  : py::object(py::none());
  };
  R.Devices = devices(Option("devices"));
  if (py::object Type = Option("dtype"); !Type.is_none()) {
    auto Triple = Type.cast<std::vector<int>>();
    R.Dtype = {static_cast<std::uint8_t>(Triple[0]),
               static_cast<std::uint8_t>(Triple[1]),
               static_cast<std::uint16_t>(Triple[2])};
  }
  if (py::object Order = Option("order"); !Order.is_none())
    R.Order = static_cast<Layout>(Order.cast<int>());
  if (py::object Request = Option("request"); !Request.is_none())
    R.RequestType = Request.cast<int>();
  if (py::object Stream = Option("stream"); !Stream.is_none())
    R.Stream = Stream.cast<std::int64_t>();
  if (py::object Ways = Option("ways"); !Ways.is_none())
    R.Ways = static_cast<Fallback>(Ways.cast<int>());
  if (py::object Bytes = Option("alignment"); !Bytes.is_none())
    R.Alignment = Bytes.cast<std::uint32_t>();
  R.Writable = !Option("writable").is_none();
  R.LegacyIsWritable = !Option("legacy_is_writable").is_none();
  R.Copy = !Option("copy").is_none();
  return R;
}

// The elements' bytes in row-major order.
static py::bytes elements(const Tensor &T) {
  const char *First = static_cast<const char *>(T.data<const void>());
  const std::int64_t Bytes = element_bits(T.dtype()) / 8;
  std::string All;
  std::vector<std::int64_t> At(static_cast<std::size_t>(T.ndim()), 0);
  for (std::int64_t N = T.size(); N-- > 0;) {
    std::int64_t Offset = 0;
    for (std::int32_t I = 0; I != T.ndim(); ++I)
      Offset += At[static_cast<std::size_t>(I)] * T.strides(I);
    All.append(First + Offset * Bytes, static_cast<std::size_t>(Bytes));
    for (std::int32_t I = T.ndim(); I-- > 0;) {
      if (++At[static_cast<std::size_t>(I)] < T.shape(I))
        break;
      At[static_cast<std::size_t>(I)] = 0;
    }
  }
  return All;
}

static py::dict facts(const Tensor &T) {
  py::dict Facts;
  Facts["shape"] = std::vector<std::int64_t>(T.shape(), T.shape() + T.ndim());
  Facts["strides"] =
      std::vector<std::int64_t>(T.strides(), T.strides() + T.ndim());
  Facts["dtype"] = py::make_tuple(int(T.dtype().code), int(T.dtype().bits),
                                  int(T.dtype().lanes));
  Facts["device"] = T.device_type();
  Facts["size"] = T.size();
  Facts["read_only"] = T.read_only();
  Facts["copied"] = T.is_copied();
  Facts["versioned"] = T.is_versioned();
  Facts["byte_offset"] = T.raw().byte_offset;
  if (DeviceSet::host().contains(T.device_type()))
    Facts["bytes"] = elements(T);
  return Facts;
}

PYBIND11_MODULE(consumer, M) {
  register_errors(M);
  M.def("take", [](py::object X, const py::kwargs &Options) {
    return facts(import_tensor(X, requirements(Options)));
  });
  M.def("address", [](py::object X) {
    return reinterpret_cast<std::uintptr_t>(
        import_tensor(X).data<const void>());
  });
  // Writes 42 into the first float.
  M.def("write", [](py::object X, const py::kwargs &Options) {
    Requirements R = requirements(Options);
    R.Dtype = dtype_of<float>();
    R.Writable = true;
    *import_tensor(X, R).data<float>() = 42;
  });
  M.def("float_data", [](py::object X) {
    return reinterpret_cast<std::uintptr_t>(import_tensor(X).data<float>());
  });
  M.def("describe", [](py::object X, const py::kwargs &Options) {
    return describe(X, requirements(Options));
  });
  M.def(
      "exportable",
      [](py::object X, int How) {
        return exportable(X, static_cast<Sharing>(How));
      },
      py::arg("x"), py::arg("how") = 0);
  M.def(
      "from_dlpack",
      [](py::object Consumer, py::object X, int How) {
        return from_dlpack(Consumer, X, static_cast<Sharing>(How));
      },
      py::arg("consumer"), py::arg("x"), py::arg("how") = 0);
  // Keeps a tensor, and lets it go in a thread that does not hold the GIL.
  M.def("drop_in_thread", [](py::object X) {
    auto *Kept = new Tensor(import_tensor(X));
    py::gil_scoped_release Released;
    delete Kept;
  });
}
