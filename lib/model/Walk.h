//===--- Walk.h - every statement of one function body --------------------===//
#ifndef DLPACK_TIDY_MODEL_WALK_H
#define DLPACK_TIDY_MODEL_WALK_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>

namespace dlpack_tidy::model {

/// Calls \p Visit for \p Root and all below it, in source order. What stands in
/// the body of a lambda belongs to another function and is left out; what the
/// lambda captures is not.
inline void
forEachStatement(const clang::Stmt *Root,
                 llvm::function_ref<void(const clang::Stmt *)> Visit) {
  // Generated code nests deeper than a stack of calls could follow.
  llvm::SmallVector<const clang::Stmt *, 32> Rest{Root};
  while (!Rest.empty()) {
    const clang::Stmt *At = Rest.pop_back_val();
    if (!At)
      continue;
    Visit(At);
    size_t First = Rest.size();
    if (const auto *Lambda = llvm::dyn_cast<clang::LambdaExpr>(At)) {
      Rest.append(Lambda->capture_init_begin(), Lambda->capture_init_end());
    } else {
      if (const auto *Default = llvm::dyn_cast<clang::CXXDefaultInitExpr>(At))
        Rest.push_back(Default->getExpr());
      Rest.append(At->child_begin(), At->child_end());
    }
    std::reverse(Rest.begin() + First, Rest.end());
  }
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

/// Whether \p Matches is true of a statement of a function or below a root.
template <typename Root>
bool anyStatement(const Root *Where,
                  llvm::function_ref<bool(const clang::Stmt *)> Matches) {
  bool Found = false;
  forEachStatement(
      Where, [&](const clang::Stmt *Each) { Found = Found || Matches(Each); });
  return Found;
}

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_WALK_H
