//===- python_error.h - Refusals as Python exceptions -----------*- C++ -*-===//
//
// Part of dlpack_guard.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_DETAIL_PYTHON_ERROR_H
#define DLPACK_GUARD_DETAIL_PYTHON_ERROR_H

#include "dlpack_guard/detail/python_state.h"

namespace dlpack_guard {
namespace detail {

/// Longest text of an exception; a producer's own message is cut before that.
inline constexpr std::size_t TextCapacity = 1536;
inline constexpr std::size_t SaidCapacity = 700;

/// Takes the error in flight, as an exception object; a new reference, or NULL.
inline PyObject *takeError() noexcept {
#if PY_VERSION_HEX >= 0x030C0000
  return PyErr_GetRaisedException();
#else
  PyObject *Type = nullptr, *Value = nullptr, *Trace = nullptr;
  PyErr_Fetch(&Type, &Value, &Trace);
  PyErr_NormalizeException(&Type, &Value, &Trace);
  if (Trace != nullptr) {
    PyException_SetTraceback(Value, Trace);
    Py_DECREF(Trace);
  }
  Py_XDECREF(Type);
  return Value;
#endif
}

/// Puts \p Raised back in flight; takes it over. NULL is allowed.
inline void restoreError(PyObject *Raised) noexcept {
#if PY_VERSION_HEX >= 0x030C0000
  PyErr_SetRaisedException(Raised);
#else
  if (Raised == nullptr)
    return;
  PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(Raised)), Raised);
  Py_DECREF(Raised);
#endif
}

/// Raises BufferError with \p Text, caused by \p Cause, which is taken over and
/// may be NULL.
inline void raiseFrom(const char *Text, PyObject *Cause) noexcept {
  PyErr_SetString(PyExc_BufferError, Text);
  if (Cause == nullptr)
    return;
  PyObject *Raised = takeError();
  if (Raised == nullptr) {
    Py_DECREF(Cause);
    return;
  }
  Py_INCREF(Cause); // each of the two setters takes one over
  PyException_SetContext(Raised, Cause);
  PyException_SetCause(Raised, Cause);
  restoreError(Raised);
}

inline void raise(const Status &Why, PyObject *Cause = nullptr) noexcept {
  char Text[TextCapacity];
  Why.write(Text, sizeof Text);
  raiseFrom(Text, Cause);
}

/// What an exception says, and which rule that is about.
struct Refusal {
  char Said[SaidCapacity]; ///< its message; with its type unless BufferError
  const Rule *Broken;
  const char *Advice;

  void write(char *Buffer, std::size_t Size) const noexcept {
    TextWriter Out(Buffer, Size);
    Out.add(Said);
    Out.add(" [");
    Out.add(Broken->Id);
    Out.add("]: ");
    Out.add(Advice);
  }
};

/// Reads \p Raised; leaves no error set. \p Otherwise is the rule, with advice,
/// for a message that is in no table.
inline Refusal readRefusal(PyObject *Raised, const Rule &Otherwise) noexcept {
  Refusal Read{{}, &Otherwise, Otherwise.Advice};
  TextWriter Said(Read.Said, sizeof Read.Said);
  const char *Type = Py_TYPE(Raised)->tp_name;
  Said.add(Type);
  Said.add(": ");
  PyObject *Text = PyObject_Str(Raised);
  Py_ssize_t Length = 0;
  const char *Utf8 = Text ? PyUnicode_AsUTF8AndSize(Text, &Length) : nullptr;
  if (Utf8 != nullptr)
    Said.add(Utf8, static_cast<std::size_t>(Length));
  PyErr_Clear();
  Py_XDECREF(Text);
  if (const KnownError *Known = knownError(Read.Said)) {
    Read.Broken = Known->Broken;
    Read.Advice = Known->Advice;
  }
  // The rest are C++ back traces and essays; the cause has them.
  if (char *End = std::strchr(Read.Said, '\n'))
    *End = '\0';
  if (PyErr_GivenExceptionMatches(Raised, PyExc_BufferError)) {
    const std::size_t Prefix = std::strlen(Type) + 2;
    std::memmove(Read.Said, Read.Said + Prefix,
                 std::strlen(Read.Said + Prefix) + 1);
  }
  return Read;
}

/// For the errors of a call that is in no table.
inline constexpr Rule ProducerRefused{
    rule::UnhandledExportError.Id,
    "hand over an array its own library can export (dense, detached, an "
    "element type DLPack has), or a copy (numpy.array(x))"};
inline constexpr Rule NoProducer{
    rule::ExporterSignature.Id,
    "hand over an array: an object with __dlpack__ and __dlpack_device__"};

/// Whether an exception is about the program, not about the export.
inline bool isNoRefusal(PyObject *Raised) noexcept {
  return !PyErr_GivenExceptionMatches(Raised, PyExc_Exception) ||
         PyErr_GivenExceptionMatches(Raised, PyExc_MemoryError);
}

/// Turns what the producer raised into a BufferError that names the rule and
/// the way out, with the original as its cause.
inline void explainError(const Rule &Otherwise) noexcept {
  PyObject *Raised = takeError();
  if (Raised == nullptr || isNoRefusal(Raised)) {
    restoreError(Raised);
    return;
  }
  const Refusal Read = readRefusal(Raised, Otherwise);
  char Text[TextCapacity];
  Read.write(Text, sizeof Text);
  raiseFrom(Text, Raised);
}

/// Turns the BufferError in flight into a RuntimeWarning of the same text.
/// False if warnings are errors: then one is in flight.
inline bool warnInstead() noexcept {
  PyObject *Raised = takeError();
  if (Raised == nullptr ||
      !PyErr_GivenExceptionMatches(Raised, PyExc_BufferError)) {
    restoreError(Raised);
    return false;
  }
  PyObject *Text = PyObject_Str(Raised);
  Py_DECREF(Raised);
  if (Text == nullptr)
    return false;
  const int Failed =
      PyErr_WarnFormat(PyExc_RuntimeWarning, 1, "dlpack_guard: %U", Text);
  Py_DECREF(Text);
  return Failed == 0;
}

/// The rest of pythonGate: an exception is in flight, or this thread does not
/// hold the GIL.
DLPACK_GUARD_COLD inline void deleteWithCare(void (*Deleter)(void *),
                                             void *Managed, bool Attached) {
  if (Attached) {
    PyObject *Raised = takeError();
    Deleter(Managed);
    restoreError(Raised);
    return;
  }
  if (!Py_IsInitialized())
    return;
#if PY_VERSION_HEX >= 0x030D0000
  if (Py_IsFinalizing())
    return; // taking the GIL would end or hang this thread
#else
  if (_Py_IsFinalizing())
    return;
#endif
  const PyGILState_STATE Gil = PyGILState_Ensure();
  Deleter(Managed);
  PyGILState_Release(Gil);
}

/// Tensor::Gate of tensors that came through Python: their deleters may touch
/// Python objects, so the GIL is taken, an exception in flight survives, and
/// nothing happens once the interpreter is going away (its memory is leaked,
/// because nobody can free it any more).
inline void pythonGate(void (*Deleter)(void *), void *Managed) {
  // On the usual way one call: the import's cost is measured in nanoseconds.
#if PY_VERSION_HEX >= 0x030D0000 && PY_VERSION_HEX < 0x030F0000
  const PyThreadState *Thread = PyThreadState_GetUnchecked();
  const bool Attached = Thread != nullptr;
  const bool Usual = Attached && Thread->current_exception == nullptr;
#elif PY_VERSION_HEX >= 0x030D0000
  const bool Attached = PyThreadState_GetUnchecked() != nullptr;
  const bool Usual = Attached && !PyErr_Occurred();
#elif PY_VERSION_HEX >= 0x030C0000
  const bool Attached = _PyThreadState_UncheckedGet() != nullptr;
  const bool Usual = Attached && !PyErr_Occurred();
#else
  const bool Attached = Py_IsInitialized() && PyGILState_Check() != 0;
  const bool Usual = Attached && !PyErr_Occurred();
#endif
  if (Usual)
    Deleter(Managed);
  else
    deleteWithCare(Deleter, Managed, Attached);
}

} // namespace detail
} // namespace dlpack_guard

#endif // DLPACK_GUARD_DETAIL_PYTHON_ERROR_H
