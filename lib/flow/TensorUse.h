//===--- TensorUse.h - a place where a tensor is used, and what is known --===//
#ifndef DLPACK_TIDY_FLOW_TENSORUSE_H
#define DLPACK_TIDY_FLOW_TENSORUSE_H

#include "flow/TensorFacts.h"

#include "clang/AST/Type.h"

#include <optional>

namespace dlpack_tidy::flow {

enum class UseKind {
  ReadsData,  ///< the host reads elements
  WritesData, ///< the host writes elements
  PassesData, ///< the address goes elsewhere: returned, stored, passed on
  AssumesAlignment,
  ReadsStrides,
  ReadsShape,
  ReadsFields, ///< a field behind the version of a versioned struct
  RefusesNull, ///< a way ends because `data` is NULL
  RunsDeleter,
  FreesForeign, ///< frees what the producer's deleter is there for
  UsedReleased, ///< a field or the data after the deleter ran
  Abandoned,    ///< a way ends and nobody owns what was renamed
  OwnedTwice,   ///< a way ends, released or owned and the capsule not renamed
  Answers,      ///< a converter or a predicate says what the tensor is
  LeftUnused    ///< the capsule lost its destructor and kept its name
};

struct TensorUse {
  UseKind Kind;
  const clang::Expr *At;
  /// The statement that ends the way, null for the closing brace.
  const clang::Stmt *End = nullptr;
  const clang::FunctionDecl *In = nullptr;
  model::PathId Path = 0;
  model::PathInfo Tensor;
  TensorFacts Facts;
  /// Fields that some test in the same analysis looks at.
  FieldSet Tested;
  /// Fields that are read at all in it.
  FieldSet Read;
  bool Synchronised = false;
  /// The function releases what this code has exported itself.
  bool InOwnDeleter = false;
  /// The unit also makes tensors and says what their deleters are.
  bool UnitMakesTensors = false;
  /// Stands in a loop: may be reached for no element at all.
  bool InLoop = false;
  /// Entered from outside, though the unit has callers as well.
  bool FromUnknownCaller = false;

  // Uses of the data.
  clang::QualType Element; ///< null or void where the access is untyped
  const clang::Expr *Source = nullptr; ///< the `t.data`
  Maybe OffsetAdded = Maybe::surely(false);
  bool Block = false;    ///< a range of elements, taken as contiguous
  bool Moved = false;    ///< not only the first element
  bool Returned = false; ///< PassesData: an address and nothing beside it
  bool Writable = false; ///< PassesData: the receiver may write
  /// Neither added, nor tested for zero, nor handed on to the end of any way.
  bool OffsetIgnored = false;
  bool StridesIgnored = false;
  /// Answers: what a predicate says; nothing where the answer is a constant.
  std::optional<bool> Truth;
  /// Elements of shape and strides: the index where it is constant; for
  /// `ndim - k`, k as a negative number.
  std::optional<int64_t> Index;
};

/// How sure one can be that the code should have tested: 0 for what came out of
/// a capsule here or what is validated in part, 2 for what others may have
/// tested before. Nothing where there is nothing to test.
std::optional<int> levelOf(const TensorUse &Use);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_TENSORUSE_H
