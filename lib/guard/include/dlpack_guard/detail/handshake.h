//===- handshake.h - Import through __dlpack__ ------------------*- C++ -*-===//
//
// Part of dlpack_guard. The Python-level protocol: ask the device, apply the
// policy, call `__dlpack__` with what this producer understands, and take the
// capsule.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_DETAIL_HANDSHAKE_H
#define DLPACK_GUARD_DETAIL_HANDSHAKE_H

#include "dlpack_guard/detail/exchange_api.h"

namespace dlpack_guard {
namespace detail {

/// What `__dlpack_device__` answered; Type 0 where nobody asked.
struct Reported {
  std::int32_t Type = 0;
  std::int32_t Id = 0;
};

/// An int, an IntEnum, or a plain Enum, which the standard's type hint allows.
inline bool readInteger(PyObject *Value, std::int32_t &Out) noexcept {
#if PY_VERSION_HEX >= 0x030C0000
  if (PyLong_Check(Value)) {
    auto *Exact = reinterpret_cast<PyLongObject *>(Value);
    if (PyUnstable_Long_IsCompact(Exact)) {
      const Py_ssize_t Small = PyUnstable_Long_CompactValue(Exact);
      Out = static_cast<std::int32_t>(Small); // at most 30 bits
      return true;
    }
  }
#endif
  PyObject *Inner = nullptr;
  if (!PyLong_Check(Value) &&
      (Value = Inner = PyObject_GetAttrString(Value, "value")) == nullptr)
    return false;
  const long Number = PyLong_AsLong(Value);
  Py_XDECREF(Inner);
  if (Number == -1 && PyErr_Occurred())
    return false;
  if (Number < INT32_MIN || Number > INT32_MAX) {
    PyErr_SetString(PyExc_OverflowError, "device out of range");
    return false;
  }
  Out = static_cast<std::int32_t>(Number);
  return true;
}

/// Asks `__dlpack_device__`. False with a BufferError set if the producer
/// refuses, or answers with something that is no device.
inline bool askDevice(PythonState &State, const TypeFacts &Facts,
                      PyObject *Array, Reported &Out) noexcept {
  PyObject *Arguments[2] = {nullptr, Array};
  PyObject *Answer = callMethod(Facts.DlpackDevice, State.DlpackDevice,
                                Arguments + 1, nullptr);
  if (Answer == nullptr) {
    explainError(PyErr_ExceptionMatches(PyExc_AttributeError)
                     ? NoProducer
                     : rule::UnsupportedBackend);
    return false;
  }
  const bool Valid = PyTuple_Check(Answer) && PyTuple_GET_SIZE(Answer) == 2 &&
                     readInteger(PyTuple_GET_ITEM(Answer, 0), Out.Type) &&
                     readInteger(PyTuple_GET_ITEM(Answer, 1), Out.Id);
  Py_DECREF(Answer);
  if (Valid)
    return true;
  raise(Status(rule::ExporterSignature,
               "__dlpack_device__ did not answer with two integers (device "
               "type, device id)")
            .advise("report this to the producer"),
        takeError());
  return false;
}

/// Whether the consumer can take what the producer reports.
inline bool acceptsDevice(const Reported &Device,
                          const Requirements &Wanted) noexcept {
  // With dl_device the producer moves the data there first.
  if (Wanted.RequestType != 0 || Wanted.Devices.contains(Device.Type))
    return true;
  raise(Status(rule::UncheckedDevice,
               "the array is on {device}, which is not accepted here",
               Device.Type)
            .advise("move the array to an accepted device, or copy it to the "
                    "host (numpy.array, jax.device_get, x.cpu())"));
  return false;
}

/// The value of `stream` for memory that has streams; a new reference.
inline PyObject *streamFor(std::int32_t Type, std::int64_t Wanted) noexcept {
  const bool Cuda = Type != device::ROCM;
  // 0 means NULL, the default stream: CUDA forbids it and calls that one 1;
  // ROCm calls it 0 and forbids 1 and 2.
  if (Wanted == Requirements::DefaultStream || Wanted == 0 ||
      (!Cuda && (Wanted == 1 || Wanted == 2)))
    Wanted = Cuda ? 1 : 0;
  return PyLong_FromLongLong(Wanted);
}

/// The arguments of one call of `__dlpack__`.
class DlpackCall {
public:
  DlpackCall(PythonState &State, const TypeFacts &Facts) noexcept
      : State(State), Facts(Facts) {}
  DlpackCall(const DlpackCall &) = delete;
  DlpackCall &operator=(const DlpackCall &) = delete;
  ~DlpackCall() {
    for (std::size_t I = 0; I != Count; ++I)
      Py_XDECREF(Values[I + 2]);
  }

  /// Takes \p Value over.
  void add(PyObject *Name, PyObject *Value) noexcept {
    Names[Count] = Name;
    Values[Count++ + 2] = Value;
    Broken |= Value == nullptr;
  }
  void drop(PyObject *Name) noexcept {
    for (std::size_t I = 0; I != Count; ++I)
      if (Names[I] == Name) {
        Py_XDECREF(Values[I + 2]);
        --Count;
        Names[I] = Names[Count];
        Values[I + 2] = Values[Count + 2];
        return;
      }
  }
  bool has(PyObject *Name) const noexcept {
    for (std::size_t I = 0; I != Count; ++I)
      if (Names[I] == Name)
        return true;
    return false;
  }

  /// A new reference to the capsule, or NULL with the producer's error set.
  PyObject *operator()(PyObject *Array) noexcept {
    if (Broken)
      return nullptr;
    PyObject *Keywords = nullptr;
    if (Count != 0) {
      Keywords = PyTuple_New(static_cast<Py_ssize_t>(Count));
      if (Keywords == nullptr)
        return nullptr;
      for (std::size_t I = 0; I != Count; ++I) {
        Py_INCREF(Names[I]);
        PyTuple_SET_ITEM(Keywords, static_cast<Py_ssize_t>(I), Names[I]);
      }
    }
    Values[1] = Array;
    PyObject *Answer =
        callMethod(Facts.Dlpack, State.Dlpack, Values + 1, Keywords);
    Py_XDECREF(Keywords);
    return Answer;
  }

private:
  PythonState &State;
  const TypeFacts &Facts;
  PyObject *Values[6] = {}; // [0] is scratch for the callee, [1] the array
  PyObject *Names[4] = {};
  std::size_t Count = 0;
  bool Broken = false;
};

/// Whether the error in flight says that `__dlpack__` does not know a keyword,
/// as Python functions, C functions, pybind11 and nanobind put it. A tracer's
/// error is a TypeError too, but of a class of its own; one raised later by the
/// producer's own code does not speak of keywords.
inline bool isOldSignature() noexcept {
  PyObject *Raised = takeError();
  bool Old = false;
  if (Raised != nullptr &&
      reinterpret_cast<PyObject *>(Py_TYPE(Raised)) == PyExc_TypeError) {
    const Refusal Read = readRefusal(Raised, rule::CallArguments);
    for (const char *Says :
         {"unexpected keyword argument", "invalid keyword argument",
          "takes no keyword arguments", "incompatible function arguments",
          "takes no arguments", "unsupported keyword", "got some positional"})
      Old |= std::strstr(Read.Said, Says) != nullptr;
  }
  restoreError(Raised);
  return Old;
}

/// Calls `__dlpack__`. A producer of before 2023.12 does not know max_version
/// and is asked again without; what was asked for beyond that (a device, a
/// copy, a stream) is never dropped silently.
inline PyObject *requestWith(PythonState &State, const TypeFacts &Facts,
                             PyObject *Array, const Reported &Device,
                             const Requirements &Wanted) noexcept {
  DlpackCall Call(State, Facts);
  if (Wanted.RequestType != 0)
    Call.add(State.DlDevice, Py_BuildValue("(ii)", int(Wanted.RequestType),
                                           int(Wanted.RequestId)));
  if (Wanted.Copy) {
    Py_INCREF(Py_True);
    Call.add(State.Copy, Py_True);
  }
  const std::int32_t Target =
      Wanted.RequestType != 0 ? Wanted.RequestType : Device.Type;
  if (hasStreams(Target))
    Call.add(State.Stream, streamFor(Target, Wanted.Stream));
  Py_INCREF(State.Version);
  Call.add(State.MaxVersion, State.Version);
  PyObject *Capsule = Call(Array);
  if (Capsule == nullptr && isOldSignature()) {
    PyErr_Clear();
    Call.drop(State.MaxVersion);
    Capsule = Call(Array);
  }
  if (Capsule == nullptr && Call.has(State.DlDevice) &&
      allows(Wanted.Ways, Fallback::NativeDevice) &&
      PyErr_ExceptionMatches(PyExc_Exception)) {
    PyErr_Clear();
    return requestWith(State, Facts, Array, Device, Wanted.request_device(0));
  }
  return Capsule;
}

/// The same. The usual request has its keywords ready made.
inline PyObject *requestCapsule(PythonState &State, const TypeFacts &Facts,
                                PyObject *Array, const Reported &Device,
                                const Requirements &Wanted) noexcept {
  if (Wanted.RequestType != 0 || Wanted.Copy || hasStreams(Device.Type))
    return requestWith(State, Facts, Array, Device, Wanted);
  PyObject *Arguments[3] = {nullptr, Array, State.Version};
  PyObject *Capsule =
      callMethod(Facts.Dlpack, State.Dlpack, Arguments + 1, State.VersionOnly);
  if (Capsule != nullptr || !isOldSignature())
    return Capsule;
  PyErr_Clear();
  Arguments[1] = Array;
  return callMethod(Facts.Dlpack, State.Dlpack, Arguments + 1, nullptr);
}

/// Refuses a capsule by its name; which of the four it is decides why.
inline void refuseName(const char *Name) noexcept {
  const bool Used =
      Name != nullptr && (std::strcmp(Name, "used_dltensor") == 0 ||
                          std::strcmp(Name, "used_dltensor_versioned") == 0);
  if (Used) {
    raise(Status(rule::CapsuleOwnership,
                 "the capsule's tensor has been taken by a consumer before")
              .advise("ask the array for a new capsule: each one can be "
                      "consumed once, and a producer must not keep it"));
    return;
  }
  char Text[256];
  TextWriter Out(Text, sizeof Text);
  Out.add("__dlpack__ answered with a capsule named ");
  Out.add(Name != nullptr ? Name : "NULL",
          Name != nullptr ? strnlen(Name, 80) : 4);
  Out.add(" [");
  Out.add(rule::CapsuleName.Id);
  Out.add("]: report this to the producer: the name must be dltensor or "
          "dltensor_versioned");
  raiseFrom(Text, nullptr);
}

/// A capsule that somebody keeps and that has no destructor (any more) was
/// consumed without being renamed: nanobind from 2.13 on does that. Its pointer
/// dangles. A fresh capsule is held by nobody but us.
inline bool isSecretlyUsed(PyObject *Capsule) noexcept {
  return Py_REFCNT(Capsule) > 1 && PyCapsule_GetDestructor(Capsule) == nullptr;
}

/// Takes the tensor out of \p Capsule (borrowed): the name decides which struct
/// it is, whatever was asked for.
inline bool takeCapsule(PyObject *Capsule, const Requirements &Wanted,
                        Tensor &Out) noexcept {
  if (!PyCapsule_CheckExact(Capsule)) {
    raise(Status(rule::ExporterSignature,
                 "__dlpack__ did not answer with a capsule")
              .advise("report this to the producer"));
    return false;
  }
  const char *Name = PyCapsule_GetName(Capsule);
  const bool Versioned =
      Name != nullptr && std::strcmp(Name, "dltensor_versioned") == 0;
  if (!Versioned && (Name == nullptr || std::strcmp(Name, "dltensor") != 0)) {
    refuseName(Name);
    return false;
  }
  if (isSecretlyUsed(Capsule)) {
    raise(Status(rule::CapsuleOwnership,
                 "the producer kept its capsule, and a consumer that does not "
                 "rename capsules seems to have taken the tensor")
              .advise("make __dlpack__ return a new capsule each time"));
    return false;
  }
  void *Managed = PyCapsule_GetPointer(Capsule, Name);
  if (Managed == nullptr ||
      PyCapsule_SetName(Capsule, Versioned ? "used_dltensor_versioned"
                                           : "used_dltensor") != 0)
    return false;
  // Of a used capsule a destructor does nothing, but some (JAX's) take long to
  // find that out: they raise and clear an error. Nobody else can see this one.
  if (Py_REFCNT(Capsule) == 1)
    PyCapsule_SetDestructor(Capsule, nullptr);
  const Status Bad =
      Versioned
          ? Tensor::adopt(static_cast<DLManagedTensorVersioned *>(Managed),
                          Wanted, Out, pythonGate)
          : Tensor::adopt(static_cast<DLManagedTensor *>(Managed), Wanted, Out,
                          pythonGate);
  if (!Bad.ok())
    raise(Bad);
  return Bad.ok();
}

/// Lets a capsule go. Its destructor is the producer's, and many run Python
/// code without putting an exception in flight aside.
inline void dropCapsule(PyObject *Capsule) noexcept {
  if (!PyErr_Occurred()) {
    Py_DECREF(Capsule);
    return;
  }
  PyObject *Raised = takeError();
  Py_DECREF(Capsule);
  restoreError(Raised);
}

/// Compares what the producer reported with what it exported. PyTorch reports
/// pinned memory as kDLCUDAHost and exports it as kDLCPU; both are host memory.
/// Anything else that differs would send the consumer to the wrong memory.
inline bool agrees(const Reported &Device, const Requirements &Wanted,
                   Tensor &Out) noexcept {
  const std::int32_t Type = Out.device_type();
  const std::int32_t Expected =
      Wanted.RequestType != 0 ? Wanted.RequestType : Device.Type;
  if (Expected == 0 || Expected == Type)
    return true;
  // A request may be answered from the device the array is on already: JAX
  // takes dl_device as a platform, not as a kind of memory.
  const bool Native =
      Wanted.RequestType != 0 && (allows(Wanted.Ways, Fallback::NativeDevice) ||
                                  DeviceSet::host().contains(Expected));
  const DeviceSet Host = DeviceSet::host();
  if ((Host.contains(Expected) && Host.contains(Type)) ||
      (Native && Type == Device.Type))
    return true;
  Out.reset();
  raise(Status(rule::UncheckedDevice,
               "__dlpack_device__ (or the request) says {device}, and the "
               "capsule says {device}",
               Expected, Type)
            .advise("report this to the producer: the two must be the same "
                    "device"));
  return false;
}

} // namespace detail
} // namespace dlpack_guard

#endif // DLPACK_GUARD_DETAIL_HANDSHAKE_H
