//===--- PythonApi.h - what C++ code says to the interpreter --------------===//
#ifndef DLPACK_TIDY_MODEL_PYTHONAPI_H
#define DLPACK_TIDY_MODEL_PYTHONAPI_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

#include <string>
#include <vector>

namespace dlpack_tidy::model {

/// What a call does to the interpreter's lock, its life and its error state.
enum class PythonCall {
  None,
  TakeGil,      ///< PyGILState_Ensure, PyEval_RestoreThread
  DropGil,      ///< PyGILState_Release, PyEval_SaveThread
  AskAlive,     ///< true where the interpreter runs: Py_IsInitialized
  AskDying,     ///< true where it does not: Py_IsFinalizing
  AskGil,       ///< true where this thread holds the lock: PyGILState_Check
  Harmless,     ///< needs no lock: Py_AddPendingCall, PyMem_RawFree
  SaveError,    ///< PyErr_Fetch, PyErr_GetRaisedException
  RestoreError, ///< PyErr_Restore, PyErr_SetRaisedException
  ClearError,   ///< PyErr_Clear
  ReportError,  ///< PyErr_WriteUnraisable, PyErr_Print
  AskError,     ///< PyErr_Occurred
  NeedsGil      ///< any other function of the C API
};
PythonCall pythonCall(const clang::Expr *Call);

/// `py::gil_scoped_acquire gil;` and its like in other libraries; a class of
/// the user's own whose constructor body is at hand is none, the flow follows
/// it.
enum class GilScope {
  None,
  Acquire,
  AcquireIfAlive, ///< and asks first whether the interpreter runs
  Release
};
GilScope gilScope(const clang::CXXConstructExpr *Construct);
GilScope gilScope(const clang::VarDecl *Guard);
/// A guard that converts to true where the interpreter lives and the GIL is
/// held: its constructor asks for the one and takes the other.
bool saysGilTaken(const clang::VarDecl *Guard);
/// `error_scope`: saves the error indicator and restores it at its end.
bool isErrorScope(const clang::CXXRecordDecl *Class);

/// A class whose objects own a reference to a Python object: py::object and
/// what derives from it, nb::object, boost::python::object, THPObjectPtr.
bool ownsPythonReference(const clang::CXXRecordDecl *Class);
/// A class that refers to a Python object, owning or not: py::handle.
bool isPythonHandle(const clang::CXXRecordDecl *Class);
inline bool isPythonHandle(clang::QualType Type) {
  return !Type.isNull() &&
         isPythonHandle(Type.getNonReferenceType()->getAsCXXRecordDecl());
}
/// `PyObject *`.
bool isPyObjectPointer(clang::QualType Type);

/// What happens when an object is destroyed, its members and what they hold
/// included.
struct Destruction {
  /// Bodies of user-written destructors, outermost first.
  std::vector<const clang::CXXDestructorDecl *> Bodies;
  /// The member whose destructor drops a reference to a Python object
  /// ("Holder::owner"), or the name of the type that does; empty for none.
  /// Members that a destructor empties by itself do not count, nor does what a
  /// destructor without a visible body may have seen to.
  std::string Drops;
};
Destruction destructionOf(clang::QualType Type);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_PYTHONAPI_H
