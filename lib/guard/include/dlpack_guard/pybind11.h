//===- pybind11.h - Guarded exchange, pybind11 ------------------*- C++ -*-===//
//
// Part of dlpack_guard. The functions of python.h with pybind11's types and
// exceptions. pybind11 2.6 or newer.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_PYBIND11_H
#define DLPACK_GUARD_PYBIND11_H

#include "dlpack_guard/export_pybind11.h"
#include "dlpack_guard/python.h"

#include <pybind11/pybind11.h>

#include <utility>

namespace dlpack_guard {

/// See the function of the same name in python.h. Throws
/// pybind11::error_already_set where that returns an empty Tensor.
inline Tensor
import_tensor(pybind11::handle Array,
              const Requirements &Wanted = detail::AnyHostTensor) {
  Tensor Imported = import_tensor(Array.ptr(), Wanted);
  if (!Imported)
    throw pybind11::error_already_set();
  return Imported;
}

/// \p Array, once it has been asked whether it can be exported; for
/// Sharing::Copy a copy where its data are read-only. Throws
/// pybind11::error_already_set with a BufferError that names the rule and the
/// way out where it cannot.
inline pybind11::object exportable(pybind11::handle Array,
                                   Sharing How = Sharing::Share) {
  PyObject *Asked = exportable(Array.ptr(), How);
  if (Asked == nullptr)
    throw pybind11::error_already_set();
  return pybind11::reinterpret_steal<pybind11::object>(Asked);
}

/// `consumer(array, …)` once the array has been asked. Read-only data are
/// shared; see Sharing for the danger, and the other overload for ways out.
template <typename Consumer, typename... More>
pybind11::object from_dlpack(Consumer &&TakesArray, pybind11::handle Array,
                             More &&...Arguments) {
  pybind11::object Asked = exportable(Array);
  return TakesArray(std::move(Asked), std::forward<More>(Arguments)...);
}
template <typename Consumer, typename... More>
pybind11::object from_dlpack(Consumer &&TakesArray, pybind11::handle Array,
                             Sharing How, More &&...Arguments) {
  pybind11::object Asked = exportable(Array, How);
  return TakesArray(std::move(Asked), std::forward<More>(Arguments)...);
}

/// See python.h.
inline std::string
describe(pybind11::handle Array,
         const Requirements &Wanted = detail::AnyHostTensor) {
  return describe(Array.ptr(), Wanted);
}

/// Makes dlpack_guard::Error (thrown by Tensor::data<T>()) arrive in Python as
/// BufferError. To be called in the module's init function.
inline void register_errors(pybind11::module_ &) {
  pybind11::register_exception_translator([](std::exception_ptr Thrown) {
    try {
      if (Thrown)
        std::rethrow_exception(Thrown);
    } catch (const Error &Refused) {
      PyErr_SetString(PyExc_BufferError, Refused.what());
    }
  });
}

} // namespace dlpack_guard

#endif // DLPACK_GUARD_PYBIND11_H
