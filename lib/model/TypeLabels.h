//===--- TypeLabels.h - what the names of types and places say ------------===//
//
// Converters answer with a constant: `return DataType::kFloat32;`, `return
// "cuda";`. What a constant stands for is in its name.
//
//===----------------------------------------------------------------------===//
#ifndef DLPACK_TIDY_MODEL_TYPELABELS_H
#define DLPACK_TIDY_MODEL_TYPELABELS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace dlpack_tidy::model {

/// The constant \p Value is or is made of, by name: an enumerator, a constant,
/// the text of a literal. Empty for everything else.
std::string constantName(const clang::Expr *Value);

/// What a name says about an element type, in DLPack's numbers; nothing where
/// it says nothing, or means different things in different libraries.
struct TypeLabel {
  std::optional<int> Code;
  std::optional<int> Bits;
  explicit operator bool() const { return Code.has_value(); }
};
/// `kFloat32`, `DT_INT64`, `Dtype::f16`, `"uint8"`. \p Literal: numbers behind
/// a single letter count bytes in NumPy's strings and say nothing.
TypeLabel typeLabel(llvm::StringRef Name, bool Literal = false);
/// The same for the constant \p Value is; FLOAT beside a DOUBLE has 32 bits.
TypeLabel typeLabel(const clang::Expr *Value);

/// Which memory a name speaks of.
enum class PlaceLabel { None, Host, Pinned, Device };
PlaceLabel placeLabel(llvm::StringRef Name);
/// The same for a constant. An enumerator names a place only where its
/// neighbours name places too: `Error::CudaUnavailable` does not.
PlaceLabel placeLabel(const clang::Expr *Constant);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_TYPELABELS_H
