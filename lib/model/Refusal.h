//===--- Refusal.h - where code says no, and in which Python class --------===//
#ifndef DLPACK_TIDY_MODEL_REFUSAL_H
#define DLPACK_TIDY_MODEL_REFUSAL_H

#include "clang/AST/Decl.h"
#include "clang/AST/ParentMap.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"

#include <string>
#include <vector>

namespace dlpack_tidy::model {

/// `throw py::value_error(…)`, `PyErr_SetString(PyExc_RuntimeError, …)`.
struct Refusal {
  const clang::Stmt *At = nullptr;
  /// What Python sees: "RuntimeError", "BufferError"; empty where unknown.
  std::string PythonClass;
  /// What the source names: "std::runtime_error", "PyExc_RuntimeError".
  std::string Spelling;
  /// The C API names the class; a C++ exception is translated by the binding.
  bool ByCApi = false;
  const clang::Expr *ClassExpression = nullptr; ///< the PyExc_…, for a fix
  /// The conditions under which the statement runs, innermost first.
  llvm::SmallVector<const clang::Expr *, 4> Conditions;
};

/// Every refusal in the body of \p Function.
std::vector<Refusal> refusalsIn(const clang::FunctionDecl *Function,
                                const clang::ParentMap &Parents);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_REFUSAL_H
