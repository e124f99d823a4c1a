//===--- EntryPoints.h - which functions anybody may call -----------------===//
#ifndef DLPACK_TIDY_FLOW_ENTRYPOINTS_H
#define DLPACK_TIDY_FLOW_ENTRYPOINTS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace dlpack_tidy::flow {

/// The functions of \p Functions in two groups: first those that code outside
/// the translation unit, or a pointer, can call; then those whose every use is
/// a direct call seen here. The second group is known through its callers: it
/// needs a look of its own only where no caller was followed into it.
struct EntryPoints {
  std::vector<const clang::FunctionDecl *> Open;
  std::vector<const clang::FunctionDecl *> OnlyCalled;
};
EntryPoints entryPoints(llvm::ArrayRef<const clang::FunctionDecl *> Functions,
                        const clang::TranslationUnitDecl *Unit);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_ENTRYPOINTS_H
