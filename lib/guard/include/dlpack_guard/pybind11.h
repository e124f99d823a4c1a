//===--- dlpack_guard/pybind11.h - guarded hand-over, pybind11 ------------===//
#ifndef DLPACK_GUARD_PYBIND11_H
#define DLPACK_GUARD_PYBIND11_H

#include "dlpack_guard/python.h"

#include <pybind11/pybind11.h>

#include <utility>

namespace dlpack_guard {

/// \p Array, once it has been asked whether it can be exported. Throws
/// pybind11::error_already_set with a BufferError that names the rule and the
/// way out where it cannot.
inline pybind11::object exportable(pybind11::handle Array) {
  if (require_exportable(Array.ptr()) < 0)
    throw pybind11::error_already_set();
  return pybind11::reinterpret_borrow<pybind11::object>(Array);
}

/// `consumer(array, …)` once the array has been asked.
template <typename Consumer, typename... More>
pybind11::object from_dlpack(Consumer &&TakesArray, pybind11::handle Array,
                             More &&...Arguments) {
  pybind11::object Asked = exportable(Array);
  return TakesArray(std::move(Asked), std::forward<More>(Arguments)...);
}

} // namespace dlpack_guard

#endif // DLPACK_GUARD_PYBIND11_H
