//===- python_state.h - What the handshake keeps per interpreter *- C++ -*-===//
//
// Part of dlpack_guard. Interned names and argument tuples, so that an import
// allocates nothing, and which types offer the C exchange API.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_DETAIL_PYTHON_STATE_H
#define DLPACK_GUARD_DETAIL_PYTHON_STATE_H

#ifndef PY_SSIZE_T_CLEAN
#define PY_SSIZE_T_CLEAN
#endif
#include <Python.h>

#include "dlpack_guard/core.h"
#include <atomic>
#include <cstdlib>
#include <new>

namespace dlpack_guard {
namespace detail {

/// How strictly the policy (which devices a producer may be asked to export
/// from) is applied: environment variable DLPACK_GUARD. Ownership and memory
/// safety do not depend on it.
enum class Mode { Enforce, Warn, Off };

inline Mode readMode() noexcept {
  const char *Text = std::getenv("DLPACK_GUARD");
  if (Text != nullptr && std::strcmp(Text, "warn") == 0)
    return Mode::Warn;
  if (Text != nullptr && std::strcmp(Text, "off") == 0)
    return Mode::Off;
  return Mode::Enforce;
}

/// Read once, when the library is loaded.
inline const Mode LoadedMode = readMode();
inline Mode mode() noexcept { return LoadedMode; }

/// What an import needs to know of a type. Like all special methods
/// `__dlpack__` and `__dlpack_device__` are looked up on the class; NULL where
/// that has none that binds like a function, and the object itself is asked (a
/// wrapper with
/// `__getattr__`, say). Borrowed.
struct TypeFacts {
  const ExchangeApi *Api = nullptr;
  PyObject *Dlpack = nullptr;
  PyObject *DlpackDevice = nullptr;
};

/// Remembers them for one type. A type is known by its version tag, which no
/// two types share and which changes with the type: addresses come again when
/// types die. Readers take no lock; a writer that finds another at work leaves
/// it.
class TypeSlot {
public:
  bool find(std::uint32_t Tag, TypeFacts &Found) const noexcept {
    if (Key.load(std::memory_order_acquire) != Tag)
      return false;
    Found = {Api.load(std::memory_order_acquire),
             Dlpack.load(std::memory_order_acquire),
             DlpackDevice.load(std::memory_order_acquire)};
    return Key.load(std::memory_order_relaxed) == Tag;
  }
  void store(std::uint32_t Tag, const TypeFacts &Found) noexcept {
    if (Writing.test_and_set(std::memory_order_acquire))
      return;
    Key.store(0, std::memory_order_release);
    Api.store(Found.Api, std::memory_order_release);
    Dlpack.store(Found.Dlpack, std::memory_order_release);
    DlpackDevice.store(Found.DlpackDevice, std::memory_order_release);
    Key.store(Tag, std::memory_order_release);
    Writing.clear(std::memory_order_release);
  }

private:
  std::atomic<std::uint32_t> Key{0};
  std::atomic<const ExchangeApi *> Api{nullptr};
  std::atomic<PyObject *> Dlpack{nullptr}, DlpackDevice{nullptr};
  std::atomic_flag Writing = ATOMIC_FLAG_INIT;
};

/// One per interpreter and extension module: objects of one interpreter must
/// not be touched by another that has a GIL of its own.
struct PythonState {
  static constexpr std::size_t TypeSlots = 64;

  PyInterpreterState *Interpreter = nullptr;
  PyObject *Dlpack = nullptr;       // "__dlpack__"
  PyObject *DlpackDevice = nullptr; // "__dlpack_device__"
  PyObject *ExchangeName = nullptr; // "__dlpack_c_exchange_api__"
  PyObject *GetAttribute = nullptr; // "__getattribute__"
  PyObject *Stream = nullptr;       // "stream"
  PyObject *MaxVersion = nullptr;   // "max_version"
  PyObject *DlDevice = nullptr;     // "dl_device"
  PyObject *Copy = nullptr;         // "copy"
  PyObject *VersionOnly = nullptr;  // ("max_version",)
  PyObject *Version = nullptr;      // (1, 3)
  TypeSlot Types[TypeSlots];

  bool fill() noexcept {
    Interpreter = PyInterpreterState_Get();
    Dlpack = PyUnicode_InternFromString("__dlpack__");
    DlpackDevice = PyUnicode_InternFromString("__dlpack_device__");
    ExchangeName = PyUnicode_InternFromString("__dlpack_c_exchange_api__");
    GetAttribute = PyUnicode_InternFromString("__getattribute__");
    Stream = PyUnicode_InternFromString("stream");
    MaxVersion = PyUnicode_InternFromString("max_version");
    DlDevice = PyUnicode_InternFromString("dl_device");
    Copy = PyUnicode_InternFromString("copy");
    if (!Dlpack || !DlpackDevice || !ExchangeName || !GetAttribute || !Stream ||
        !MaxVersion || !DlDevice || !Copy)
      return false;
    VersionOnly = PyTuple_Pack(1, MaxVersion);
    Version = Py_BuildValue("(ii)", int(AbiMajor), int(AbiMinor));
    return VersionOnly != nullptr && Version != nullptr;
  }

  void clear() noexcept {
    for (PyObject *Owned :
         {Dlpack, DlpackDevice, ExchangeName, GetAttribute, Stream, MaxVersion,
          DlDevice, Copy, VersionOnly, Version})
      Py_XDECREF(Owned);
  }
};

#if defined(__GNUC__)
#define DLPACK_GUARD_LOCAL __attribute__((visibility("hidden")))
#else
#define DLPACK_GUARD_LOCAL
#endif

/// The state of the interpreter used last. Each shared library has its own: two
/// may be built from different releases of this header.
DLPACK_GUARD_LOCAL inline std::atomic<PythonState *> &lastState() noexcept {
  static std::atomic<PythonState *> Last{nullptr};
  return Last;
}

/// Runs when an interpreter's dictionary is cleared.
inline void destroyState(PyObject *Capsule) {
  auto *State =
      static_cast<PythonState *>(PyCapsule_GetPointer(Capsule, nullptr));
  if (State == nullptr)
    return;
  PythonState *Expected = State;
  lastState().compare_exchange_strong(Expected, nullptr);
  State->clear();
  delete State;
}

/// Finds or makes the state of this interpreter; NULL with an exception set
/// when memory is short.
inline PythonState *findState() noexcept {
  PyObject *Shared = PyInterpreterState_GetDict(PyInterpreterState_Get());
  PyObject *Key = PyLong_FromVoidPtr(&lastState());
  if (Shared == nullptr || Key == nullptr) {
    Py_XDECREF(Key);
    return static_cast<PythonState *>(static_cast<void *>(PyErr_NoMemory()));
  }
  PyObject *Capsule = PyDict_GetItemWithError(Shared, Key); // borrowed
  if (Capsule == nullptr && !PyErr_Occurred()) {
    auto *Made = new (std::nothrow) PythonState();
    PyObject *Fresh = nullptr;
    if (Made == nullptr)
      PyErr_NoMemory();
    else if (Made->fill())
      Fresh = PyCapsule_New(Made, nullptr, destroyState);
    if (Fresh == nullptr && Made != nullptr) {
      Made->clear();
      delete Made;
    }
    // Of two threads that get here together the first one's state stays.
    if (Fresh != nullptr)
      Capsule = PyDict_SetDefault(Shared, Key, Fresh);
    Py_XDECREF(Fresh);
  }
  Py_DECREF(Key);
  if (Capsule == nullptr)
    return nullptr;
  auto *State =
      static_cast<PythonState *>(PyCapsule_GetPointer(Capsule, nullptr));
  lastState().store(State, std::memory_order_release);
  return State;
}

inline PythonState *pythonState() noexcept {
  PythonState *Last = lastState().load(std::memory_order_acquire);
  if (Last != nullptr && Last->Interpreter == PyInterpreterState_Get())
    return Last;
  return findState();
}

} // namespace detail
} // namespace dlpack_guard

#endif // DLPACK_GUARD_DETAIL_PYTHON_STATE_H
