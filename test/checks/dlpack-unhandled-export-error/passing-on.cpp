// Handlers that pass the error on, drop it, or are about something else.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++17 %pybind11
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++17 %pybind11_2

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
namespace py = pybind11;
using namespace py::literals;
py::object fallback(py::object x);
void log(const std::string &);
static py::object torch_from_dlpack() { return py::module_::import("torch").attr("from_dlpack"); }

// Rethrowing is no handling.
py::object r1(py::object x) {
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  } catch (py::error_already_set &) {
    throw;
  }
}
py::object r2(py::object x) {
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  } catch (py::error_already_set &e) {
    log(e.what());
    throw;
  }
}
py::object r3(py::object x) { // only about the keyword
  try {
    return x.attr("__dlpack__")("max_version"_a = py::make_tuple(1, 0));
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_TypeError)) throw;
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  }
}
py::object r4(py::object x) { // the first clause takes it
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  } catch (py::error_already_set &) {
    throw;
  } catch (std::exception &) {
    return fallback(x);
  }
}
py::object r5(py::object x) { // about something else
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  } catch (const std::bad_alloc &) {
    return fallback(x);
  }
}
py::object r6(py::object x) { // too late
  py::object c = x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  try {
    return torch_from_dlpack()(c);
  } catch (py::error_already_set &) {
    return fallback(x);
  }
}
py::object r7(py::object x) { // asks, and throws the answer away
  try {
    x.attr("__dlpack_device__")();
  } catch (py::error_already_set &) {
  }
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object r8(py::object x) { // asks, and copies where refused
  try {
    x.attr("__dlpack_device__")();
  } catch (py::error_already_set &) {
    return fallback(x);
  }
  return x.attr("__dlpack__")();
}
py::object r9(py::object x) { // an export in the handler is an export
  try {
    x.attr("__dlpack_device__")();
    return x.attr("__dlpack__")();
  } catch (py::error_already_set &) {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  }
}

// Dropped.
py::object s1(py::object x) {
  py::object c;
  try {
    c = x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (py::error_already_set &) {
  }
  return c;
}
std::vector<py::object> s2(const std::vector<py::object> &xs) {
  std::vector<py::object> out;
  for (const py::object &x : xs) {
    try {
      out.push_back(x.attr("__dlpack__")());
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
    } catch (...) {
    }
  }
  return out;
}
void s3(py::object x, py::object consume) {
  try {
    consume(x.attr("__dlpack__")());
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (const std::exception &) {
    // nothing to do
  }
}
void s4(py::object x, py::object consume) { // says so
  try {
    consume(x.attr("__dlpack__")());
  } catch (const std::exception &e) {
    std::cerr << e.what() << '\n';
  }
}
void s5(py::object x, py::object consume) {
  try {
    consume(x.attr("__dlpack__")());
  } catch (py::error_already_set &e) {
    e.discard_as_unraisable("export");
  }
}
void s6(py::object x, py::object consume) {
  try {
    consume(x.attr("__dlpack__")());
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (py::error_already_set &) {
    return;
  }
  log("done");
}

// copy=False: BufferError or ValueError.
py::object c1(py::object x) {
  try {
    return py::module_::import("torch").attr("from_dlpack")(x, "copy"_a = false);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError)) throw;
    return fallback(x);
  }
}
py::object c2(py::object x) {
  x.attr("__dlpack_device__")();
  try {
    return x.attr("__dlpack__")("copy"_a = false);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_ValueError)) throw;
    return fallback(x);
  }
}
py::object c3(py::object x) {
  x.attr("__dlpack_device__")();
  try {
    return x.attr("__dlpack__")("copy"_a = py::bool_(false));
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError)) throw;
    return fallback(x);
  }
}
py::object c4(py::object x) {
  x.attr("__dlpack_device__")();
  try {
    return x.attr("__dlpack__")("copy"_a = false);
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError) && !e.matches(PyExc_ValueError)) throw;
    return fallback(x);
  }
}
py::object c5(py::object x) {
  x.attr("__dlpack_device__")();
  return x.attr("__dlpack__")("copy"_a = false);
}
py::object c6(py::object x) {
  x.attr("__dlpack_device__")();
  try {
    return x.attr("__dlpack__")("copy"_a = true);
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError)) throw;
    return fallback(x);
  }
}
