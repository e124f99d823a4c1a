// Loops over arrays: what a loop has shown of each element holds for the next.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -- -std=c++17 %pybind11

#include <pybind11/pybind11.h>
#include <string>
#include <vector>
namespace py = pybind11;

static void require_cpu(py::handle x) {
  if (x.attr("platform")().cast<std::string>() != "cpu")
    throw py::value_error("cpu");
}

py::list each_in_turn(const std::vector<py::object> &xs) {
  py::list made;
  for (const py::object &x : xs) {
    require_cpu(x);
    made.append(x.attr("__dlpack__")());
  }
  return made;
}
py::list all_before(py::list xs) {
  for (py::handle x : xs)
    require_cpu(x);
  py::list made;
  for (py::handle x : xs)
    made.append(x.attr("__dlpack__")());
  return made;
}
py::list all_before_by_reference(std::vector<py::object> &xs) {
  for (const auto &x : xs)
    x.attr("__dlpack_device__")();
  py::list made;
  for (auto &x : xs)
    made.append(x.attr("__dlpack__")());
  return made;
}
py::list of_another_list(py::list xs, py::list ys) {
  for (py::handle x : xs)
    require_cpu(x);
  py::list made;
  for (py::handle y : ys)
    made.append(y.attr("__dlpack__")());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: {{.*}} [dlpack-unsupported-backend]
  return made;
}
py::list some_before(py::list xs, bool wanted) {
  for (py::handle x : xs) {
    if (wanted)
      require_cpu(x);
  }
  py::list made;
  for (py::handle x : xs)
    made.append(x.attr("__dlpack__")());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: {{.*}} [dlpack-unsupported-backend]
  return made;
}
py::list until_enough(py::list xs, size_t enough) {
  for (py::handle x : xs) {
    require_cpu(x);
    if (--enough == 0)
      break;
  }
  py::list made;
  for (py::handle x : xs)
    made.append(x.attr("__dlpack__")());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: {{.*}} [dlpack-unsupported-backend]
  return made;
}
py::list another_by_then(py::list xs, py::list ys) {
  for (py::handle x : xs)
    require_cpu(x);
  xs = ys;
  py::list made;
  for (py::handle x : xs)
    made.append(x.attr("__dlpack__")());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: {{.*}} [dlpack-unsupported-backend]
  return made;
}
