// RUN: %check_dlpack_tidy %s dlpack-exporter-signature %t -- -- %nanobind %dlpack

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <dlpack/dlpack.h>
namespace nb = nanobind;
using namespace nb::literals;

struct Tensor {};
struct Device {};
DLManagedTensorVersioned *make(const Tensor &);
DLManagedTensorVersioned *makeOnDevice(const Device &);
void destroy(PyObject *);
static nb::object capsule(const Tensor &t) {
  return nb::steal(PyCapsule_New(make(t), "dltensor_versioned", destroy));
}

NB_MODULE(ext, m) {
  nb::class_<Tensor>(m, "Tensor")
      .def("__dlpack_device__", [](const Tensor &) { return std::make_pair(1, 0); })
      .def("__dlpack__",
           // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: '__dlpack__' makes a versioned capsule although nobody asked
           // CHECK-MESSAGES: :[[@LINE-2]]:12: warning: 'copy' as a plain bool refuses None with a TypeError
           [](const Tensor &self, nb::object stream, nb::object max_version, nb::object dl_device, bool copy) {
             if (copy || !dl_device.is_none() || !stream.is_none())
               throw nb::buffer_error("no");
             return capsule(self);
           },
           "stream"_a = nb::none(), "max_version"_a = nb::none(), "dl_device"_a = nb::none(), "copy"_a = false);

  // Device memory: the stream matters.
  nb::class_<Device>(m, "Device")
      .def("__dlpack_device__", [](const Device &) { return std::make_pair((int)kDLCUDA, 0); })
      .def("__dlpack__",
           // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: '__dlpack__' ignores 'stream': work still queued on this side races with the consumer
           [](const Device &self, nb::object stream, nb::object max_version, nb::object dl_device, nb::object copy) {
             if (!copy.is_none() || !dl_device.is_none() || max_version.is_none())
               throw nb::buffer_error("no");
             return nb::steal(PyCapsule_New(makeOnDevice(self), "dltensor_versioned", destroy));
           },
           "stream"_a = nb::none(), "max_version"_a = nb::none(), "dl_device"_a = nb::none(),
           "copy"_a = nb::none());
}
