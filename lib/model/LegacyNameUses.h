//===--- LegacyNameUses.h - where C++ code speaks the old dlpack.h --------===//
#ifndef DLPACK_TIDY_MODEL_LEGACYNAMEUSES_H
#define DLPACK_TIDY_MODEL_LEGACYNAMEUSES_H

#include "rules/LegacyNames.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceLocation.h"

#include <vector>

namespace dlpack_tidy::model {

/// One old name and its uses in one file, in source order; declarations of it
/// count where they stand in the file that is compiled, not in a header.
struct LegacyNameUses {
  const rules::LegacyName *Name = nullptr;
  std::vector<clang::SourceRange> Places;
  /// The new name is declared as well, or every declaration of the old one is
  /// among the places: a rename compiles.
  bool NewNameKnown = false;
};

/// Uses of DLContext, `ctx`, kDLGPU, kDLCPUPinned and the like that do mean
/// DLPack's, outside of system headers.
std::vector<LegacyNameUses> findLegacyNames(clang::ASTContext &Context);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_LEGACYNAMEUSES_H
