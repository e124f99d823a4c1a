//===--- Fingerprint.h - findings as they are known again -----------------===//
#ifndef DLPACK_TIDY_DRIVER_FINGERPRINT_H
#define DLPACK_TIDY_DRIVER_FINGERPRINT_H

#include "driver/Report.h"

#include <string>
#include <vector>

namespace dlpack_tidy::driver {

/// For each finding of a report, in its order: what stays the same while the
/// lines around it move, other code changes, or the message gets better words.
/// Made of the check, the file, the function, the text of the line without its
/// blanks, and which of several equal ones it is. Files are named from
/// \p Folder, so that the same checkout elsewhere has the same fingerprints.
std::vector<std::string> fingerprints(const std::vector<Finding> &Findings,
                                      llvm::StringRef Folder);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_FINGERPRINT_H
