//===- python_owner.h - References that any thread drops --------*- C++ -*-===//
//
// Part of dlpack_guard. A consumer may call a deleter on any thread, without
// the GIL, from another interpreter, or after the interpreter is gone.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_PYTHON_OWNER_H
#define DLPACK_GUARD_PYTHON_OWNER_H

#include "dlpack_guard/detail/python_error.h"
#include <utility>

namespace dlpack_guard {
namespace detail {

/// A strong reference that is dropped wherever the deleter runs: with the GIL,
/// in the interpreter it was taken in. Where that is not to be had (Python is
/// gone or going; the thread belongs to another interpreter) the object is
/// leaked, because any other end is a crash.
class PythonOwner {
public:
  /// Takes a new reference; the caller holds the GIL.
  explicit PythonOwner(PyObject *Owned)
      : Object(Owned), Home(PyInterpreterState_Get()) {
    Py_INCREF(Object);
  }
  PythonOwner(PythonOwner &&Other) noexcept
      : Object(std::exchange(Other.Object, nullptr)), Home(Other.Home) {}
  PythonOwner &operator=(PythonOwner &&) = delete;
  ~PythonOwner() {
    if (Object != nullptr)
      pythonGate(drop, this);
  }

private:
  static void drop(void *Owner) {
    auto *Self = static_cast<PythonOwner *>(Owner);
    if (PyInterpreterState_Get() == Self->Home)
      Py_DECREF(Self->Object);
  }

  PyObject *Object;
  PyInterpreterState *Home;
};

} // namespace detail
} // namespace dlpack_guard

#endif // DLPACK_GUARD_PYTHON_OWNER_H
