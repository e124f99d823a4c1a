//===--- Explain.h - `dlpack-tidy list` and `explain` ---------------------===//
#ifndef DLPACK_TIDY_DRIVER_EXPLAIN_H
#define DLPACK_TIDY_DRIVER_EXPLAIN_H

#include "driver/Arguments.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace dlpack_tidy::driver {

/// One line a check: name, level, best fix, summary.
void listChecks(llvm::raw_ostream &Out);

/// Explains the check, the rule or the error text that \p Wanted.Words hold;
/// where it is none of them, says what comes near, with status NothingKnown.
llvm::Expected<int> explain(const Arguments &Wanted, llvm::raw_ostream &Out);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_EXPLAIN_H
