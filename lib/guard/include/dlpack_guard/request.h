//===- request.h - the arguments of __dlpack__ ------------------*- C++ -*-===//
//
// Part of dlpack_guard. Reading them has no side effect, so a consumer that
// calls again after a TypeError (JAX does, on any) finds everything as it was.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_REQUEST_H
#define DLPACK_GUARD_REQUEST_H

#include "dlpack_guard/detail/python_error.h"
#include "dlpack_guard/plan.h"
#include <cstdint>

namespace dlpack_guard {

namespace detail {

/// False, with \p Why as BufferError.
inline bool refuse(const Status &Why) {
  raise(Why);
  return false;
}

/// False, without an exception, unless \p Value is a tuple of two integers
/// that fit a C int.
inline bool readPair(PyObject *Value, int &First, int &Second) {
  if (!PyTuple_Check(Value) || PyTuple_Size(Value) != 2)
    return false;
  int *const Out[] = {&First, &Second};
  for (Py_ssize_t Index = 0; Index < 2; ++Index) {
    PyObject *Item = PyTuple_GetItem(Value, Index);
    if (!PyLong_Check(Item))
      return false;
    int Overflow = 0;
    const long Number = PyLong_AsLongAndOverflow(Item, &Overflow);
    if (Overflow != 0 || Number < INT32_MIN || Number > INT32_MAX)
      return false;
    *Out[Index] = static_cast<int>(Number);
  }
  return true;
}

inline bool readStream(ExportRequest &Asked, PyObject *Value) {
  if (Value == Py_None)
    return true;
  // BufferError, not TypeError: a consumer would take that for an old
  // signature, call without a stream, and race.
  int Overflow = 0;
  const long long Stream =
      PyLong_Check(Value) ? PyLong_AsLongLongAndOverflow(Value, &Overflow) : -2;
  if (Overflow != 0 || Stream < ExportRequest::NoSync) {
    return refuse(Status(rule::CallArguments,
                         "__dlpack__ got a stream that is neither None, -1 nor "
                         "an integer")
                      .advise("pass the stream as an integer"));
  }
  Asked.Stream = Stream;
  return true;
}

inline bool readMaxVersion(ExportRequest &Asked, PyObject *Value) {
  if (Value == Py_None)
    return true;
  int Major = 0, Minor = 0;
  if (!readPair(Value, Major, Minor) || Major < 0 || Minor < 0) {
    PyErr_SetString(PyExc_TypeError, "__dlpack__: max_version must be None or "
                                     "a tuple of two integers");
    return false;
  }
  Asked.MaxMajor = Major;
  Asked.MaxMinor = Minor;
  return true;
}

inline bool readDevice(ExportRequest &Asked, PyObject *Value) {
  if (Value == Py_None)
    return true;
  int Type = 0, Id = 0;
  if (!readPair(Value, Type, Id)) {
    return refuse(
        Status(rule::UnsupportedDeviceType,
               "__dlpack__ got a dl_device that is not a tuple of two "
               "integers"));
  }
  Asked.NamesDevice = true;
  Asked.DeviceType = Type;
  Asked.DeviceId = Id;
  return true;
}

inline bool readCopy(ExportRequest &Asked, PyObject *Value) {
  if (Value == Py_None)
    return true;
  if (!PyBool_Check(Value)) {
    PyErr_SetString(PyExc_TypeError,
                    "__dlpack__: copy must be None, True or False");
    return false;
  }
  Asked.Copy = Value == Py_True ? ExportRequest::Copying::Always
                                : ExportRequest::Copying::Never;
  return true;
}

/// One keyword, the most usual ones first.
inline bool readKeyword(ExportRequest &Asked, PyObject *Name, PyObject *Value) {
  const auto Is = [Name](const char *Text) {
    return PyUnicode_CompareWithASCIIString(Name, Text) == 0;
  };
  if (Is("max_version"))
    return readMaxVersion(Asked, Value);
  if (Is("copy"))
    return readCopy(Asked, Value);
  if (Is("dl_device"))
    return readDevice(Asked, Value);
  if (Is("stream"))
    return readStream(Asked, Value);
  PyErr_Format(PyExc_TypeError,
               "__dlpack__() got an unexpected keyword argument '%U'", Name);
  return false;
}

inline bool refusesPositional(Py_ssize_t Count) {
  if (Count == 0)
    return false;
  PyErr_SetString(PyExc_TypeError,
                  "__dlpack__() takes its arguments by keyword only");
  return true;
}

} // namespace detail

/// Reads the arguments of a METH_FASTCALL | METH_KEYWORDS method. False with
/// TypeError (unknown keyword, positional argument, malformed max_version or
/// copy) or BufferError (malformed stream or dl_device) set.
inline bool parse_export_request(ExportRequest &Asked, PyObject *const *Args,
                                 Py_ssize_t Positional, PyObject *Names) {
  if (detail::refusesPositional(Positional))
    return false;
  const Py_ssize_t Count = Names != nullptr ? PyTuple_Size(Names) : 0;
  for (Py_ssize_t Index = 0; Index < Count; ++Index)
    if (!detail::readKeyword(Asked, PyTuple_GetItem(Names, Index), Args[Index]))
      return false;
  return true;
}

/// The same for a METH_VARARGS | METH_KEYWORDS method; \p Keywords may be NULL.
inline bool parse_export_request(ExportRequest &Asked, PyObject *Args,
                                 PyObject *Keywords) {
  if (Args != nullptr && detail::refusesPositional(PyTuple_Size(Args)))
    return false;
  PyObject *Name = nullptr, *Value = nullptr;
  Py_ssize_t Position = 0;
  while (Keywords != nullptr &&
         PyDict_Next(Keywords, &Position, &Name, &Value) != 0)
    if (!detail::readKeyword(Asked, Name, Value))
      return false;
  return true;
}

} // namespace dlpack_guard

#endif // DLPACK_GUARD_REQUEST_H
