//===--- Configuration.h - which checks run, with which options -----------===//
#ifndef DLPACK_TIDY_DRIVER_CONFIGURATION_H
#define DLPACK_TIDY_DRIVER_CONFIGURATION_H

#include "driver/Arguments.h"

#include "clang-tidy/ClangTidyOptions.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace dlpack_tidy::driver {

/// The options of a scan: .clang-tidy files for check options, extra flags and
/// which of our checks are on (where they name any); the command line on top.
/// One provider serves one thread. Fails for checks that do not exist.
llvm::Expected<std::unique_ptr<clang::tidy::ClangTidyOptionsProvider>>
makeOptions(const Arguments &Wanted);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_CONFIGURATION_H
