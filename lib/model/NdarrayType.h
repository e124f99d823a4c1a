//===--- NdarrayType.h - what a nanobind array type asks of its array -----===//
#ifndef DLPACK_TIDY_MODEL_NDARRAYTYPE_H
#define DLPACK_TIDY_MODEL_NDARRAYTYPE_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace dlpack_tidy::model {

/// True when \p Decl is declared in namespace \p Root or in one nested in it.
bool isInNamespace(const clang::Decl *Decl, llvm::StringRef Root);

/// The template arguments of \p Type when it is an instance of a class template
/// of namespace \p Root (nested namespaces included), packs flattened.
struct LibraryTemplate {
  llvm::StringRef Name;
  llvm::SmallVector<clang::TemplateArgument, 4> Arguments;
};
std::optional<LibraryTemplate> libraryTemplate(clang::QualType Type,
                                               llvm::StringRef Root);

/// What `nanobind::ndarray<...>` asks for. Types are compared by declaration:
/// aliases of the template, of its namespace and of its arguments do not
/// matter.
struct NdarrayRequest {
  /// The element type as spelled, null where none is named.
  clang::QualType Scalar;
  /// The scalar is not const and `nanobind::ro` is not among the arguments, so
  /// nanobind refuses arrays whose producer says they are read-only.
  bool Writable = false;
};
std::optional<NdarrayRequest> ndarrayRequest(clang::QualType Type);

/// True for `nanobind::ndarray` and the view it hands out.
bool isNdarrayOrView(clang::QualType Type);

/// The first array type in \p Type that asks for writable memory: \p Type
/// itself, through references and const, or an argument of the standard
/// templates nanobind converts (optional, vector, array, variant, map, ...).
std::optional<clang::QualType> writableNdarrayIn(clang::QualType Type);

/// The writable array type a `std::function` in \p Type returns: what a Python
/// callback hands back goes through the same conversion as an argument.
std::optional<clang::QualType> writableCallbackResult(clang::QualType Type);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_NDARRAYTYPE_H
