// A pybind11 module that turns somebody's array into a torch.Tensor. Written
// and tested on a CPU; its first bug report will come from a Mac or a TPU.
#include <pybind11/pybind11.h>

namespace py = pybind11;

// torch asks the array for its device, and JAX raises a BufferError for any
// platform that DLPack does not reach.
py::object to_torch(py::object array) {
  return py::module_::import("torch").attr("from_dlpack")(array);
}

// The handler looks right, but never sees what __dlpack__ raises.
py::object to_capsule(py::object array) {
  try {
    return array.attr("__dlpack__")();
  } catch (const py::buffer_error &) {
    return py::none();
  }
}

// Nothing to say here: the device is asked for, and what it is gets tested.
py::object to_torch_from_host(py::object array) {
  auto device = array.attr("__dlpack_device__")().cast<py::tuple>();
  if (device[0].cast<int>() != 1)
    throw py::buffer_error("an array in host memory is expected");
  return py::module_::import("torch").attr("from_dlpack")(array);
}

PYBIND11_MODULE(torch_bridge, m) {
  m.def("to_torch", &to_torch);
  m.def("to_capsule", &to_capsule);
  m.def("to_torch_from_host", &to_torch_from_host);
}
