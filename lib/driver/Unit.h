//===--- Unit.h - one translation unit, parsed and checked ----------------===//
#ifndef DLPACK_TIDY_DRIVER_UNIT_H
#define DLPACK_TIDY_DRIVER_UNIT_H

#include "driver/ParsedFunctions.h"
#include "driver/Report.h"

#include "clang-tidy/ClangTidyOptions.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dlpack_tidy::driver {

/// One compiler run; of a Python file only the name counts.
struct UnitCommand {
  std::string File;
  std::string Folder;
  /// As a compiler is called: program name, flags, file.
  std::vector<std::string> Arguments;
  /// Set where headers are known to be missing: definitions of the macros that
  /// only they have. Unknown names are then declared on the spot.
  std::optional<std::string> Macros;
  bool FromDatabase = false;
  /// Flags of the database's command that clang does not know.
  std::vector<std::string> UnknownFlags;
};

struct UnitResult {
  std::vector<Finding> Findings;
  std::vector<NotAnalysed> Missed;
  std::vector<ExchangePlace> Exchanges;
  std::vector<Suppression> Suppressions;
  std::vector<ParsedFunction> Functions;
  /// Headers of ours that were read for ones that are not installed.
  std::vector<std::string> StandIns;
  /// False where nothing of the file could be analysed.
  bool Analysed = true;
};

/// Parses one translation unit and runs the checks that \p Options enable.
/// Headers that are not there are skipped and reported. May be called from
/// several threads at a time; a crash of the parser or a check is reported like
/// any other failure. \p ListExchanges also lists what is no finding.
UnitResult
analyseUnit(const UnitCommand &Unit,
            std::unique_ptr<clang::tidy::ClangTidyOptionsProvider> Options,
            bool ListExchanges);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_UNIT_H
