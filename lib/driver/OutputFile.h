//===--- OutputFile.h - files that a scan writes --------------------------===//
#ifndef DLPACK_TIDY_DRIVER_OUTPUTFILE_H
#define DLPACK_TIDY_DRIVER_OUTPUTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace dlpack_tidy::driver {

/// Writes what \p Content says to \p Path. Fails with one line, and a full disk
/// is no success.
llvm::Error writeOutput(llvm::StringRef Path,
                        llvm::function_ref<void(llvm::raw_ostream &)> Content);

/// Whether \p Path could be written, found out without touching what is there:
/// better known before a long scan than after it.
llvm::Error verifyOutput(llvm::StringRef Path);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_OUTPUTFILE_H
