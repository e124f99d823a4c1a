//===--- StaleNolint.h - NOLINT comments that silence nothing -------------===//
#ifndef DLPACK_TIDY_DRIVER_STALENOLINT_H
#define DLPACK_TIDY_DRIVER_STALENOLINT_H

#include "driver/Catalogue.h"
#include "driver/Report.h"

#include "clang-tidy/ClangTidyOptions.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <vector>

namespace dlpack_tidy::driver {

/// A line on which a check had something to say.
struct SpokenOf {
  std::string Check;
  std::string File;
  unsigned Line = 0;
};

/// What the NOLINT comments of one file, as far as they name checks of ours,
/// did to what the checks said about a unit. \p IsRead tells whether the
/// compiler saw the comment on a line. Nothing where \p Options turn this off.
std::vector<Suppression>
judgeSuppressions(llvm::StringRef File, llvm::StringRef Text,
                  llvm::function_ref<bool(unsigned Line)> IsRead,
                  llvm::ArrayRef<SpokenOf> Said,
                  const clang::tidy::ClangTidyOptions &Options);

/// What was not analysed may have had something to silence.
void withhold(std::vector<Suppression> &Of, llvm::StringRef File);

/// A finding for every comment that silenced nothing in any unit.
std::vector<Finding> staleNolints(llvm::ArrayRef<Suppression> All);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_STALENOLINT_H
