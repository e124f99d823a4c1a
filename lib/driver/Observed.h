//===--- Observed.h - what the checks said about one translation unit -----===//
#ifndef DLPACK_TIDY_DRIVER_OBSERVED_H
#define DLPACK_TIDY_DRIVER_OBSERVED_H

#include "driver/Report.h"
#include "driver/StaleNolint.h"

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang/Basic/SourceManager.h"

#include <vector>

namespace dlpack_tidy::driver {

/// Listens to the checks of the current thread while it lives. clang-tidy's own
/// diagnostics lack the level, the function and the safety of fixes; what the
/// checks report lacks NOLINT and the filters. keptBy() joins the two.
class Observed {
public:
  /// \p Folder is what relative paths of the translation unit start from.
  explicit Observed(llvm::StringRef Folder);
  ~Observed();
  Observed(const Observed &) = delete;

  /// The findings that clang-tidy let through.
  std::vector<Finding>
  keptBy(llvm::ArrayRef<clang::tidy::ClangTidyError> Errors) const;

  const std::vector<NotAnalysed> &bailouts() const { return Bailouts; }

  /// Every line whose NOLINT comment clang-tidy asks about a finding: where it
  /// is spelled, and where the macros are used that it comes from.
  const std::vector<SpokenOf> &said() const { return Said; }

private:
  struct Entry {
    /// Where clang-tidy says the finding is.
    std::string Path;
    unsigned Offset;
    Finding Found;
  };

  std::string Folder;
  std::vector<Entry> Entries;
  std::vector<NotAnalysed> Bailouts;
  std::vector<SpokenOf> Said;

  void note(llvm::StringRef Check, clang::SourceLocation At,
            const clang::SourceManager &Sources);
};

/// Absolute and without symbolic links where the file exists.
std::string canonicalPath(llvm::StringRef Path, llvm::StringRef Folder);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_OBSERVED_H
