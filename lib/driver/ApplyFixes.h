//===--- ApplyFixes.h - edits the files that findings stand in ------------===//
#ifndef DLPACK_TIDY_DRIVER_APPLYFIXES_H
#define DLPACK_TIDY_DRIVER_APPLYFIXES_H

#include "driver/Report.h"

#include <string>
#include <vector>

namespace dlpack_tidy::driver {

struct FixOutcome {
  /// What was corrected, as it was found.
  std::vector<Finding> Fixed;
  /// What was not, because its fix overlaps one that was.
  std::vector<Finding> PutOff;
  /// The files that were written.
  std::vector<std::string> Written;
  /// One line for every file that could not be.
  std::vector<std::string> Problems;
};

/// Applies the preferred fix of every finding, in the order of the report:
/// safe ones, and the others too where \p Unsafe. A fix is applied whole or not
/// at all; one that overlaps an earlier one is left for another run. Changed
/// lines are formatted where the project has a .clang-format. A file that is no
/// longer what was analysed is not written.
FixOutcome applyFixes(const Report &Found, bool Unsafe);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_APPLYFIXES_H
