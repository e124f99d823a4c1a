//===--- Constants.h - values the compiler knows --------------------------===//
#ifndef DLPACK_TIDY_MODEL_CONSTANTS_H
#define DLPACK_TIDY_MODEL_CONSTANTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <cstdint>
#include <optional>
#include <string>

namespace dlpack_tidy::model {

/// The integer \p Value evaluates to: literals, enumerators, constexpr.
std::optional<int64_t> integerConstant(const clang::Expr *Value,
                                       const clang::ASTContext &Context);

/// The text of a string literal, or of a constant that is one.
std::optional<std::string> stringConstant(const clang::Expr *Value);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_CONSTANTS_H
