//===--- ElementFacts.h - what holds for every element of a container -----===//
//
// Clang-free. `for (x : xs) check(x);` says something about all of them, which
// the next loop over the same container may rely on.
//
//===----------------------------------------------------------------------===//
#ifndef DLPACK_TIDY_FLOW_ELEMENTFACTS_H
#define DLPACK_TIDY_FLOW_ELEMENTFACTS_H

#include "flow/ExportFacts.h"

namespace dlpack_tidy::flow {

/// A loop over \p Container begins: nothing has been seen of it yet.
void beginElements(ExportState &State, const std::string &Container);
/// \p Element is what is known of the present one at the end of its turn.
void addElement(ExportState &State, const std::string &Container,
                const ExportFacts &Element);
/// The loop ends with its last element, not by a break: what held for each of
/// them holds for all.
void endElements(ExportState &State, const std::string &Container);
/// What is known of any element.
ExportFacts anyElement(const ExportState &State, const std::string &Container);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_ELEMENTFACTS_H
