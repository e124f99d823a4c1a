// A pybind11 module of the usual kind: imports through capsules, hands arrays
// to torch, exports its own tensor.
#include <dlpack/dlpack.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace {

struct Tensor {
  std::vector<float> values;
  std::vector<int64_t> shape, strides;
};

std::string platform_of(const py::object &x) {
  return x.attr("platform")().cast<std::string>();
}

bool exportable(const py::object &x) {
  const std::string platform = platform_of(x);
  if (platform == "cpu" || platform == "gpu")
    return true;
  if (platform != "tpu")
    return false;
  py::object kind = x.attr("sharding").attr("memory_kind");
  return !kind.is_none() && kind.cast<std::string>() == "pinned_host";
}

py::object to_torch(const py::object &x) {
  if (!exportable(x))
    throw py::buffer_error("this array cannot be exported");
  return py::module_::import("torch").attr("from_dlpack")(x);
}

float sum(const DLTensor &t) {
  if (t.device.device_type != kDLCPU)
    throw py::buffer_error("host tensor expected");
  if (t.dtype.code != kDLFloat || t.dtype.bits != 32 || t.dtype.lanes != 1)
    throw py::buffer_error("float32 expected");
  const char *base = static_cast<const char *>(t.data) + t.byte_offset;
  int64_t count = 1;
  for (int i = t.ndim - 1; i >= 0; --i) {
    if (t.strides && t.shape[i] > 1 && t.strides[i] != count)
      throw py::buffer_error("packed tensor expected");
    count *= t.shape[i];
  }
  float total = 0;
  for (int64_t i = 0; i < count; ++i)
    total += reinterpret_cast<const float *>(base)[i];
  return total;
}

float sum_of(const py::object &x) {
  auto [type, id] = x.attr("__dlpack_device__")().cast<std::pair<int, int>>();
  if (type != kDLCPU)
    throw py::buffer_error("host array expected");
  py::capsule capsule = x.attr("__dlpack__")();
  auto *managed = static_cast<DLManagedTensor *>(
      PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
  if (!managed)
    throw py::error_already_set();
  return sum(managed->dl_tensor);
}

} // namespace

PYBIND11_MODULE(pybind11_module, m) {
  py::class_<Tensor, std::shared_ptr<Tensor>>(m, "Tensor")
      .def(py::init<>())
      .def_readwrite("values", &Tensor::values)
      .def_readwrite("shape", &Tensor::shape);
  m.def("to_torch", &to_torch);
  m.def("sum", &sum_of);
  m.def("scale", [](py::array_t<float> a, float by) {
    auto values = a.mutable_unchecked<1>();
    for (py::ssize_t i = 0; i < values.shape(0); ++i)
      values(i) *= by;
  });
}
