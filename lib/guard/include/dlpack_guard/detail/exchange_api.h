//===- exchange_api.h - Import through the C exchange API -------*- C++ -*-===//
//
// Part of dlpack_guard. The quickest way: one C call, no Python objects. A
// type offers it in `__dlpack_c_exchange_api__`.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_DETAIL_EXCHANGE_API_H
#define DLPACK_GUARD_DETAIL_EXCHANGE_API_H

#include "dlpack_guard/detail/python_error.h"

namespace dlpack_guard {
namespace detail {

/// The table in the attribute's value, or NULL: a capsule, or an int as in
/// DLPack 1.2. Tables of another major version are left alone; an older one
/// may hang behind.
inline const ExchangeApi *tableOf(PyObject *Value) noexcept {
  void *Table = nullptr;
  if (PyCapsule_IsValid(Value, "dlpack_exchange_api"))
    Table = PyCapsule_GetPointer(Value, "dlpack_exchange_api");
  else if (PyLong_CheckExact(Value))
    Table = PyLong_AsVoidPtr(Value);
  if (Table == nullptr) {
    PyErr_Clear();
    return nullptr;
  }
  for (auto *Head = static_cast<ExchangeApi::Header *>(Table); Head != nullptr;
       Head = Head->Previous)
    if (Head->Version.major == AbiMajor) {
      auto *Api = reinterpret_cast<const ExchangeApi *>(Head);
      return Api->FromPyObject != nullptr ? Api : nullptr;
    }
  return nullptr;
}

/// What the classes of \p Type define under \p Name: the first one's own
/// attribute, borrowed, or NULL. The index of the class goes to \p At.
inline PyObject *findInClasses(PyTypeObject *Type, PyObject *Name,
                               Py_ssize_t &At) noexcept {
  PyObject *Classes = Type->tp_mro;
  for (At = 0; Classes != nullptr && At != PyTuple_GET_SIZE(Classes); ++At) {
    auto *Class =
        reinterpret_cast<PyTypeObject *>(PyTuple_GET_ITEM(Classes, At));
#if PY_VERSION_HEX >= 0x030C0000
    PyObject *Own = PyType_GetDict(Class);
#else
    PyObject *Own = Class->tp_dict;
    Py_XINCREF(Own);
#endif
    PyObject *Found = Own ? PyDict_GetItemWithError(Own, Name) : nullptr;
    Py_XDECREF(Own);
    if (Found != nullptr)
      return Found;
  }
  return nullptr;
}

/// Whether nothing but the classes of \p Type decides what an attribute of them
/// is: they have no `__getattribute__` of their own.
inline bool hasPlainLookup(PythonState &State, PyTypeObject *Type) noexcept {
  Py_ssize_t At;
  findInClasses(Type, State.GetAttribute, At);
  return At + 1 == PyTuple_GET_SIZE(Type->tp_mro); // object's
}

/// \p Method if it binds like a function does, so that it may be called with
/// the object as its first argument; else NULL.
inline PyObject *asFunction(PyObject *Method) noexcept {
  return Method != nullptr &&
                 (Py_TYPE(Method)->tp_flags & Py_TPFLAGS_METHOD_DESCRIPTOR) != 0
             ? Method
             : nullptr;
}

/// Looks at a type. A class that defines `__dlpack__` anew below the one that
/// offers the exchange API has changed what an export means, so the API is left
/// alone then.
DLPACK_GUARD_COLD inline TypeFacts lookAt(PythonState &State,
                                          PyTypeObject *Type) noexcept {
  TypeFacts Facts;
  Py_ssize_t ApiAt, MethodAt, DeviceAt;
  PyObject *Value = findInClasses(Type, State.ExchangeName, ApiAt);
  PyObject *Method = findInClasses(Type, State.Dlpack, MethodAt);
  PyObject *Device = findInClasses(Type, State.DlpackDevice, DeviceAt);
  if (Value != nullptr && ApiAt <= MethodAt)
    Facts.Api = tableOf(Value);
  if (Type->tp_mro != nullptr && hasPlainLookup(State, Type)) {
    Facts.Dlpack = asFunction(Method);
    Facts.DlpackDevice = asFunction(Device);
  }
  PyErr_Clear();
  return Facts;
}

/// The same, remembered.
inline TypeFacts typeFacts(PythonState &State, PyTypeObject *Type) noexcept {
  TypeFacts Facts;
  std::uint32_t Tag = Type->tp_version_tag;
  if (Tag != 0 && State.Types[Tag % PythonState::TypeSlots].find(Tag, Facts))
    return Facts;
  // Looking an attribute up gives the type its tag.
  PyObject *Any =
      PyObject_GetAttr(reinterpret_cast<PyObject *>(Type), State.Dlpack);
  Py_XDECREF(Any);
  PyErr_Clear();
  Tag = Type->tp_version_tag;
  Facts = lookAt(State, Type);
  if (Tag != 0)
    State.Types[Tag % PythonState::TypeSlots].store(Tag, Facts);
  return Facts;
}

/// Calls a method with keywords \p Names whose values follow the object in
/// \p Arguments; Arguments[-1] may be overwritten. \p Known is the method where
/// it need not be looked up.
inline PyObject *callMethod(PyObject *Known, PyObject *Name,
                            PyObject **Arguments, PyObject *Names) noexcept {
  constexpr std::size_t Count = 1 | PY_VECTORCALL_ARGUMENTS_OFFSET;
  return Known != nullptr
             ? PyObject_Vectorcall(Known, Arguments, Count, Names)
             : PyObject_VectorcallMethod(Name, Arguments, Count, Names);
}

/// Memory without streams, where an export that does not synchronise is as good
/// as one that does.
inline constexpr DeviceSet WithoutStreams{device::CPU, device::CUDAHost,
                                          device::ROCMHost, device::TPUHost};

/// Whether PyTorch's tensor may stand for other values than its memory holds:
/// `x.conj()` and its imaginary part are views with a bit for that, which the
/// struct has no place for. Only views with a stride in every dimension, and
/// single elements, can be such a part.
inline bool mayBeLazyView(const DLTensor &Tensor) noexcept {
  if (Tensor.dtype.code == dtype_code::Complex)
    return true;
  if (Tensor.dtype.code != dtype_code::Float || Tensor.strides == nullptr ||
      Tensor.ndim < 0 || Tensor.ndim > Requirements::MostDimensions)
    return false;
  for (std::int32_t I = Tensor.ndim; I-- > 0;)
    if (Tensor.shape != nullptr && Tensor.shape[I] != 1 &&
        (Tensor.strides[I] & 1) != 0)
      return false;
  return true;
}

/// Whether a method without arguments, or an attribute, is there and true.
inline bool isTrue(PyObject *Array, const char *Name, bool Call) noexcept {
  PyObject *Value = PyObject_GetAttrString(Array, Name);
  if (Value != nullptr && Call) {
    PyObject *Method = Value;
    Value = PyObject_CallNoArgs(Method);
    Py_DECREF(Method);
  }
  const bool True = Value != nullptr && PyObject_IsTrue(Value) == 1;
  Py_XDECREF(Value);
  PyErr_Clear();
  return True;
}

/// Refuses what PyTorch's own export lets through with wrong values.
inline bool refuseNegativeView(PyObject *Array) noexcept {
  if (!isTrue(Array, "is_neg", true))
    return false;
  raise(Status(rule::UnhandledExportError,
               "the tensor is a lazily negated view, whose memory holds the "
               "values with the other sign")
            .advise("hand over x.resolve_neg()"));
  return true;
}

enum class Exchanged { Done, Refused, AskPython };

/// The rest of importThroughApi: \p Managed is NULL after a failure, or has to
/// be looked at.
DLPACK_GUARD_COLD inline Exchanged
finishExchange(DLManagedTensorVersioned *Managed, PyObject *Array,
               const Requirements &Wanted, Tensor &Out) noexcept {
  if (Managed == nullptr) {
    if (!PyErr_Occurred())
      raise(Status(rule::CapsuleOwnership,
                   "the producer's exchange API failed without an error")
                .advise("report this to the producer"));
    else
      explainError(ProducerRefused);
    return Exchanged::Refused;
  }
  if (Managed->version.major == AbiMajor) {
    const DLTensor &Found = Managed->dl_tensor;
    const std::int32_t Type = device_type(Found.device);
    const bool Synchronises = !WithoutStreams.contains(Type) &&
                              Wanted.Stream != -1 &&
                              Wanted.Devices.contains(Type);
    const bool Lazy = mayBeLazyView(Found);
    if (Synchronises || Lazy) {
      if (Managed->deleter != nullptr)
        Managed->deleter(Managed);
      return Lazy && refuseNegativeView(Array) ? Exchanged::Refused
                                               : Exchanged::AskPython;
    }
  }
  const Status Bad = Tensor::adopt(Managed, Wanted, Out, pythonGate);
  if (Bad.ok())
    return Exchanged::Done;
  raise(Bad);
  return Exchanged::Refused;
}

/// Imports \p Array through \p Api. AskPython where only `__dlpack__` does what
/// is needed: synchronise a stream, or look at PyTorch's lazy views.
DLPACK_GUARD_FLAT inline Exchanged importThroughApi(const ExchangeApi &Api,
                                                    PyObject *Array,
                                                    const Requirements &Wanted,
                                                    Tensor &Out) noexcept {
  // The API exports what needs gradients; writing into that behind autograd's
  // back is not to be had by being quicker.
  if (Wanted.Writable && isTrue(Array, "requires_grad", false))
    return Exchanged::AskPython;
  DLManagedTensorVersioned *Managed = nullptr;
  if (Api.FromPyObject(Array, &Managed) != 0)
    Managed = nullptr;
  if (Managed != nullptr && Managed->version.major == AbiMajor &&
      WithoutStreams.contains(device_type(Managed->dl_tensor.device)) &&
      !mayBeLazyView(Managed->dl_tensor) &&
      Tensor::adopt_usual(Managed, Wanted, Out, pythonGate))
    return Exchanged::Done;
  return finishExchange(Managed, Array, Wanted, Out);
}

} // namespace detail
} // namespace dlpack_guard

#endif // DLPACK_GUARD_DETAIL_EXCHANGE_API_H
