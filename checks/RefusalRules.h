//===--- RefusalRules.h - an array is refused by BufferError --------------===//
#ifndef DLPACK_TIDY_CHECKS_REFUSALRULES_H
#define DLPACK_TIDY_CHECKS_REFUSALRULES_H

#include "fixes/Finding.h"
#include "flow/FunctionGraph.h"
#include "model/Exporter.h"

#include <vector>

namespace dlpack_tidy::checks {

/// Refusals in \p Function of an array for its device, its dtype or what was
/// asked of the exporter \p Of, by another exception than BufferError. Without
/// an exporter only the C API's exceptions count: a C++ exception is Python's
/// business only below a binding.
std::vector<fixes::Finding> judgeRefusals(const clang::FunctionDecl *Function,
                                          const model::Exporter *Of,
                                          flow::GraphCache &Graphs);

} // namespace dlpack_tidy::checks

#endif // DLPACK_TIDY_CHECKS_REFUSALRULES_H
