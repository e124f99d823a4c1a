//===--- Glance.h - what a file says before it is parsed ------------------===//
#ifndef DLPACK_TIDY_DRIVER_GLANCE_H
#define DLPACK_TIDY_DRIVER_GLANCE_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace dlpack_tidy::driver {

struct Include {
  std::string Name;
  bool Angled = false;

  friend bool operator<(const Include &L, const Include &R) {
    return std::tie(L.Name, L.Angled) < std::tie(R.Name, R.Angled);
  }
};

struct Glance {
  /// False only where no check can find anything in the text: it names neither
  /// DLPack's types and functions nor capsules nor nanobind's arrays.
  bool MentionsDLPack = false;
  /// The text says so beyond doubt. Capsules, and fields such as `byte_offset`,
  /// are met elsewhere too: they count where something else names DLPack.
  bool NamesDLPack = false;
  /// The text makes capsules of any kind: some of what goes wrong with them has
  /// nothing to do with tensors.
  bool MakesCapsules = false;
  /// Names that are declared as another name of an array type.
  std::vector<std::string> Aliases;
  /// `#include MACRO`: what comes in is not known.
  bool ComputedInclude = false;
  std::vector<Include> Includes;
};

/// Reads \p Text once. Comments and inactive branches count as text: they can
/// only make a file be parsed in vain.
Glance glanceAt(llvm::StringRef Text);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_GLANCE_H
