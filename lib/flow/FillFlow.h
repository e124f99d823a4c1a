//===--- FillFlow.h - how an exported tensor is made ----------------------===//
#ifndef DLPACK_TIDY_FLOW_FILLFLOW_H
#define DLPACK_TIDY_FLOW_FILLFLOW_H

#include "flow/Engine.h"
#include "model/Allocation.h"
#include "model/DLPackTypes.h"
#include "model/LocalStorage.h"
#include "model/Producers.h"

#include <vector>

namespace dlpack_tidy::flow {

enum class FillFault {
  NeverWritten, ///< handed out while a field holds what was there before
  LeftZero,     ///< handed out while a field is zero that must not be
  NullStrides,  ///< handed out with NULL strides and dimensions
  LostByThrow,  ///< an exception passes and nothing frees the tensor
  LostByReturn, ///< given up on a way out and nothing frees it
  Dangling,     ///< a field points into an object that dies first
  OnStack,      ///< the struct itself is a local variable
  ConstShared,  ///< const memory handed out as writable
  NoOwner       ///< nothing keeps alive whose data it is
};

struct FillFinding {
  FillFault Fault = FillFault::NeverWritten;
  clang::SourceRange At;
  /// The fields it is about.
  std::vector<model::TensorField> Fields;
  /// Where the tensor is made.
  clang::SourceRange Made;
  model::Allocator By = model::Allocator::Stack;
  bool ByNew = false; ///< a new-expression, whoever owns its result
  model::StructKind Kind = model::StructKind::None;
  /// Dangling: what dies.
  model::LocalStorage Storage;
  std::string Path;
};

/// A tensor that was allocated one way and given a deleter.
struct DeleterPairing {
  model::Allocation Made;
  const clang::FunctionDecl *Deleter = nullptr;
  const clang::Expr *SetAt = nullptr;
};

struct FillFindings {
  std::vector<FillFinding> Faults;
  std::vector<DeleterPairing> Pairings;
  std::vector<const clang::FunctionDecl *> NotAnalysed;
};

/// Follows every function that makes or fills one of the structs.
FillFindings followFills(const model::Producers &Made, GraphCache &Graphs);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_FILLFLOW_H
