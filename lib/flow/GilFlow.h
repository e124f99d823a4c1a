//===--- GilFlow.h - Python touched without the interpreter's lock --------===//
#ifndef DLPACK_TIDY_FLOW_GILFLOW_H
#define DLPACK_TIDY_FLOW_GILFLOW_H

#include "flow/Engine.h"

#include <string>
#include <vector>

namespace dlpack_tidy::flow {

enum class GilFault {
  NotHeld,  ///< Python is touched and nobody took the lock
  MaybeDead ///< the lock is taken and nobody asked whether Python still runs
};

struct GilFinding {
  GilFault Fault = GilFault::NotHeld;
  clang::SourceRange At;
  /// What touches Python: "Py_DECREF", "Holder::owner"; empty for MaybeDead.
  std::string Through;
  /// Something is destroyed, and that drops a reference.
  bool ByDestruction = false;
  /// Somebody asked whether the interpreter runs.
  bool AliveTested = false;
};

/// Follows every way through \p Function, which anybody may call on any thread
/// and after the interpreter has gone, through helpers and destructors. Returns
/// the first fault, or nothing; \p Limits tells whether it gave up.
std::optional<GilFinding> followGil(const clang::FunctionDecl *Function,
                                    GraphCache &Graphs, Budget &Limits);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_GILFLOW_H
