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

/// A source that is asked for the members of a class by name.
class MemberSource : public clang::ExternalSemaSource {
public:
  /// Declares \p Name in \p Where; false where it does not want to.
  virtual bool findMember(const clang::DeclContext &Where,
                          clang::DeclarationName Name) = 0;

#if LLVM_VERSION_MAJOR >= 20
  bool FindExternalVisibleDeclsByName(const clang::DeclContext *Where,
                                      clang::DeclarationName Name,
                                      const clang::DeclContext *) final {
    return findMember(*Where, Name);
  }
#else
  bool FindExternalVisibleDeclsByName(const clang::DeclContext *Where,
                                      clang::DeclarationName Name) final {
    return findMember(*Where, Name);
  }
#endif
};

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
