//===--- DLPackTypes.h - which records are DLPack's, whoever declared them ===//
//
// dlpack.h is vendored, trimmed and re-declared under other names all over the
// field, so a DLPack struct is known by what it holds, never by its name.
//
//===----------------------------------------------------------------------===//
#ifndef DLPACK_TIDY_MODEL_DLPACKTYPES_H
#define DLPACK_TIDY_MODEL_DLPACKTYPES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <optional>

namespace dlpack_tidy::model {

enum class StructKind {
  None,
  Tensor,   ///< DLTensor
  Managed,  ///< DLManagedTensor
  Versioned ///< DLManagedTensorVersioned
};

/// What a record is. A class derived from one of the structs counts as that
/// struct; a class that only holds one does not.
StructKind structKind(const clang::RecordDecl *Record);
/// The same for a type; references and qualifiers are looked through, pointers
/// are not.
StructKind structKind(clang::QualType Type);
/// What a raw pointer or a smart pointer (one that names its pointee as its
/// first template argument) points to; None for anything else.
StructKind pointeeKind(clang::QualType Type);

inline bool isManaged(StructKind Kind) {
  return Kind == StructKind::Managed || Kind == StructKind::Versioned;
}

/// True for DLDevice (DLContext), DLDataType, DLPackVersion.
bool isDeviceRecord(const clang::RecordDecl *Record);
bool isDtypeRecord(const clang::RecordDecl *Record);

/// The fields of all the structs, by meaning.
enum class TensorField {
  // DLTensor
  Data,
  Device, ///< `device`, `ctx` in old headers
  Ndim,
  Dtype,
  Shape,
  Strides,
  ByteOffset,
  // the managed structs
  Tensor, ///< the embedded DLTensor
  ManagerContext,
  Deleter,
  Version,
  Flags,
  // DLDevice, DLDataType, DLPackVersion
  DeviceType,
  DeviceId,
  Code,
  Bits,
  Lanes,
  Major,
  Minor
};

/// Which field of a DLPack struct \p Field is; nothing for other fields.
std::optional<TensorField> tensorField(const clang::ValueDecl *Field);
/// The same for `x.f` and `x->f`, parentheses and implicit casts aside.
std::optional<TensorField> tensorField(const clang::Expr *Access);

/// The holder record that embeds a managed struct as a field, directly or in a
/// base: `struct Holder { DLManagedTensor managed; std::vector<int64_t> shape;
/// }` is Managed. None where there is no such field.
StructKind embeddedKind(const clang::RecordDecl *Record);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_DLPACKTYPES_H
