//===--- ManagedCopies.h - managed structs that are copied ----------------===//
//
// A deleter is called with the address of the struct its producer allocated: a
// copy has another one.
//
//===----------------------------------------------------------------------===//
#ifndef DLPACK_TIDY_MODEL_MANAGEDCOPIES_H
#define DLPACK_TIDY_MODEL_MANAGEDCOPIES_H

#include "model/Producers.h"

#include <vector>

namespace dlpack_tidy::model {

/// `held_ = *managed;` beside a `held_.deleter(&held_)`.
struct ManagedCopy {
  const clang::Expr *Copied = nullptr;
  const clang::CallExpr *Released = nullptr;
};
std::vector<ManagedCopy> managedCopies(const Producers &Made);

/// A smart pointer that leaves the function, with a deleter that refers to one
/// of the function's own objects.
struct BorrowingDeleter {
  const clang::LambdaExpr *Deleter = nullptr;
  const clang::VarDecl *Borrowed = nullptr;
};
std::vector<BorrowingDeleter> borrowingDeleters(const Producers &Made);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_MANAGEDCOPIES_H
