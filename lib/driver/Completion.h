//===--- Completion.h - `dlpack-tidy completion` --------------------------===//
#ifndef DLPACK_TIDY_DRIVER_COMPLETION_H
#define DLPACK_TIDY_DRIVER_COMPLETION_H

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace dlpack_tidy::driver {

/// Writes a script that makes \p Shell (bash, zsh, fish) complete commands,
/// options, their values and the names of checks.
llvm::Expected<int> writeCompletion(llvm::StringRef Shell,
                                    llvm::raw_ostream &Out);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_COMPLETION_H
