//===--- Failure.h - errors that are one line for the user ----------------===//
#ifndef DLPACK_TIDY_DRIVER_FAILURE_H
#define DLPACK_TIDY_DRIVER_FAILURE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

namespace dlpack_tidy::driver {

/// Exit status of every command.
enum ExitStatus {
  NothingFound = 0,
  FindingsFound = 1,
  /// Of `explain`.
  NothingKnown = 1,
  WrongUse = 2,
  SomeNotAnalysed = 3,
  /// As shells count a process that SIGINT ended.
  Interrupted = 130,
};

/// An error whose text is shown to the user as it is.
template <typename... Parts>
llvm::Error failure(const char *Format, Parts &&...Values) {
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      llvm::formatv(Format, std::forward<Parts>(Values)...).str());
}

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_FAILURE_H
