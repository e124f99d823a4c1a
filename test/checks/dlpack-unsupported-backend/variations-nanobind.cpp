// The same in nanobind under the name of pybind11.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -- -std=c++17 %nanobind


#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <string>
#include <utility>
namespace py = nanobind;
using namespace py::literals;
py::object n01(py::object x) { return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object n02(py::object x) { return py::module_::import_("torch").attr("from_dlpack")(x); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object n03(py::handle x) { return py::getattr(x, "__dlpack__")("stream"_a = py::none()); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object n04(py::object x) {
  auto [type, id] = py::cast<std::pair<int, int>>(x.attr("__dlpack_device__")());
  if (type != 1) throw py::buffer_error("cpu");
  return x.attr("__dlpack__")();
}
py::object n06(py::object x) {
  try { return x.attr("__dlpack__")(); }
  catch (py::python_error &e) {
    if (e.matches(PyExc_BufferError) || e.matches(PyExc_RuntimeError)) return py::module_::import_("numpy").attr("array")(x);
    throw;
  }
}
py::object n07(py::object x) {
  try { return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  catch (py::python_error &e) {
    if (e.matches(PyExc_BufferError)) return py::none();
    throw;
  }
}
py::object n08(py::object x) {
  std::string p = py::cast<std::string>(x.attr("platform")());
  if (p == "cpu" || p == "tpu") return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-tpu-memory-kind]
  throw py::value_error("no");
}
py::object n09(py::object x) {
  std::string p = py::cast<std::string>(x.attr("platform")());
  if (p == "cpu" || (p == "tpu" && py::cast<std::string>(x.attr("sharding").attr("memory_kind")) == "pinned_host")) return x.attr("__dlpack__")();
  throw py::value_error("no");
}
py::object n10(py::object x) { x.attr("__dlpack_device__")(); return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(13, 0)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-device-type]
py::object n11(py::object x) { x.attr("__dlpack_device__")(); return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(2, 0)); }
py::object n12(py::object x) { return py::steal(PyObject_CallMethod(x.ptr(), "__dlpack__", nullptr)); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object n13(py::object x) {
  py::object dev = py::steal(PyObject_CallMethod(x.ptr(), "__dlpack_device__", nullptr));
  if (!dev.is_valid()) throw py::python_error();
  return x.attr("__dlpack__")();
}
py::object n14(py::ndarray<py::ro> a) { return py::cast(a).attr("__dlpack__")(); }
static py::object *fn;
py::object n15(py::object x) { return (*fn)(x); }
py::object n16(py::object x, py::kwargs kw) { return x.attr("__dlpack__")(**kw); }
