//===- PyExceptions.h - Python exception types and who catches them -*- C++
//-*-//
//
// Part of dlpack-tidy. The exception types that DLPack calls raise, with
// Python's inheritance between them, so that a handler can be asked what it
// receives.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_PYEXCEPTIONS_H
#define DLPACK_TIDY_RULES_PYEXCEPTIONS_H

#include "rules/EnumSet.h"
#include <optional>
#include <string>
#include <string_view>

namespace dlpack_tidy::rules {

enum class PyException {
  BaseException,
  Exception,
  BufferError,
  ValueError,
  LookupError,
  KeyError,
  TypeError,
  ConcretizationTypeError, ///< jax.errors; a TypeError
  AttributeError,
  AssertionError,
  RuntimeError,
  NotImplementedError,
  /// jax.errors.JaxRuntimeError, a RuntimeError; named XlaRuntimeError to
  /// 0.7.2.
  JaxRuntimeError
};
using ExceptionSet = EnumSet<PyException, 13>;

/// "BufferError"; "jax.errors.JaxRuntimeError" for the JAX classes.
const char *name(PyException E);

/// "BufferError, KeyError or RuntimeError"; "no exception".
std::string str(ExceptionSet Exceptions);

/// The direct base class; BaseException is its own.
PyException baseOf(PyException E);

/// The type with this name, with or without modules before it, as in
/// "BufferError", "builtins.KeyError", "jaxlib.xla_extension.XlaRuntimeError"
/// or CPython's "PyExc_BufferError".
std::optional<PyException> exceptionNamed(std::string_view Name);

/// Whether `except Caught` receives an exception of type \p Raised.
bool catches(PyException Caught, PyException Raised);

/// The types of \p Raised that no handler of \p Handlers receives.
ExceptionSet uncaught(ExceptionSet Raised, ExceptionSet Handlers);

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_PYEXCEPTIONS_H
