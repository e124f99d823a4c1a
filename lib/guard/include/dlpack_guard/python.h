//===--- dlpack_guard/python.h - guarded hand-over, CPython C API ---------===//
#ifndef DLPACK_GUARD_PYTHON_H
#define DLPACK_GUARD_PYTHON_H

#ifndef PY_SSIZE_T_CLEAN
#define PY_SSIZE_T_CLEAN
#endif
#include <Python.h>

#include "dlpack_guard/core.h"

namespace dlpack_guard {
namespace detail {

/// Takes the error in flight, as an exception object; a new reference.
inline PyObject *takeError() {
#if PY_VERSION_HEX >= 0x030C0000
  return PyErr_GetRaisedException();
#else
  PyObject *Type = nullptr, *Value = nullptr, *Trace = nullptr;
  PyErr_Fetch(&Type, &Value, &Trace);
  PyErr_NormalizeException(&Type, &Value, &Trace);
  if (Trace != nullptr) {
    PyException_SetTraceback(Value, Trace);
    Py_DECREF(Trace);
  }
  Py_XDECREF(Type);
  return Value;
#endif
}

/// Raises BufferError with \p Text, caused by \p Cause; takes over \p Cause.
inline void raiseFrom(const std::string &Text, PyObject *Cause) {
  PyErr_SetString(PyExc_BufferError, Text.c_str());
  PyObject *Raised = takeError();
  if (Raised == nullptr) {
    Py_XDECREF(Cause);
    return;
  }
  Py_XINCREF(Cause);
  PyException_SetContext(Raised, Cause);
  PyException_SetCause(Raised, Cause);
  PyErr_SetObject(PyExceptionInstance_Class(Raised), Raised);
  Py_DECREF(Raised);
}

/// Adds the rule and the way out to a refusal in flight.
inline void explainRefusal() {
  PyObject *Refusal = takeError();
  PyObject *Said = Refusal != nullptr ? PyObject_Str(Refusal) : nullptr;
  const char *Text = Said != nullptr ? PyUnicode_AsUTF8(Said) : nullptr;
  if (Text == nullptr)
    PyErr_Clear();
  const std::string Explained = explainedRefusal(Text != nullptr ? Text : "");
  Py_XDECREF(Said);
  raiseFrom(Explained, Refusal);
}

} // namespace detail

/// Asks \p Array's `__dlpack_device__` whether it can be exported. Returns 0 if
/// it can. Returns -1 with an exception set if not: BufferError that names the
/// rule and the way out where the producer refused, whatever was raised else
/// (AttributeError for an object that is no exporter).
inline int require_exportable(PyObject *Array) {
  PyObject *Device = PyObject_CallMethod(Array, "__dlpack_device__", nullptr);
  if (Device != nullptr) {
    Py_DECREF(Device);
    return 0;
  }
  // JAX before 0.4.26 said it with a ValueError.
  if (PyErr_ExceptionMatches(PyExc_BufferError) ||
      PyErr_ExceptionMatches(PyExc_ValueError))
    detail::explainRefusal();
  return -1;
}

/// `consumer(array)` once the array has been asked; a new reference, or null
/// with an exception set.
inline PyObject *from_dlpack(PyObject *Consumer, PyObject *Array) {
  if (require_exportable(Array) < 0)
    return nullptr;
  return PyObject_CallFunctionObjArgs(Consumer, Array, nullptr);
}

} // namespace dlpack_guard

#endif // DLPACK_GUARD_PYTHON_H
