//===--- CapsuleFlow.h - names, pointers and errors along every way -------===//
#ifndef DLPACK_TIDY_FLOW_CAPSULEFLOW_H
#define DLPACK_TIDY_FLOW_CAPSULEFLOW_H

#include "flow/Engine.h"
#include "model/Producers.h"

#include <vector>

namespace dlpack_tidy::flow {

/// What can go wrong with a capsule and the pointer out of it.
enum class CapsuleFault {
  NameNeverTested,  ///< taken whatever the name, and used: maybe consumed
  MaybeNull,        ///< the name asked for may be the wrong one: NULL, and used
  TakenFromUsed,    ///< taken from a consumed capsule and released
  ErrorDropped,     ///< PyErr_Clear while an exception may be in flight
  ErrorLeft,        ///< a failed look-up leaves its exception behind
  ErrorNotRestored, ///< what PyErr_Fetch took is never put back
  CapsuleGone,      ///< used after the capsule died without having been renamed
  Throws,           ///< an exception leaves a destructor that C code calls
  ReturnedFromDead  ///< returned, and the capsule dies with this function
};

struct CapsuleFinding {
  CapsuleFault Fault = CapsuleFault::MaybeNull;
  const clang::Stmt *At = nullptr;
  /// Where the pointer was taken; null for the faults of the error state.
  const clang::Expr *Taken = nullptr;
  model::CapsuleName Name;
  /// The function in which \p At stands.
  const clang::FunctionDecl *In = nullptr;
};

/// What goes wrong in a translation unit, each fault once: in the destructors
/// of DLPack capsules, which start with an exception that may be in flight and
/// have to leave it alone, and in everything that takes a tensor out of a
/// capsule.
struct CapsuleFindings {
  std::vector<CapsuleFinding> InDestructors;
  std::vector<CapsuleFinding> Elsewhere;
  /// Functions on which the budget was spent.
  std::vector<const clang::FunctionDecl *> NotAnalysed;
};
CapsuleFindings followCapsules(const model::Producers &Made,
                               GraphCache &Graphs);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_CAPSULEFLOW_H
