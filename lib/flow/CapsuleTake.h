//===--- CapsuleTake.h - pointers that come out of capsules ---------------===//
#ifndef DLPACK_TIDY_FLOW_CAPSULETAKE_H
#define DLPACK_TIDY_FLOW_CAPSULETAKE_H

#include "flow/CapsuleState.h"

#include <optional>

namespace dlpack_tidy::flow {

/// The pointer to a tensor that \p Value takes out of a capsule, if it is that,
/// with what \p Facts tell of the capsule.
std::optional<TakenPointer> takenPointer(const CapsuleState &Facts,
                                         const clang::Expr *Value,
                                         const model::CallFrame &Frame,
                                         GraphCache &Graphs);

/// A capsule by one of DLPack's names, or one that is read as such.
bool isTensorTake(const model::CapsuleEvent &Event,
                  const model::CallFrame &Frame, GraphCache &Graphs);

/// `py::capsule c = x.attr("__dlpack__")();`: a local object with a reference
/// of its own. `py::capsule c = argument;` shares its caller's.
bool holdsOnlyReference(const clang::VarDecl *Variable);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_CAPSULETAKE_H
