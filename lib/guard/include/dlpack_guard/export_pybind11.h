//===- export_pybind11.h - __dlpack__ on a pybind11 class -------*- C++ -*-===//
//
// Part of dlpack_guard.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_EXPORT_PYBIND11_H
#define DLPACK_GUARD_EXPORT_PYBIND11_H

#include "dlpack_guard/export.h"
#include <exception>
#include <new>
#include <optional>
#include <pybind11/pybind11.h>
#include <type_traits>
#include <utility>

namespace dlpack_guard {
namespace detail {

/// Whether `__init__` has run. To cast an object whose has not would make
/// pybind11 allocate a Class and not construct it.
inline bool isConstructed(PyObject *Self) {
  namespace internals = pybind11::detail;
  auto *Instance = reinterpret_cast<internals::instance *>(Self);
  for (const auto &Held : internals::values_and_holders(Instance))
    if (!Held.holder_constructed())
      return false;
  return true;
}

/// One descriptor has no room for state: the callable lives here, one for each
/// bound class.
template <typename Class, typename Callable> struct PybindExport {
  static inline std::optional<Callable> Function;

  static int fill(PyObject *Self, Exported &Array) {
    if (!isConstructed(Self)) {
      PyErr_SetString(PyExc_BufferError, "the array is not initialised");
      return -1;
    }
    try {
      Array = (*Function)(pybind11::cast<Class &>(pybind11::handle(Self)));
      return 0;
    } catch (pybind11::error_already_set &Error) {
      Error.restore();
    } catch (const pybind11::builtin_exception &Error) {
      Error.set_error();
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
///        throws reaches Python: Python errors and pybind11's own as they are,
///        any other std::exception as BufferError.
template <typename Class, typename... Extra, typename Callable>
void def_dlpack(pybind11::class_<Class, Extra...> &Bound,
                Callable &&Description) {
  using Export = detail::PybindExport<Class, std::decay_t<Callable>>;
  Export::Function.emplace(std::forward<Callable>(Description));
  if (def_dlpack<Export::fill>(reinterpret_cast<PyTypeObject *>(Bound.ptr())) <
      0)
    throw pybind11::error_already_set();
}

} // namespace dlpack_guard

#endif // DLPACK_GUARD_EXPORT_PYBIND11_H
