//===- export_nanobind.h - __dlpack__ on a nanobind class -------*- C++ -*-===//
//
// Part of dlpack_guard.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_EXPORT_NANOBIND_H
#define DLPACK_GUARD_EXPORT_NANOBIND_H

#include "dlpack_guard/export.h"
#include <exception>
#include <nanobind/nanobind.h>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

namespace dlpack_guard {
namespace detail {

/// nanobind's own exceptions, thrown by a description to refuse.
inline void setError(const nanobind::builtin_exception &Error) {
  PyObject *Kind = PyExc_BufferError;
  if (Error.type() == nanobind::exception_type::type_error)
    Kind = PyExc_TypeError;
  else if (Error.type() == nanobind::exception_type::value_error)
    Kind = PyExc_ValueError;
  PyErr_SetString(Kind, Error.what());
}

/// One descriptor has no room for state: the callable lives here, one for each
/// bound class.
template <typename Class, typename Callable> struct NanobindExport {
  static inline std::optional<Callable> Function;

  static int fill(PyObject *Self, Exported &Array) {
    try {
      // An object whose __init__ was never run holds no Class.
      if (!nanobind::inst_ready(Self)) {
        PyErr_SetString(PyExc_BufferError, "the array is not initialised");
        return -1;
      }
      Array = (*Function)(*nanobind::inst_ptr<Class>(Self));
      return 0;
    } catch (nanobind::python_error &Error) {
      Error.restore();
    } catch (const nanobind::builtin_exception &Error) {
      setError(Error);
    } catch (const std::bad_alloc &) {
      PyErr_NoMemory();
    } catch (const std::exception &Error) {
      PyErr_SetString(PyExc_BufferError, Error.what());
    } catch (...) {
      PyErr_SetString(PyExc_BufferError, "the array could not be described");
    }
    return -1;
  }
};

} // namespace detail

/// Gives \p Bound the methods `__dlpack__` and `__dlpack_device__`.
///
/// \param Description called as `Exported(Class &)` for every export. What it
///        throws reaches Python: Python errors and nanobind's own as they are,
///        any other std::exception as BufferError.
template <typename Class, typename... Extra, typename Callable>
void def_dlpack(nanobind::class_<Class, Extra...> &Bound,
                Callable &&Description) {
  using Export = detail::NanobindExport<Class, std::decay_t<Callable>>;
  Export::Function.emplace(std::forward<Callable>(Description));
  if (def_dlpack<Export::fill>(reinterpret_cast<PyTypeObject *>(Bound.ptr())) <
      0)
    throw nanobind::python_error();
}

} // namespace dlpack_guard

#endif // DLPACK_GUARD_EXPORT_NANOBIND_H
