//===--- Placeholder.h - what stands for the names of missing headers -----===//
#ifndef DLPACK_TIDY_MODEL_PLACEHOLDER_H
#define DLPACK_TIDY_MODEL_PLACEHOLDER_H

#include "clang/AST/DeclCXX.h"

namespace dlpack_tidy::model {

/// The class that the open-world parse declares missing names with: a type, a
/// function or a variable, nobody knows which.
constexpr llvm::StringLiteral PlaceholderName = "dlpack_tidy_anything";

inline bool isPlaceholder(const clang::CXXRecordDecl *Class) {
  return Class && Class->getIdentifier() && Class->getName() == PlaceholderName;
}

/// A member or a friend operator of that class.
inline bool belongsToPlaceholder(const clang::FunctionDecl *Function) {
  if (const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Function))
    return isPlaceholder(Method->getParent());
  return llvm::any_of(
      Function->parameters(), [](const clang::ParmVarDecl *Each) {
        return isPlaceholder(
            Each->getType().getNonReferenceType()->getAsCXXRecordDecl());
      });
}

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_PLACEHOLDER_H
