//===--- TypeLocs.h - written types across LLVM versions ------------------===//
#ifndef DLPACK_TIDY_COMPAT_TYPELOCS_H
#define DLPACK_TIDY_COMPAT_TYPELOCS_H

#include "clang/AST/TypeLoc.h"
#include "llvm/Config/llvm-config.h"

namespace dlpack_tidy::compat {

/// The named type in `nb::name` or `struct name`. Before LLVM 22 the qualifier
/// is a node of its own around it, since then a part of the named type.
inline clang::TypeLoc unelaborated(clang::TypeLoc Written) {
#if LLVM_VERSION_MAJOR < 22
  if (auto Elaborated = Written.getAs<clang::ElaboratedTypeLoc>())
    return Elaborated.getNamedTypeLoc();
#endif
  return Written;
}

} // namespace dlpack_tidy::compat

#endif // DLPACK_TIDY_COMPAT_TYPELOCS_H
