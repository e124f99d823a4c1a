//===--- Walk.h - every statement of one function body --------------------===//
#ifndef DLPACK_TIDY_MODEL_WALK_H
#define DLPACK_TIDY_MODEL_WALK_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace dlpack_tidy::model {

/// Calls \p Visit for \p Root and all below it, in source order. What stands in
/// the body of a lambda belongs to another function and is left out; what the
/// lambda captures is not.
inline void
forEachStatement(const clang::Stmt *Root,
                 llvm::function_ref<void(const clang::Stmt *)> Visit) {
  if (!Root)
    return;
  Visit(Root);
  if (const auto *Lambda = llvm::dyn_cast<clang::LambdaExpr>(Root)) {
    for (const clang::Expr *Captured : Lambda->capture_inits())
      forEachStatement(Captured, Visit);
    return;
  }
  if (const auto *Default = llvm::dyn_cast<clang::CXXDefaultInitExpr>(Root))
    forEachStatement(Default->getExpr(), Visit);
  for (const clang::Stmt *Child : Root->children())
    forEachStatement(Child, Visit);
}

/// The same for a function: its body and what a constructor initialises.
inline void
forEachStatement(const clang::FunctionDecl *Function,
                 llvm::function_ref<void(const clang::Stmt *)> Visit) {
  if (const auto *Constructor =
          llvm::dyn_cast<clang::CXXConstructorDecl>(Function))
    for (const clang::CXXCtorInitializer *Each : Constructor->inits())
      forEachStatement(Each->getInit(), Visit);
  forEachStatement(Function->getBody(), Visit);
}

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_WALK_H
