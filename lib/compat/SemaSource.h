//===--- SemaSource.h - declaring names for Sema across LLVM versions -----===//
#ifndef DLPACK_TIDY_COMPAT_SEMASOURCE_H
#define DLPACK_TIDY_COMPAT_SEMASOURCE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Sema.h"
#include "llvm/Config/llvm-config.h"

namespace dlpack_tidy::compat {

inline void addSource(clang::Sema &To,
                      llvm::IntrusiveRefCntPtr<clang::ExternalSemaSource> New) {
#if LLVM_VERSION_MAJOR >= 22
  To.addExternalSource(std::move(New));
#else
  // Older versions share the ownership all the same.
  To.addExternalSource(New.get());
#endif
}

inline clang::QualType typeOf(clang::ASTContext &Context,
                              const clang::CXXRecordDecl *Class) {
#if LLVM_VERSION_MAJOR >= 22
  return clang::QualType(Context.getCanonicalTagType(Class));
#else
  return Context.getTypeDeclType(Class);
#endif
}

} // namespace dlpack_tidy::compat

#endif // DLPACK_TIDY_COMPAT_SEMASOURCE_H
