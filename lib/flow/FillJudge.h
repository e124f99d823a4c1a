//===--- FillJudge.h - what is wrong with a tensor that is handed out -----===//
#ifndef DLPACK_TIDY_FLOW_FILLJUDGE_H
#define DLPACK_TIDY_FLOW_FILLJUDGE_H

#include "flow/FillFlow.h"
#include "flow/FillState.h"

#include <vector>

namespace dlpack_tidy::flow {

/// Judges \p Tensor as it is handed out, once: it counts as complete
/// afterwards. Somebody who writes fewer than \p Enough of its fields leaves
/// the filling to others.
std::vector<FillFinding> judgeTensor(MadeTensor &Tensor, unsigned Enough);

/// Raw tensors that nobody knows of any more once \p Where is left.
std::vector<FillFinding> lostTensors(const FillState &Facts, FillFault Fault,
                                     const clang::Stmt *Where,
                                     const model::CallFrame &Frame,
                                     GraphCache &Graphs);

/// Fields that point into objects of a function when it has ended.
std::vector<FillFinding> danglingFields(const FillState &AtEnd);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_FILLJUDGE_H
