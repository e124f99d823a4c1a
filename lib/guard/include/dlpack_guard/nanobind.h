//===- nanobind.h - Guarded exchange, nanobind ------------------*- C++ -*-===//
//
// Part of dlpack_guard. The functions of python.h with nanobind's types and
// exceptions. nanobind 2 or 3.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_NANOBIND_H
#define DLPACK_GUARD_NANOBIND_H

#include "dlpack_guard/export_nanobind.h"
#include "dlpack_guard/python.h"

#include <nanobind/nanobind.h>

#include <utility>

namespace dlpack_guard {

/// See the function of the same name in python.h. Throws nanobind::python_error
/// where that returns an empty Tensor.
inline Tensor
import_tensor(nanobind::handle Array,
              const Requirements &Wanted = detail::AnyHostTensor) {
  Tensor Imported = import_tensor(Array.ptr(), Wanted);
  if (!Imported)
    throw nanobind::python_error();
  return Imported;
}

/// \p Array, once it has been asked whether it can be exported; for
/// Sharing::Copy a copy where its data are read-only. Throws
/// nanobind::python_error with a BufferError that names the rule and the way
/// out where it cannot.
inline nanobind::object exportable(nanobind::handle Array,
                                   Sharing How = Sharing::Share) {
  PyObject *Asked = exportable(Array.ptr(), How);
  if (Asked == nullptr)
    throw nanobind::python_error();
  return nanobind::steal<nanobind::object>(Asked);
}

/// `consumer(array, …)` once the array has been asked. Read-only data are
/// shared; see Sharing for the danger, and the other overload for ways out.
template <typename Consumer, typename... More>
nanobind::object from_dlpack(Consumer &&TakesArray, nanobind::handle Array,
                             More &&...Arguments) {
  nanobind::object Asked = exportable(Array);
  return nanobind::borrow<nanobind::object>(
      TakesArray(std::move(Asked), std::forward<More>(Arguments)...));
}
template <typename Consumer, typename... More>
nanobind::object from_dlpack(Consumer &&TakesArray, nanobind::handle Array,
                             Sharing How, More &&...Arguments) {
  nanobind::object Asked = exportable(Array, How);
  return nanobind::borrow<nanobind::object>(
      TakesArray(std::move(Asked), std::forward<More>(Arguments)...));
}

/// See python.h.
inline std::string
describe(nanobind::handle Array,
         const Requirements &Wanted = detail::AnyHostTensor) {
  return describe(Array.ptr(), Wanted);
}

/// Makes dlpack_guard::Error (thrown by Tensor::data<T>()) arrive in Python as
/// BufferError. To be called in the module's init function.
inline void register_errors(nanobind::module_ &) {
  nanobind::register_exception_translator(
      [](const std::exception_ptr &Thrown, void *) {
        try {
          std::rethrow_exception(Thrown);
        } catch (const Error &Refused) {
          PyErr_SetString(PyExc_BufferError, Refused.what());
        }
      });
}

} // namespace dlpack_guard

#endif // DLPACK_GUARD_NANOBIND_H
