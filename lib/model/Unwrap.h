//===--- Unwrap.h - what a C or C++ expression comes down to --------------===//
#ifndef DLPACK_TIDY_MODEL_UNWRAP_H
#define DLPACK_TIDY_MODEL_UNWRAP_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace dlpack_tidy::model {

/// NULL, std::nullopt, or an object made of nothing.
bool isNothing(const clang::Expr *Value, clang::ASTContext &Context);

/// \p E without parentheses, casts and temporaries; a default argument and a
/// template argument as what they stand for. Constructions are kept.
const clang::Expr *stripWrappers(const clang::Expr *E);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_UNWRAP_H
