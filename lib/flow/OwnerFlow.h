//===--- OwnerFlow.h - capsules over memory that may not be there ---------===//
#ifndef DLPACK_TIDY_FLOW_OWNERFLOW_H
#define DLPACK_TIDY_FLOW_OWNERFLOW_H

#include "flow/Engine.h"
#include "model/Producers.h"

#include <vector>

namespace dlpack_tidy::flow {

/// A capsule made of a pointer that is NULL for an array without elements:
/// `n ? malloc(n) : NULL`, `values.data()`.
struct EmptyOwner {
  const clang::Expr *Pointer = nullptr;
  clang::SourceRange From; ///< where the NULL comes from
};
std::vector<EmptyOwner> followOwners(const model::Producers &Made,
                                     GraphCache &Graphs);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_OWNERFLOW_H
