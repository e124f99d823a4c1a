//===--- ElementType.h - which dtype a C++ type stands for ----------------===//
#ifndef DLPACK_TIDY_MODEL_ELEMENTTYPE_H
#define DLPACK_TIDY_MODEL_ELEMENTTYPE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Type.h"

#include <initializer_list>
#include <optional>

namespace dlpack_tidy::model {

/// What DLDataType has to say for elements of a C++ type.
struct ElementType {
  /// The codes whose values the type represents; null where it is used to move
  /// bits whatever they mean.
  const std::initializer_list<int64_t> *Codes = nullptr;
  unsigned Bits = 0;
};

/// Nothing for void, bytes, and types that are no elements.
std::optional<ElementType> elementType(clang::QualType Type,
                                       const clang::ASTContext &Context);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_ELEMENTTYPE_H
