//===--- ConstSpelling.h - const in a written type ------------------------===//
#ifndef DLPACK_TIDY_FIXES_CONSTSPELLING_H
#define DLPACK_TIDY_FIXES_CONSTSPELLING_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/TypeLoc.h"

#include <optional>
#include <string>
#include <vector>

namespace dlpack_tidy::fixes {

/// Replaces the tokens of \p Range, or inserts before them where it is empty.
struct TypeEdit {
  clang::SourceLocation Begin, End; ///< characters; equal for an insertion
  std::string Text;
};

/// The edits that make the array or pointer in a written type lead to const
/// elements: `nb::ndarray<float>`, `float *`, `std::span<float>`,
/// `std::optional<Alias>`. An alias is not changed, others may use it: its text
/// is spelled out. No edits for deduced types; nothing where it cannot be done.
/// \p Use is where the type is written.
std::optional<std::vector<TypeEdit>>
constSpelling(clang::TypeLoc Written, const clang::DeclContext *Use,
              clang::ASTContext &Context);

} // namespace dlpack_tidy::fixes

#endif // DLPACK_TIDY_FIXES_CONSTSPELLING_H
