//===--- EmbeddedPython.h - the rules over Python text in C++ literals ----===//
#ifndef DLPACK_TIDY_CHECKS_EMBEDDEDPYTHON_H
#define DLPACK_TIDY_CHECKS_EMBEDDEDPYTHON_H

#include "checks/ExportRules.h"
#include "flow/Analysis.h"

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <vector>

namespace dlpack_tidy::checks {

/// The Python texts that one translation unit runs: read by the first check
/// that asks, shared by all.
class EmbeddedPython {
public:
  explicit EmbeddedPython(const flow::Analysis &Unit);
  ~EmbeddedPython();

  /// What the check called \p Check has to say, with places in the C++ source.
  std::vector<fixes::Finding> findings(llvm::StringRef Check,
                                       const ExportOptions &Options) const;

private:
  struct Texts;
  std::unique_ptr<Texts> Read;
  clang::ASTContext &Context;
};

/// Kept alive by the checks that hold it.
std::shared_ptr<const EmbeddedPython>
embeddedPythonOf(const flow::Analysis &Unit);

} // namespace dlpack_tidy::checks

#endif // DLPACK_TIDY_CHECKS_EMBEDDEDPYTHON_H
