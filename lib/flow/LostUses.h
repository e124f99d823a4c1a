//===--- LostUses.h - uses of a variable that the parser dropped ----------===//
#ifndef DLPACK_TIDY_FLOW_LOSTUSES_H
#define DLPACK_TIDY_FLOW_LOSTUSES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"

namespace dlpack_tidy::flow {

/// After an error Clang may leave a statement out of the tree altogether. The
/// first place in the text of \p Function that names one of \p Variables where
/// the tree has no use of it; invalid when all are there. Only looks where the
/// translation unit has errors.
clang::SourceLocation
lostUse(const clang::FunctionDecl *Function,
        llvm::ArrayRef<const clang::ValueDecl *> Variables,
        clang::ASTContext &Context);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_LOSTUSES_H
