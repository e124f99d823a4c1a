//===--- PythonRules.h - every rule, over one Python text -----------------===//
#ifndef DLPACK_TIDY_CHECKS_PYTHONRULES_H
#define DLPACK_TIDY_CHECKS_PYTHONRULES_H

#include "checks/ExportRules.h"
#include "python/Text.h"

#include <string>
#include <vector>

namespace dlpack_tidy::checks {

struct PythonFinding {
  std::string Check; ///< "dlpack-unsupported-backend"
  fixes::Finding Found;
  std::string Function; ///< the Python function around it, or empty
};

/// What the rules say of \p Found, in the order of the text. Levels say how
/// sure it is that a JAX array arrives: 0 where the text shows it, 1 where it
/// works with JAX, 2 where nothing speaks of JAX.
std::vector<PythonFinding> judge(const python::Analysis &Found,
                                 const ExportOptions &Options,
                                 const fixes::SourceText &Text);

/// A write that changes an immutable JAX array.
fixes::Finding writeIntoJax(const python::SharedWrite &Write);
/// An export inside a function that JAX traces: it never succeeds.
std::optional<fixes::Finding> tracedExport(const flow::ExportSite &Site);

} // namespace dlpack_tidy::checks

#endif // DLPACK_TIDY_CHECKS_PYTHONRULES_H
