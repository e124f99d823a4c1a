// What each FixStyle offers first, in pybind11.
//
// RUN: %check_dlpack_tidy %s -check-suffixes=,HOST \
// RUN:   %exports %t -- -fix-notes -- -std=c++17 %pybind11
// RUN: %check_dlpack_tidy %s -check-suffixes=,DEVICE \
// RUN:   %exports %t -- -fix-notes -config='{CheckOptions: {FixStyle: device-query}}' \
// RUN:   -- -std=c++17 %pybind11
// RUN: %check_dlpack_tidy %s -check-suffixes=,GUARD \
// RUN:   %exports %t -- -fix-notes -config='{CheckOptions: {FixStyle: guard}}' \
// RUN:   -- -std=c++17 %pybind11 %guard

// CHECK-FIXES-GUARD: #include "dlpack_guard/pybind11.h"
#include <pybind11/pybind11.h>
#include <string>
namespace py = pybind11;

py::object capsule(py::object x) {
  return x.attr("__dlpack__")();
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-backend]
  // CHECK-FIXES-HOST: return py::module_::import("numpy").attr("array")(x).attr("__dlpack__")();
  // CHECK-FIXES-DEVICE: x.attr("__dlpack_device__")();
  // CHECK-FIXES-DEVICE-NEXT: return x.attr("__dlpack__")();
  // CHECK-FIXES-GUARD: return dlpack_guard::exportable(x).attr("__dlpack__")();
}

py::object hand_over(py::object x) {
  return py::module_::import("torch").attr("from_dlpack")(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-backend]
  // CHECK-FIXES-HOST: return py::module_::import("torch").attr("from_dlpack")(py::module_::import("numpy").attr("array")(x));
  // CHECK-FIXES-DEVICE: x.attr("__dlpack_device__")();
  // CHECK-FIXES-DEVICE-NEXT: return py::module_::import("torch").attr("from_dlpack")(x);
  // CHECK-FIXES-GUARD: return dlpack_guard::from_dlpack(py::module_::import("torch").attr("from_dlpack"), x);
}

// A stream and a keyword have no place in a host copy.
py::object on_a_stream(py::object x, long stream) {
  return x.attr("__dlpack__")(py::arg("stream") = stream);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-backend]
  // CHECK-FIXES-HOST: x.attr("__dlpack_device__")();
  // CHECK-FIXES-HOST-NEXT: return x.attr("__dlpack__")(py::arg("stream") = stream);
  // CHECK-FIXES-DEVICE: x.attr("__dlpack_device__")();
  // CHECK-FIXES-GUARD: return dlpack_guard::exportable(x).attr("__dlpack__")(py::arg("stream") = stream);
}

void in_a_branch(py::list &out, py::object x, bool wanted) {
  if (wanted)
    out.append(x.attr("__dlpack__")());
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: {{.*}} [dlpack-unsupported-backend]
  // CHECK-FIXES-HOST: out.append(py::module_::import("numpy").attr("array")(x).attr("__dlpack__")());
  // CHECK-FIXES-DEVICE: if (wanted)
  // CHECK-FIXES-DEVICE-NEXT: {
  // CHECK-FIXES-DEVICE-NEXT: x.attr("__dlpack_device__")();
  // CHECK-FIXES-DEVICE-NEXT: out.append(x.attr("__dlpack__")());
  // CHECK-FIXES-DEVICE-NEXT: }
  // CHECK-FIXES-GUARD: out.append(dlpack_guard::exportable(x).attr("__dlpack__")());
}

py::object tpu(py::object x) {
  const auto platform = x.attr("platform")().cast<std::string>();
  if (platform != "cpu" && platform != "tpu")
    throw py::buffer_error("cpu or tpu array expected");
  return x.attr("__dlpack__")();
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-tpu-memory-kind]
  // The memory kind test goes before all styles: it changes nothing that worked.
  // CHECK-FIXES: if (py::str("tpu").equal(x.attr("platform")()) &&
  // CHECK-FIXES-NEXT: !py::str("pinned_host").equal(x.attr("sharding").attr("memory_kind")))
  // CHECK-FIXES-NEXT: throw py::buffer_error(
}
