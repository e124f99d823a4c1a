// RUN: %check_dlpack_tidy %s dlpack-exporter-signature %t -- -- %pybind11 %dlpack

#include <pybind11/pybind11.h>
#include <dlpack/dlpack.h>
#include <stdexcept>
#include <utility>
namespace py = pybind11;

struct Tensor {
  DLTensor t;
  py::capsule legacy() const;
  py::capsule versioned() const;
};

static void check(const DLTensor &t) {
  if (t.dtype.lanes != 1)
    throw std::runtime_error("lanes");
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: consumers and producers tell an array that cannot be exchanged (here for its dtype) by BufferError; 'std::runtime_error' arrives as RuntimeError
}

PYBIND11_MODULE(ext, m) {
  py::class_<Tensor>(m, "Tensor")
      .def("__dlpack_device__", [](const Tensor &) { return std::make_pair(1, 0); })
      .def("__dlpack__",
           [](const Tensor &self, py::object stream, py::object max_version, py::object dl_device, py::object copy) {
             if (!stream.is_none())
               throw py::value_error("stream must be None"); // not about the array
             if (!py::isinstance<py::tuple>(dl_device))
               throw py::type_error("dl_device must be a tuple");
             if (copy.cast<bool>())
               throw py::value_error("cannot copy");
             // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: consumers and producers tell an array that cannot be exchanged (here for its copy) by BufferError; 'value_error' arrives as ValueError
             if (max_version.is_none())
               throw std::logic_error("legacy capsules are not supported");
             // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: consumers and producers tell an array that cannot be exchanged (here for its max_version) by BufferError; 'std::logic_error' arrives as RuntimeError
             switch (self.t.device.device_type) {
             case kDLCPU:
               break;
             default:
               throw std::invalid_argument("device");
               // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: consumers and producers tell an array that cannot be exchanged (here for its device)
             }
             if (self.t.device.device_id != 0)
               throw py::buffer_error("device");
             check(self.t);
             return self.legacy();
           },
           py::kw_only(), py::arg("stream") = py::none(), py::arg("max_version") = py::none(),
           py::arg("dl_device") = py::none(), py::arg("copy") = py::none());
}

// C API code says which class it means.
int require_cpu(const DLTensor *t) {
  const int type = t->device.device_type;
  if (type != kDLCPU) {
    PyErr_Format(PyExc_ValueError, "device type %d", type);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: consumers and producers tell an array that cannot be exchanged (here for its device) by BufferError; 'PyExc_ValueError' arrives as ValueError
    return -1;
  }
  if (t->ndim > 4) {
    PyErr_SetString(PyExc_ValueError, "rank");
    return -1;
  }
  if (t->dtype.bits != 32) {
    PyErr_SetString(PyExc_BufferError, "dtype");
    return -1;
  }
  return 0;
}

// A plain C++ exception outside a binding is not Python's business.
void plain(const DLTensor &t) {
  if (t.device.device_type != kDLCPU)
    throw std::runtime_error("device");
}
