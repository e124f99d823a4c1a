//===--- dlpack_guard/nanobind.h - guarded hand-over, nanobind ------------===//
#ifndef DLPACK_GUARD_NANOBIND_H
#define DLPACK_GUARD_NANOBIND_H

#include "dlpack_guard/python.h"

#include <nanobind/nanobind.h>

#include <utility>

namespace dlpack_guard {

/// \p Array, once it has been asked whether it can be exported. Throws
/// nanobind::python_error with a BufferError that names the rule and the way
/// out where it cannot.
inline nanobind::object exportable(nanobind::handle Array) {
  if (require_exportable(Array.ptr()) < 0)
    throw nanobind::python_error();
  return nanobind::borrow<nanobind::object>(Array);
}

/// `consumer(array, …)` once the array has been asked.
template <typename Consumer, typename... More>
nanobind::object from_dlpack(Consumer &&TakesArray, nanobind::handle Array,
                             More &&...Arguments) {
  nanobind::object Asked = exportable(Array);
  return nanobind::borrow<nanobind::object>(
      TakesArray(std::move(Asked), std::forward<More>(Arguments)...));
}

} // namespace dlpack_guard

#endif // DLPACK_GUARD_NANOBIND_H
