//===--- SourceText.h - what the source says at a place -------------------===//
#ifndef DLPACK_TIDY_MODEL_SOURCETEXT_H
#define DLPACK_TIDY_MODEL_SOURCETEXT_H

#include "model/ClangSpan.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

#include <string>

namespace dlpack_tidy::model {

inline Span spanOf(const clang::Stmt *Spelled) {
  return spanOf(Spelled->getSourceRange());
}

/// The text of \p Range; empty where parts of it come from different macros.
std::string textOf(clang::SourceRange Range, const clang::ASTContext &Context);
inline std::string textOf(const clang::Stmt *Spelled,
                          const clang::ASTContext &Context) {
  return textOf(Spelled->getSourceRange(), Context);
}

/// The same for a message: on one line, and cut where it is long.
std::string quoted(const clang::Stmt *Spelled,
                   const clang::ASTContext &Context);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_SOURCETEXT_H
