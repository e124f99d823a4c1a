//===--- PathFilter.h - --include and --exclude ---------------------------===//
#ifndef DLPACK_TIDY_DRIVER_PATHFILTER_H
#define DLPACK_TIDY_DRIVER_PATHFILTER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"

#include <string>
#include <vector>

namespace dlpack_tidy::driver {

/// Which files a scan keeps, by globs over paths relative to the current
/// folder. A glob matches a file, or a folder with all that is in it; one
/// without a slash matches at any depth: "tests", "*.cu", "src/python".
class PathFilter {
public:
  /// Fails for a glob that is none.
  static llvm::Expected<PathFilter> make(llvm::ArrayRef<std::string> Include,
                                         llvm::ArrayRef<std::string> Exclude);

  /// Without an include glob, everything that no exclude glob matches.
  bool keeps(llvm::StringRef Path) const;

private:
  struct Glob {
    llvm::GlobPattern Pattern;
    bool AtAnyDepth;
  };
  static llvm::Error add(llvm::StringRef Globs, std::vector<Glob> &Into);
  static bool matches(llvm::ArrayRef<Glob> Globs, llvm::StringRef Path);

  std::vector<Glob> Include, Exclude;
};

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_PATHFILTER_H
