//===--- SourceCache.h - the text that findings are about -----------------===//
#ifndef DLPACK_TIDY_DRIVER_SOURCECACHE_H
#define DLPACK_TIDY_DRIVER_SOURCECACHE_H

#include "driver/Report.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <vector>

namespace dlpack_tidy::driver {

/// Lines that a fix changes, without their ends.
struct Hunk {
  /// The first of the removed lines.
  unsigned Line = 0;
  std::vector<std::string> Removed;
  std::vector<std::string> Added;
};

/// Reads each source file once, when it is first asked for.
class SourceCache {
public:
  /// The whole text; nullopt where the file cannot be read.
  std::optional<llvm::StringRef> text(llvm::StringRef File);
  /// Counted from 1, without its end; empty where there is no such line.
  llvm::StringRef line(llvm::StringRef File, unsigned Line);
  bool hasLine(llvm::StringRef File, unsigned Line);

  /// Sets the Text of all findings and their notes and the regions of edits,
  /// where a report that was read has not brought them.
  void fill(Report &Found);

  /// What \p Offered does to the file of \p Found. Empty where the file is no
  /// longer what was analysed.
  std::vector<Hunk> preview(const Finding &Found, const Fix &Offered);

private:
  struct File {
    std::unique_ptr<llvm::MemoryBuffer> Buffer;
    /// Where each line starts.
    std::vector<size_t> Starts;
  };
  const File &open(llvm::StringRef Path);
  TextRegion regionOf(const Edit &Each);
  bool isCurrent(const Finding &Found, const Fix &Offered);

  llvm::StringMap<File> Files;
};

/// How many Unicode code points \p Text has; a byte that is no UTF-8 is one.
unsigned codePoints(llvm::StringRef Text);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_SOURCECACHE_H
