//===--- Nearest.h - what was perhaps meant -------------------------------===//
#ifndef DLPACK_TIDY_DRIVER_NEAREST_H
#define DLPACK_TIDY_DRIVER_NEAREST_H

#include "rules/ErrorMessages.h"

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace dlpack_tidy::driver {

/// The names of checks and rules that \p Name may be a misspelling of, best
/// first; at most three.
std::vector<llvm::StringRef> nearestNames(llvm::StringRef Name);

/// The rules whose messages share the most telling words with \p Text, best
/// first; at most three.
std::vector<const rules::ErrorRule *> nearestMessages(llvm::StringRef Text);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_NEAREST_H
