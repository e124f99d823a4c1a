//===--- Explain.h - `dlpack-tidy list` and `explain` ---------------------===//
#ifndef DLPACK_TIDY_DRIVER_EXPLAIN_H
#define DLPACK_TIDY_DRIVER_EXPLAIN_H

#include "driver/Arguments.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace dlpack_tidy::driver {

/// One line a check: name, level, best fix, summary.
void listChecks(llvm::raw_ostream &Out);

/// Explains the check, or the error text, that \p Wanted.Words hold. Fails
/// where there is neither.
llvm::Expected<int> explain(const Arguments &Wanted, llvm::raw_ostream &Out);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_EXPLAIN_H
