//===- sharing.h - Copies of read-only data for writing consumers *- C++
//-*-===//
//
// Part of dlpack_guard.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_DETAIL_SHARING_H
#define DLPACK_GUARD_DETAIL_SHARING_H

#include "dlpack_guard/detail/import.h"

namespace dlpack_guard {
namespace detail {

/// An object of its own with the values of \p Array, in the same kind of
/// memory; a new reference. numpy.array gives up where NumPy cannot export the
/// element type (bfloat16), so the array's own copy() comes next.
inline PyObject *separateCopy(PythonState &State, PyObject *Array,
                              bool OnHost) noexcept {
  if (OnHost) {
    PyObject *Copy = numpyCopy(Array);
    Tensor Tried;
    if (Copy != nullptr && importArray(State, Copy, {}, Tried))
      return Copy;
    Py_XDECREF(Copy);
    PyErr_Clear();
  }
  PyObject *Copy = PyObject_CallMethod(Array, "copy", nullptr);
  if (Copy != nullptr)
    return Copy;
  raise(Status(rule::ReadOnly, "the array is read-only and cannot be copied")
            .advise("hand over a copy made by its own library"),
        takeError());
  return nullptr;
}

/// \p Array if its data may be written; else a copy, or a refusal. A new
/// reference.
inline PyObject *writableOrElse(PyObject *Array, bool Copy) noexcept {
  PythonState *State = pythonState();
  if (State == nullptr)
    return nullptr;
  Tensor Exported;
  // The exchange API's tensors are as good: only the flags are looked at.
  Requirements Any = Requirements().on(DeviceSet::all()).stream(-1);
  if (!importArray(*State, Array, Any, Exported))
    return nullptr;
  if (!Exported.read_only()) {
    Py_INCREF(Array);
    return Array;
  }
  if (Copy)
    return separateCopy(*State, Array,
                        DeviceSet::host().contains(Exported.device_type()));
  raise(Status(rule::ReadOnly, "the array is read-only (or exported without "
                               "flags), and its consumer may write to it"));
  return nullptr;
}

} // namespace detail
} // namespace dlpack_guard

#endif // DLPACK_GUARD_DETAIL_SHARING_H
