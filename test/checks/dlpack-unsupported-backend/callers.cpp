// Who can call the function that exports: the callers here, or anybody.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -- -std=c++17 %pybind11 -I %S/Inputs

#include "declared.h"
#include <pybind11/pybind11.h>
#include <string>
namespace py = pybind11;

static void require_cpu(const py::object &x) {
  if (x.attr("platform")().cast<std::string>() != "cpu")
    throw py::value_error("cpu");
}

// A header declares it: other files call it as well.
py::object declared(py::object x) { return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:44: warning: {{.*}} [dlpack-unsupported-backend]
py::object d1(py::object x) {
  require_cpu(x);
  return declared(x);
}
py::object Declared::capsule() { return array.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:41: warning: {{.*}} [dlpack-unsupported-backend]
py::object d2(py::object x) {
  require_cpu(x);
  return Declared{x}.capsule();
}

// No header does.
py::object of_this_file(py::object x) { return x.attr("__dlpack__")(); }
py::object f1(py::object x) {
  require_cpu(x);
  return of_this_file(x);
}
py::object of_this_file_too(py::object x) { return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:52: warning: {{.*}} [dlpack-unsupported-backend]
py::object f2(py::object x, py::object y) {
  require_cpu(y);
  return of_this_file_too(x);
}

// Python calls it, whoever else does.
py::object bound(py::object x) { return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:41: warning: {{.*}} [dlpack-unsupported-backend]
py::object b1(py::object x) {
  require_cpu(x);
  return bound(x);
}

// A class made of the array, which it keeps and looks at.
struct Checked {
  explicit Checked(py::object x) : array(std::move(x)) { require_cpu(array); }
  py::object capsule() { return array.attr("__dlpack__")(); }
  py::object array;
};
py::object c1(py::object x) {
  Checked kept(x);
  return kept.capsule();
}
py::object c2(py::object x) { return Checked(x).capsule(); }
struct Asked {
  explicit Asked(py::object x) {
    x.attr("__dlpack_device__")();
    array = x;
  }
  py::object capsule() const { return array.attr("__dlpack__")(); }
  py::object array;
};
py::object c3(py::object x) {
  const Asked kept{x};
  return kept.capsule();
}
struct Kept {
  explicit Kept(py::object x) : array(x) {}
  py::object capsule() { return array.attr("__dlpack__")(); }
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: {{.*}} [dlpack-unsupported-backend]
  py::object array;
};
py::object c4(py::object x) {
  Kept kept(x);
  return kept.capsule();
}

PYBIND11_MODULE(callers, m) { m.def("bound", &bound); }
