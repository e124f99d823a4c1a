//===- export.h - __dlpack__ and __dlpack_device__ --------------*- C++ -*-===//
//
// Part of dlpack_guard. A conforming producer for the CPython API; pybind11.h
// and nanobind.h bind it to their classes.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_EXPORT_H
#define DLPACK_GUARD_EXPORT_H

#include "dlpack_guard/managed.h"
#include "dlpack_guard/python_owner.h"
#include "dlpack_guard/request.h"
#include <cstring>
#include <exception>
#include <memory>
#include <utility>

namespace dlpack_guard {
namespace detail {

template <typename Managed> struct CapsuleName;
template <> struct CapsuleName<DLManagedTensor> {
  static constexpr char Fresh[] = "dltensor";
};
template <> struct CapsuleName<DLManagedTensorVersioned> {
  static constexpr char Fresh[] = "dltensor_versioned";
};

/// Frees the tensor of a capsule that nobody took. A consumer that did has
/// renamed the capsule (or, nanobind from 2.13 on, taken this destructor off).
template <typename Managed> void destroyCapsule(PyObject *Capsule) {
  const char *Name = PyCapsule_GetName(Capsule);
  const char *Fresh = CapsuleName<Managed>::Fresh;
  if (Name != Fresh && (Name == nullptr || std::strcmp(Name, Fresh) != 0))
    return;
  auto *Handle = static_cast<Managed *>(PyCapsule_GetPointer(Capsule, Name));
  if (Handle == nullptr || Handle->deleter == nullptr)
    return;
  // The capsule may go down while an exception travels; it is not ours.
  PyObject *Raised = PyErr_Occurred() != nullptr ? takeError() : nullptr;
  Handle->deleter(Handle);
  if (Raised != nullptr)
    restoreError(Raised);
}

/// A capsule that owns \p Handle; NULL with the exception set, and \p Handle
/// deleted, where Python has no memory for it.
template <typename Managed> PyObject *capsuleOf(Managed *Handle) {
  if (Handle == nullptr)
    return PyErr_NoMemory();
  PyObject *Capsule = PyCapsule_New(Handle, CapsuleName<Managed>::Fresh,
                                    destroyCapsule<Managed>);
  if (Capsule == nullptr)
    Handle->deleter(Handle);
  return Capsule;
}

template <typename Owner>
PyObject *makeCapsule(const DLTensor &View, std::uint64_t Flags,
                      bool IsVersioned, Owner Kept) {
  if (IsVersioned)
    return capsuleOf(
        make_managed<DLManagedTensorVersioned>(View, Flags, std::move(Kept)));
  return capsuleOf(make_managed<DLManagedTensor>(View, Flags, std::move(Kept)));
}

/// Calls back into the producer: true, or false with an exception set.
template <typename Call> bool runProducer(const char *What, Call &&Run) {
#if defined(__cpp_exceptions)
  try {
#endif
    if (Run())
      return true;
    if (PyErr_Occurred() == nullptr)
      PyErr_SetString(PyExc_BufferError, What);
#if defined(__cpp_exceptions)
  } catch (const std::exception &Error) {
    PyErr_SetString(PyExc_BufferError, Error.what());
  } catch (...) {
    PyErr_SetString(PyExc_BufferError, What);
  }
#endif
  return false;
}

inline PyObject *shareCapsule(const Exported &Array, const ExportPlan &Plan,
                              const ExportRequest &Asked, PyObject *Owner) {
  const bool IsReady =
      !Plan.Synchronize ||
      runProducer("the array could not be synchronised for the consumer", [&] {
        const bool IsRocm = device_type(Plan.View.device) == device::ROCM;
        return Array.synchronizer()(Asked.Stream != ExportRequest::DefaultStream
                                        ? Asked.Stream
                                    : IsRocm ? 0
                                             : 1);
      });
  if (!IsReady)
    return nullptr;
  DLTensor View = Plan.View;
  View.device = Plan.Target;
  if (Array.kept() != nullptr)
    return makeCapsule(View, Plan.Flags, Asked.wantsVersioned(), Array.kept());
  return makeCapsule(View, Plan.Flags, Asked.wantsVersioned(),
                     PythonOwner(Owner));
}

inline PyObject *copyCapsule(const Exported &Array, const ExportPlan &Plan,
                             const ExportRequest &Asked) {
  AlignedMemory Memory = allocateAligned(static_cast<std::size_t>(Plan.Bytes));
  if (Memory == nullptr)
    return PyErr_NoMemory();
  const bool IsCopied =
      runProducer("the array could not be copied to the host", [&] {
        if (Plan.Chosen == ExportPlan::Way::CopyOnHost)
          return copyCompact(Memory.get(), Plan.View, Plan.Bytes,
                             Plan.IsCompact);
        return Plan.Bytes == 0 || Array.hostCopier()(Memory.get());
      });
  if (!IsCopied)
    return nullptr;
  DLTensor View = Plan.View;
  View.data = Plan.Bytes != 0 ? Memory.get() : nullptr;
  View.byte_offset = 0;
  View.device = Plan.Target;
  View.strides = nullptr;
  return makeCapsule(View, Plan.Flags, Asked.wantsVersioned(),
                     std::move(Memory));
}

} // namespace detail

/// A new capsule over \p Array, made as \p Asked; the caller holds the GIL.
///
/// \param Owner the Python object that owns the memory; the capsule keeps a
///        reference. Not used where the memory is copied or Exported::keep
///        named another owner.
/// \returns a new reference; NULL with BufferError set (text: what was found,
///          which rule, what to do) or MemoryError.
/// Source: https://dmlc.github.io/dlpack/latest/python_spec.html and the Python
/// array API standard 2024.12.
inline PyObject *export_capsule(const Exported &Array,
                                const ExportRequest &Asked, PyObject *Owner) {
  ExportPlan Plan;
  if (Status Planned = plan_export(Array, Asked, Plan); !Planned) {
    detail::refuse(Planned);
    return nullptr;
  }
  if (Plan.Chosen == ExportPlan::Way::Share)
    return detail::shareCapsule(Array, Plan, Asked, Owner);
  return detail::copyCapsule(Array, Plan, Asked);
}

/// `(device type, device id)` as `__dlpack_device__` returns it; NULL with
/// BufferError set where \p Array cannot be exported at all.
inline PyObject *export_device(const Exported &Array) {
  ExportPlan Plan;
  if (Status Sound = detail::planView(Array, Plan); !Sound) {
    detail::refuse(Sound);
    return nullptr;
  }
  return Py_BuildValue("(ii)", static_cast<int>(device_type(Plan.Target)),
                       static_cast<int>(Plan.Target.device_id));
}

/// Fills \p Array for \p Self: 0, or -1 with an exception set.
using Describe = int (*)(PyObject *Self, Exported &Array);

namespace detail {

template <Describe Fill>
PyObject *callDlpack(PyObject *Self, PyObject *const *Args, Py_ssize_t Count,
                     PyObject *Names) {
  ExportRequest Asked;
  if (!parse_export_request(Asked, Args, Count, Names))
    return nullptr;
  Exported Array;
  if (Fill(Self, Array) < 0)
    return nullptr;
  return export_capsule(Array, Asked, Self);
}

template <Describe Fill> PyObject *callDevice(PyObject *Self, PyObject *) {
  Exported Array;
  if (Fill(Self, Array) < 0)
    return nullptr;
  return export_device(Array);
}

inline constexpr char DlpackDoc[] =
    "__dlpack__($self, /, *, stream=None, max_version=None, dl_device=None, "
    "copy=None)\n--\n\nA DLPack capsule over this array.";
inline constexpr char DeviceDoc[] =
    "__dlpack_device__($self, /)\n--\n\nThe DLPack device (type, id) of this "
    "array.";

/// One method of \p Type, as a plain descriptor: nanobind from 2.13 on takes
/// nothing else for `__dlpack__`.
inline bool addMethod(PyTypeObject *Type, PyMethodDef &Method) {
  PyObject *Made = PyDescr_NewMethod(Type, &Method);
  if (Made == nullptr)
    return false;
  const int Failed = PyObject_SetAttrString(reinterpret_cast<PyObject *>(Type),
                                            Method.ml_name, Made);
  Py_DECREF(Made);
  return Failed == 0;
}

} // namespace detail

/// The entry of `__dlpack__` for a PyMethodDef table.
template <Describe Fill> PyMethodDef dlpack_method() {
  // By way of void(*)(): the calling convention is in the flags, not the type.
  return {"__dlpack__",
          reinterpret_cast<PyCFunction>(
              reinterpret_cast<void (*)()>(detail::callDlpack<Fill>)),
          METH_FASTCALL | METH_KEYWORDS, detail::DlpackDoc};
}

/// The entry of `__dlpack_device__`, which belongs beside it.
template <Describe Fill> PyMethodDef dlpack_device_method() {
  return {"__dlpack_device__", detail::callDevice<Fill>, METH_NOARGS,
          detail::DeviceDoc};
}

/// Gives a ready heap type both methods: 0, or -1 with an exception set. A
/// static type takes the two entries in its tp_methods.
template <Describe Fill> int def_dlpack(PyTypeObject *Type) {
  static PyMethodDef Methods[] = {dlpack_method<Fill>(),
                                  dlpack_device_method<Fill>()};
  return detail::addMethod(Type, Methods[0]) &&
                 detail::addMethod(Type, Methods[1])
             ? 0
             : -1;
}

} // namespace dlpack_guard

#endif // DLPACK_GUARD_EXPORT_H
