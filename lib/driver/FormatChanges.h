//===--- FormatChanges.h - edited lines in the project's style ------------===//
#ifndef DLPACK_TIDY_DRIVER_FORMATCHANGES_H
#define DLPACK_TIDY_DRIVER_FORMATCHANGES_H

#include "clang/Tooling/Core/Replacement.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace dlpack_tidy::driver {

/// \p Text, the new contents of \p Path, with the lines of \p Changed formatted
/// as the nearest .clang-format says. The same text where there is none, where
/// it cannot be read, and where the language is not clang-format's.
std::string formatted(llvm::StringRef Path, llvm::StringRef Text,
                      const std::vector<clang::tooling::Range> &Changed);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_FORMATCHANGES_H
