//===- python.h - Guarded exchange, CPython C API ---------------*- C++ -*-===//
//
// Part of dlpack_guard. The consumer's side of DLPack for CPython 3.9 and
// newer. Every function needs the GIL (an attached thread state).
//
// Every refusal is a BufferError whose text says what was found, which rule
// that breaks and what to do; what the producer raised is its cause. Only
// MemoryError and exceptions that are no Exception (KeyboardInterrupt) pass as
// they are.
//
// Sources: the Python array API standard, __dlpack__ and __dlpack_device__;
// DLPack 1.3, the exchange API; what released libraries were seen to do.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_PYTHON_H
#define DLPACK_GUARD_PYTHON_H

#include "dlpack_guard/detail/import.h"
#include "dlpack_guard/detail/report.h"
#include "dlpack_guard/detail/sharing.h"
#include "dlpack_guard/export.h"

namespace dlpack_guard {

/// Imports \p Array: any object with `__dlpack__` and `__dlpack_device__`, or a
/// DLPack capsule, which is consumed.
///
/// The C exchange API is used where the array's type offers it. Otherwise
/// `__dlpack_device__` is asked and held against Wanted.Devices, and
/// `__dlpack__` called with the stream that fits the device and max_version, or
/// without the latter for producers that do not know it. The tensor is then
/// checked (see check()) and owned by the result.
///
/// An empty Tensor and an exception on refusal. Nothing leaks, and a tensor
/// that was exported and then refused has been deleted.
inline Tensor
import_tensor(PyObject *Array,
              const Requirements &Wanted = detail::AnyHostTensor) {
  Tensor Out;
  detail::PythonState *State = detail::pythonState();
  if (State == nullptr || detail::importArray(*State, Array, Wanted, Out) ||
      !detail::copyMayHelp(Array, Wanted))
    return Out;
  detail::importHostCopy(*State, Array, Wanted, Out);
  return Out;
}

/// Asks \p Array's `__dlpack_device__` whether it can be exported. Returns 0 if
/// it can (or DLPACK_GUARD is off or warn); -1 with a BufferError set that
/// names the rule and the way out if not.
inline int require_exportable(PyObject *Array) {
  if (detail::mode() == detail::Mode::Off)
    return 0;
  detail::PythonState *State = detail::pythonState();
  detail::Reported Device;
  if (State == nullptr)
    return -1;
  if (detail::askDevice(*State, {}, Array, Device))
    return 0;
  if (detail::mode() == detail::Mode::Warn && detail::warnInstead())
    return 0;
  return -1;
}

/// What to do with data that must not be written when the consumer may write:
/// PyTorch ignores the read-only flag, and writes through into a jax.Array.
enum class Sharing {
  Share,  ///< hand it over all the same, as the standard says: DANGEROUS where
          ///< the result gets written to
  Copy,   ///< hand a copy over
  Refuse, ///< BufferError
};

/// The object to hand to a consumer in \p Array's place, once it has been asked
/// whether it can be exported: the array itself, or for Sharing::Copy and
/// read-only data a copy (numpy.array for host memory, else x.copy()). A new
/// reference, or NULL with an exception set. To learn whether data are
/// read-only they are exported once and released; a legacy capsule counts as
/// read-only.
inline PyObject *exportable(PyObject *Array, Sharing How = Sharing::Share) {
  if (require_exportable(Array) < 0)
    return nullptr;
  if (How != Sharing::Share)
    return detail::writableOrElse(Array, How == Sharing::Copy);
  Py_INCREF(Array);
  return Array;
}

/// `consumer(array)` once the array has been asked; a new reference, or NULL
/// with an exception set.
inline PyObject *from_dlpack(PyObject *Consumer, PyObject *Array,
                             Sharing How = Sharing::Share) {
  PyObject *Asked = exportable(Array, How);
  if (Asked == nullptr)
    return nullptr;
  PyObject *Result = PyObject_CallFunctionObjArgs(Consumer, Asked, nullptr);
  Py_DECREF(Asked);
  return Result;
}

/// What import_tensor would find, as far as that can be told without exporting:
/// the type, how it would be imported, the device, and the refusal with rule
/// and advice if there is one. Raises nothing.
inline std::string
describe(PyObject *Array, const Requirements &Wanted = detail::AnyHostTensor) {
  return detail::report(Array, Wanted);
}

} // namespace dlpack_guard

#endif // DLPACK_GUARD_PYTHON_H
