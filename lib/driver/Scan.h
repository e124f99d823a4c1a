//===--- Scan.h - `dlpack-tidy scan` --------------------------------------===//
#ifndef DLPACK_TIDY_DRIVER_SCAN_H
#define DLPACK_TIDY_DRIVER_SCAN_H

#include "driver/Arguments.h"

#include "llvm/Support/Error.h"

namespace dlpack_tidy::driver {

/// Scans, writes the report and returns the exit status; an error means wrong
/// use or configuration.
llvm::Expected<int> scan(const Arguments &Wanted, llvm::StringRef Executable);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_SCAN_H
