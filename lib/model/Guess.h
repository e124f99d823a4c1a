//===--- Guess.h - calls of what no header here declares ------------------===//
#ifndef DLPACK_TIDY_MODEL_GUESS_H
#define DLPACK_TIDY_MODEL_GUESS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace dlpack_tidy::model {

/// The name of what \p Call calls, where its declaration was made up: by the
/// open world of a raw scan, or by C's rule of implicit declarations.
std::optional<llvm::StringRef> guessedCallee(const clang::CallExpr *Call);

/// \p E without the conversions that an object of that class goes through.
const clang::Expr *withoutGuessedConversions(const clang::Expr *E);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_GUESS_H
