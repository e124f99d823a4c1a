// clang-tidy's own ways to silence a line work for our checks.
//
// RUN: %check_dlpack_tidy %s dlpack-unsupported-backend %t -- -- %pybind11
// RUN: %check_dlpack_tidy %s dlpack-unsupported-backend %t -check-suffixes=FILTERED \
// RUN:   -- '-line-filter=[{"name":"filters.cpp.tmp.cpp","lines":[[1,16]]}]' -- %pybind11

#include <pybind11/pybind11.h>
namespace py = pybind11;

py::object plain(py::object x) {
  return x.attr("__dlpack__")();
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-backend]
  // CHECK-MESSAGES-FILTERED: :[[@LINE-2]]:10: warning: {{.*}} [dlpack-unsupported-backend]
}

py::object other(py::object x) {
  return x.attr("__dlpack__")();
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-backend]
}

py::object line(py::object x) {
  return x.attr("__dlpack__")(); // NOLINT(dlpack-unsupported-backend)
}

py::object line_by_glob(py::object x) {
  return x.attr("__dlpack__")(); // NOLINT(dlpack-*)
}

py::object next_line(py::object x) {
  // NOLINTNEXTLINE(dlpack-unsupported-backend)
  return x.attr("__dlpack__")();
}

// NOLINTBEGIN(dlpack-unsupported-backend)
py::object block(py::object x) { return x.attr("__dlpack__")(); }
// NOLINTEND(dlpack-unsupported-backend)

py::object for_another_check(py::object x) {
  return x.attr("__dlpack__")(); // NOLINT(dlpack-byte-offset)
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} [dlpack-unsupported-backend]
}
