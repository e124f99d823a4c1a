// What a handler receives: everything, or BufferError alone.
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

// Handlers that receive everything.
py::object a1(py::object x) {
  try {
    return x.attr("__dlpack__")();
  } catch (py::error_already_set &) {
    return fallback(x);
  }
}
py::object a2(py::object x) {
  try {
    return x.attr("__dlpack__")();
  } catch (const std::exception &e) {
    log(e.what());
    return fallback(x);
  }
}
py::object a3(py::object x) {
  try {
    return torch_from_dlpack()(x);
  } catch (...) {
    return fallback(x);
  }
}
py::object a4(py::object x) {
  try {
    return x.attr("__dlpack__")();
  } catch (py::error_already_set &e) {
    throw std::runtime_error(std::string("no export: ") + e.what());
  }
}
py::object a5(py::object x) {
  try {
    return x.attr("__dlpack__")();
  } catch (py::error_already_set &e) {
    if (e.matches(PyExc_BufferError) || e.matches(PyExc_RuntimeError)) return fallback(x);
    throw;
  }
}
py::object a6(py::object x) {
  try {
    return x.attr("__dlpack__")();
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError) && !e.matches(PyExc_RuntimeError)) throw;
  }
  return fallback(x);
}
py::object a7(py::object x) {
  try {
    return x.attr("__dlpack__")();
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_Exception)) throw;
    return fallback(x);
  }
}
py::object a8(py::object x) { // falls through to the way out
  try {
    return x.attr("__dlpack__")();
  } catch (py::error_already_set &) {
  }
  return fallback(x);
}
py::object a9(py::object x) {
  py::object c;
  try {
    c = x.attr("__dlpack__")();
  } catch (py::error_already_set &) {
    c = fallback(x);
  }
  return c;
}
py::object a10(py::object x) {
  py::object c;
  try {
    c = x.attr("__dlpack__")();
  } catch (...) {
  }
  if (!c) c = fallback(x);
  return c;
}
bool a11(py::object x, py::object &out) {
  try {
    out = x.attr("__dlpack__")();
    return true;
  } catch (py::error_already_set &) {
    return false;
  }
}
py::object a12(py::object x) {
  try {
    try {
      return x.attr("__dlpack__")();
    } catch (py::error_already_set &e) {
      if (!e.matches(PyExc_TypeError)) throw;
      return fallback(x);
    }
  } catch (py::error_already_set &) {
    return fallback(x);
  }
}
static py::object export_only(py::object x) { return x.attr("__dlpack__")(); }
py::object a13(py::object x) {
  try {
    return export_only(x);
  } catch (py::error_already_set &) {
    return fallback(x);
  }
}
py::object a14(py::object x) {
  try {
    return [&] { return py::object(x.attr("__dlpack__")()); }();
  } catch (py::error_already_set &) {
    return fallback(x);
  }
}
static bool is_export_error(py::error_already_set &e) { return e.matches(PyExc_BufferError) || e.matches(PyExc_RuntimeError); }
py::object a15(py::object x) {
  try {
    return x.attr("__dlpack__")();
  } catch (py::error_already_set &e) {
    if (!is_export_error(e)) throw;
    return fallback(x);
  }
}
py::object a16(py::object x) {
  try {
    return x.attr("__dlpack__")();
  } catch (py::error_already_set &e) {
    const bool refused = e.matches(PyExc_BufferError) || e.matches(PyExc_RuntimeError);
    if (!refused) throw;
    return fallback(x);
  }
}
py::object a17(py::object x) try {
  return torch_from_dlpack()(x);
} catch (...) {
  return fallback(x);
}

// BufferError alone: right around from_dlpack, which asks for the device ...
py::object d1(py::object x) {
  try {
    return torch_from_dlpack()(x);
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError)) throw;
    return py::module_::import("torch").attr("as_tensor")(py::module_::import("numpy").attr("asarray")(x));
  }
}
py::object d2(py::object x) {
  try {
    return torch_from_dlpack()(x);
  } catch (py::error_already_set &e) {
    if (e.matches(PyExc_BufferError)) return fallback(x);
    throw;
  }
}
py::object d3(py::object x) {
  try {
    return py::module_::import("jax.dlpack").attr("from_dlpack")(x);
  } catch (const py::error_already_set &e) {
    if (e.matches(PyExc_BufferError)) {
      return fallback(x);
    } else {
      throw;
    }
  }
}
py::object d4(py::object x) {
  try {
    x.attr("__dlpack_device__")();
    return x.attr("__dlpack__")();
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError)) throw;
    return fallback(x);
  }
}
// ... and wrong around __dlpack__.
py::object w1(py::object x) {
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError)) throw;
    return fallback(x);
  }
}
py::object w2(py::object x) {
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (py::error_already_set &e) {
    if (e.matches(PyExc_BufferError)) return fallback(x);
    throw;
  }
}
py::object w3(py::object x) { // numpy does not ask
  try {
    return py::module_::import("numpy").attr("from_dlpack")(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError)) throw;
    return fallback(x);
  }
}
py::object w4(py::object x) {
  try {
    return torch_from_dlpack()(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_RuntimeError)) throw;
    return fallback(x);
  }
}
py::object w5(py::object x) {
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (py::error_already_set &e) {
    const bool refused = e.matches(PyExc_BufferError);
    if (!refused) throw;
    return fallback(x);
  }
}
static py::object export_only_2(py::object x) { return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
py::object w6(py::object x) {
  try {
    return export_only_2(x);
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError)) throw;
    return fallback(x);
  }
}
py::object w7(py::object x) {
  try {
    py::object c = x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
    return torch_from_dlpack()(c);
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_BufferError)) throw;
    return fallback(x);
  }
}
static bool is_buffer_error(const py::error_already_set &e) { return e.matches(PyExc_BufferError); }
py::object w8(py::object x) {
  try {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unhandled-export-error]
  } catch (py::error_already_set &e) {
    if (!is_buffer_error(e)) throw;
    return fallback(x);
  }
}

// NumPy's own refusals changed their class with 2.5.
py::object numpy_before_2_5(py::object x) {
  try {
    return py::module_::import("numpy").attr("from_dlpack")(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: the handler around 'numpy.from_dlpack' receives RuntimeError only, and NumPy raises BufferError for what it cannot take
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_RuntimeError)) throw;
// CHECK-FIXES: if (!(e.matches(PyExc_RuntimeError) || e.matches(PyExc_BufferError))) throw;
    return fallback(x);
  }
}
py::object numpy_of_any_release(py::object x) {
  try {
    return py::module_::import("numpy").attr("from_dlpack")(x);
  } catch (py::error_already_set &e) {
    if (!e.matches(PyExc_RuntimeError) && !e.matches(PyExc_BufferError)) throw;
    return fallback(x);
  }
}
