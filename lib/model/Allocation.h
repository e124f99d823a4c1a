//===--- Allocation.h - where a tensor's memory comes from ----------------===//
#ifndef DLPACK_TIDY_MODEL_ALLOCATION_H
#define DLPACK_TIDY_MODEL_ALLOCATION_H

#include "model/DLPackTypes.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <optional>

namespace dlpack_tidy::model {

/// The struct that a type is, or that a holder embeds.
StructKind madeKind(clang::QualType Type);
/// What a pointer, plain or of the standard library, points to; null type for
/// anything else.
clang::QualType pointeeOf(clang::QualType Type);

enum class Allocator { New, Malloc, PythonMemory, Stack, Smart };

/// How an object came to be, and what its fields hold before anybody writes.
struct Allocation {
  Allocator By = Allocator::Stack;
  clang::QualType Type;
  /// Fields that nobody writes are zero; else they are whatever was there.
  bool Zeroed = false;
  /// The new-expression, the call or the variable's initialiser.
  const clang::Expr *At = nullptr;
  /// Nothing frees it but code that knows its address.
  bool isRaw() const {
    return By == Allocator::New || By == Allocator::Malloc ||
           By == Allocator::PythonMemory;
  }
};

/// The allocation that \p Value is, looking through casts, smart pointers'
/// constructors and helpers that return nothing else. \p Pointee is what the
/// result is stored as; malloc does not say.
std::optional<Allocation> allocationOf(const clang::Expr *Value,
                                       clang::QualType Pointee);

/// The same for the object that a variable of class type is.
Allocation allocationOf(const clang::VarDecl *Variable);

/// What a call frees: the argument of `free`, `PyMem_Free` and their like.
const clang::Expr *freedBy(const clang::Stmt *Statement, Allocator &With);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_ALLOCATION_H
