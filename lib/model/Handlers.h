//===--- Handlers.h - who takes the failure of a C++ or C API call --------===//
#ifndef DLPACK_TIDY_MODEL_HANDLERS_H
#define DLPACK_TIDY_MODEL_HANDLERS_H

#include "model/Handler.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ParentMap.h"

#include <vector>

namespace dlpack_tidy::model {

/// The catch clauses around \p Call in \p Function, innermost first, as far as
/// they are about errors that Python raises.
std::vector<Handler> handlersAround(const clang::Expr *Call,
                                    const clang::ParentMap &Parents,
                                    const clang::FunctionDecl *Function);

/// What becomes of the result of a C API call, which is NULL on failure.
struct NullResult {
  /// A branch on the result being NULL, or on PyErr_Occurred.
  bool Tested = false;
  /// The first use that cannot take NULL, where there is no test before it.
  const clang::Expr *UncheckedUse = nullptr;
  /// The variable or member that holds the result, if any.
  const clang::ValueDecl *Holder = nullptr;
  /// The NULL branch, where it clears the error and goes on.
  std::vector<Handler> Handlers;
};
NullResult nullResultOf(const clang::Expr *Call,
                        const clang::ParentMap &Parents,
                        const clang::FunctionDecl *Function);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_HANDLERS_H
