//===--- Help.h - `dlpack-tidy --help` and `--version` --------------------===//
#ifndef DLPACK_TIDY_DRIVER_HELP_H
#define DLPACK_TIDY_DRIVER_HELP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace dlpack_tidy::driver {

/// One screen: the commands, the exit statuses, where more is said. Fails for a
/// topic that there is not.
llvm::Expected<int> printOverview(llvm::ArrayRef<std::string> Topic,
                                  llvm::raw_ostream &Out);

void printVersion(llvm::raw_ostream &Out);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_HELP_H
