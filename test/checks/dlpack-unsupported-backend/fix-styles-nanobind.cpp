// What each FixStyle offers first, in nanobind under another name.
//
// RUN: %check_dlpack_tidy %s -check-suffixes=,HOST \
// RUN:   %exports %t -- -fix-notes -- -std=c++17 %nanobind
// RUN: %check_dlpack_tidy %s -check-suffixes=,DEVICE \
// RUN:   %exports %t -- -fix-notes -config='{CheckOptions: {FixStyle: device-query}}' \
// RUN:   -- -std=c++17 %nanobind
// RUN: %check_dlpack_tidy %s -check-suffixes=,GUARD \
// RUN:   %exports %t -- -fix-notes -config='{CheckOptions: {FixStyle: guard}}' \
// RUN:   -- -std=c++17 %nanobind %guard

// CHECK-FIXES-GUARD: #include "dlpack_guard/nanobind.h"
#include <nanobind/nanobind.h>
namespace py = nanobind;

py::object capsule(py::object x) {
  return x.attr("__dlpack__")();
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-backend]
  // CHECK-FIXES-HOST: return py::module_::import_("numpy").attr("array")(x).attr("__dlpack__")();
  // CHECK-FIXES-DEVICE: x.attr("__dlpack_device__")();
  // CHECK-FIXES-DEVICE-NEXT: return x.attr("__dlpack__")();
  // CHECK-FIXES-GUARD: return dlpack_guard::exportable(x).attr("__dlpack__")();
}

py::object hand_over(py::object x) {
  return py::module_::import_("torch").attr("from_dlpack")(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-backend]
  // CHECK-FIXES-HOST: return py::module_::import_("torch").attr("from_dlpack")(py::module_::import_("numpy").attr("array")(x));
  // CHECK-FIXES-DEVICE: x.attr("__dlpack_device__")();
  // CHECK-FIXES-DEVICE-NEXT: return py::module_::import_("torch").attr("from_dlpack")(x);
  // CHECK-FIXES-GUARD: return dlpack_guard::from_dlpack(py::module_::import_("torch").attr("from_dlpack"), x);
}

// The consumer is stored: the guard gets it as it stands there.
py::object stored(py::object x) {
  py::object consume = py::module_::import_("torch").attr("from_dlpack");
  return consume(x);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-backend]
  // CHECK-FIXES-HOST: return consume(py::module_::import_("numpy").attr("array")(x));
  // CHECK-FIXES-DEVICE: x.attr("__dlpack_device__")();
  // CHECK-FIXES-DEVICE-NEXT: return consume(x);
  // CHECK-FIXES-GUARD: return dlpack_guard::from_dlpack(consume, x);
}
