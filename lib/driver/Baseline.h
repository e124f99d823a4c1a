//===--- Baseline.h - findings that are known already ---------------------===//
#ifndef DLPACK_TIDY_DRIVER_BASELINE_H
#define DLPACK_TIDY_DRIVER_BASELINE_H

#include "driver/Report.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace dlpack_tidy::driver {

/// The findings a project has decided to live with for now. Kept in a file of
/// JSON; the files in it are named from the folder it lies in.
class Baseline {
public:
  struct Entry {
    std::string Check;
    int Level = 0;
    std::string File; ///< absolute
    std::string Function;
    std::string Text; ///< of the line, for people who read the file
    std::string Fingerprint;
  };

  /// Fails with one line for a file that is none.
  static llvm::Expected<Baseline> load(llvm::StringRef Path);
  /// Writes the findings of \p Found, in its order.
  static llvm::Error write(const Report &Found, llvm::StringRef Path);

  /// Takes the known findings out of \p Found. Entries that nothing was found
  /// for are stale where \p WasLookedFor says that the scan looked for them.
  void apply(Report &Found,
             llvm::function_ref<bool(const Entry &)> WasLookedFor) const;

private:
  std::string Folder;
  std::vector<Entry> Entries;
};

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_BASELINE_H
