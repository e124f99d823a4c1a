//===--- Sources.h - the files a scan looks at ----------------------------===//
#ifndef DLPACK_TIDY_DRIVER_SOURCES_H
#define DLPACK_TIDY_DRIVER_SOURCES_H

#include "driver/PathFilter.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace dlpack_tidy::driver {

enum class Language { C, Cxx, Cuda, Header, Python };

/// By the file's extension; nullopt for what is no C, C++, CUDA, Python or
/// Cython.
std::optional<Language> languageOf(llvm::StringRef Path);

struct Source {
  /// Absolute, symbolic links resolved.
  std::string Path;
  Language Written = Language::Cxx;
};

struct SourceSet {
  std::vector<Source> Files;
  /// The folders whose files are the user's own: findings elsewhere (in
  /// installed headers, say) are not reported.
  std::vector<std::string> Roots;
  PathFilter Filter;

  bool owns(llvm::StringRef Path) const;
};

/// Collects the C, C++, CUDA, Python and Cython files that \p Paths name or
/// contain and \p Filter keeps. Files that git ignores and vendored folders
/// below a named folder are left out. Fails for a path that does not exist or a
/// named file that is no source.
llvm::Expected<SourceSet> collectSources(llvm::ArrayRef<std::string> Paths,
                                         PathFilter Filter);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_SOURCES_H
