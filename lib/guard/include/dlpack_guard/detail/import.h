//===- import.h - The whole import, and its ways out ------------*- C++ -*-===//
//
// Part of dlpack_guard.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_DETAIL_IMPORT_H
#define DLPACK_GUARD_DETAIL_IMPORT_H

#include "dlpack_guard/detail/handshake.h"

namespace dlpack_guard {
namespace detail {

/// `__dlpack_device__` and the policy on its answer. False with a BufferError
/// set if the array must not be exported.
inline bool passesPolicy(PythonState &State, const TypeFacts &Facts,
                         PyObject *Array, const Requirements &Wanted,
                         Reported &Device) noexcept {
  const Mode Strict = mode();
  // Host memory needs no stream, so with the policy off there is nothing to
  // ask for; what the capsule says is looked at in any case.
  if (Strict == Mode::Off && Wanted.Devices.is_subset_of(DeviceSet::host()))
    return true;
  if (askDevice(State, Facts, Array, Device) && acceptsDevice(Device, Wanted))
    return true;
  if (Strict == Mode::Enforce || !PyErr_ExceptionMatches(PyExc_BufferError))
    return false;
  if (Strict == Mode::Warn)
    return warnInstead();
  PyErr_Clear();
  return true;
}

/// The Python-level import of an array that is no capsule.
inline bool importThroughPython(PythonState &State, const TypeFacts &Facts,
                                PyObject *Array, const Requirements &Wanted,
                                Tensor &Out) noexcept {
  Reported Device;
  if (!passesPolicy(State, Facts, Array, Wanted, Device))
    return false;
  PyObject *Capsule = requestCapsule(State, Facts, Array, Device, Wanted);
  if (Capsule == nullptr) {
    explainError(PyErr_ExceptionMatches(PyExc_AttributeError)
                     ? NoProducer
                     : ProducerRefused);
    return false;
  }
  bool Taken;
  if ((Device.Type == device::CUDAHost || Device.Type == device::ROCMHost) &&
      Wanted.Devices.contains(Device.Type))
    // Pinned memory that was accepted as such may be exported as kDLCPU.
    Taken = takeCapsule(
        Capsule, Wanted.on(Wanted.Devices | DeviceSet{device::CPU}), Out);
  else
    Taken = takeCapsule(Capsule, Wanted, Out);
  if (Taken) {
    Py_DECREF(Capsule);
    return agrees(Device, Wanted, Out);
  }
  dropCapsule(Capsule);
  return false;
}

inline bool importArray(PythonState &State, PyObject *Array,
                        const Requirements &Wanted, Tensor &Out) noexcept {
  const TypeFacts Facts = typeFacts(State, Py_TYPE(Array));
  if (Facts.Api != nullptr && Wanted.RequestType == 0 && !Wanted.Copy) {
    const Exchanged Result = importThroughApi(*Facts.Api, Array, Wanted, Out);
    if (Result != Exchanged::AskPython)
      return Result == Exchanged::Done;
  }
  if (PyCapsule_CheckExact(Array))
    return takeCapsule(Array, Wanted, Out);
  return importThroughPython(State, Facts, Array, Wanted, Out);
}

/// numpy.array(Array): a copy in host memory; a new reference.
inline PyObject *numpyCopy(PyObject *Array) noexcept {
  PyObject *Numpy = PyImport_ImportModule("numpy");
  PyObject *Copy =
      Numpy ? PyObject_CallMethod(Numpy, "array", "O", Array) : nullptr;
  Py_XDECREF(Numpy);
  return Copy;
}

/// Fallback::HostCopy, once an import was refused and its error is in flight.
/// The documented way first; it fails for element types NumPy cannot export
/// (bfloat16), which the producer may be able to copy itself.
inline bool importHostCopy(PythonState &State, PyObject *Array,
                           const Requirements &Wanted, Tensor &Out) noexcept {
  PyObject *Refusal = takeError();
  if (Refusal == nullptr || isNoRefusal(Refusal)) {
    restoreError(Refusal);
    return false;
  }
  Requirements Host = Wanted.request_device(0).copy(false);
  Host.Ways = Fallback::None;
  PyObject *Copy = numpyCopy(Array);
  bool Done = Copy != nullptr && importArray(State, Copy, Host, Out);
  Py_XDECREF(Copy);
  if (!Done) {
    PyErr_Clear();
    Reported Unasked;
    PyObject *Capsule = requestCapsule(State, {}, Array, Unasked,
                                       Host.request_device(device::CPU).copy());
    Done = Capsule != nullptr && takeCapsule(Capsule, Host, Out);
    if (Capsule != nullptr)
      dropCapsule(Capsule);
  }
  if (Done) {
    Py_DECREF(Refusal);
    return true;
  }
  PyErr_Clear(); // the first refusal says what is wrong
  restoreError(Refusal);
  return false;
}

/// Whether a refusal is one a host copy is documented for: not, say, a dtype.
inline bool copyMayHelp(PyObject *Array, const Requirements &Wanted) noexcept {
  return allows(Wanted.Ways, Fallback::HostCopy) &&
         Wanted.Devices.contains(device::CPU) && !PyCapsule_CheckExact(Array);
}

} // namespace detail
} // namespace dlpack_guard

#endif // DLPACK_GUARD_DETAIL_IMPORT_H
