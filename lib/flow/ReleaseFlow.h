//===--- ReleaseFlow.h - what a deleter does with what it frees -----------===//
#ifndef DLPACK_TIDY_FLOW_RELEASEFLOW_H
#define DLPACK_TIDY_FLOW_RELEASEFLOW_H

#include "flow/Engine.h"
#include "model/Allocation.h"

#include <optional>
#include <vector>

namespace dlpack_tidy::flow {

enum class ReleaseFault {
  UsedAfterFree, ///< a field is read or written after its struct was freed
  FreedTwice,
  Throws ///< an exception leaves the deleter
};

struct ReleaseFinding {
  ReleaseFault Fault = ReleaseFault::UsedAfterFree;
  clang::SourceRange At;
  clang::SourceRange FreedAt;
  std::string What; ///< the variable
};

/// How a deleter frees the struct it is given.
struct SelfRelease {
  bool Freed = false;    ///< on some way
  bool PassedOn = false; ///< somebody else may free it
  std::optional<model::Allocator> With;
  clang::SourceRange At;
};

struct Release {
  std::vector<ReleaseFinding> Faults;
  SelfRelease Self;
};

/// Follows every way through \p Deleter and the helpers it calls.
Release followRelease(const clang::FunctionDecl *Deleter, GraphCache &Graphs,
                      Budget &Limits);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_RELEASEFLOW_H
