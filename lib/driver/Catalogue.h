//===--- Catalogue.h - the checks that this executable carries ------------===//
#ifndef DLPACK_TIDY_DRIVER_CATALOGUE_H
#define DLPACK_TIDY_DRIVER_CATALOGUE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace dlpack_tidy::driver {

enum class BestFix { Safe, Unsafe, None };

/// One line of Checks.def.
struct CheckEntry {
  llvm::StringRef Name;
  int Level;
  BestFix Fix;
  llvm::StringRef Summary;
};

llvm::ArrayRef<CheckEntry> allChecks();
/// What a scan reports by itself: no check of clang-tidy can know that no unit
/// needed a comment.
inline constexpr CheckEntry StaleNolint = {
    "dlpack-stale-nolint", 1, BestFix::None,
    "Finds NOLINT comments that name a check of dlpack-tidy and silence "
    "nothing."};
/// Also what a scan reports by itself. Null where no check has this name.
const CheckEntry *findCheck(llvm::StringRef Name);

/// True where one glob over check names matches a check, or what a scan reports
/// by itself.
bool matchesAny(llvm::StringRef Glob);

/// Fails when clang-tidy does not know every check of Checks.def: a build that
/// lost its checks would find nothing and look clean.
llvm::Error verifyRegistration();

/// The checks, StaleNolint among them, that a comma-separated list of globs
/// enables, in the order of Checks.def. An item starting with '-' removes; a
/// list that starts with one removes from all. Fails for an item that matches
/// no check.
llvm::Expected<std::vector<std::string>> selectChecks(llvm::StringRef Globs);

/// True where \p Globs names \p Check in full, without a wild card.
bool namesInFull(llvm::StringRef Globs, llvm::StringRef Check);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_CATALOGUE_H
