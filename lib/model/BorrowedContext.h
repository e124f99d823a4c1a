//===--- BorrowedContext.h - references that a deleter drops --------------===//
#ifndef DLPACK_TIDY_MODEL_BORROWEDCONTEXT_H
#define DLPACK_TIDY_MODEL_BORROWEDCONTEXT_H

#include "model/Producers.h"

#include <vector>

namespace dlpack_tidy::model {

/// A Python object stored as manager_ctx without a reference of its own, while
/// the deleter drops one.
struct BorrowedContext {
  const clang::Expr *Object = nullptr;
  clang::SourceRange DroppedAt;
};
std::vector<BorrowedContext> borrowedContexts(const Producers &Made);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_BORROWEDCONTEXT_H
