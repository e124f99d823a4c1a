//===--- ForeignFlags.h - other compilers' command lines for clang --------===//
#ifndef DLPACK_TIDY_DRIVER_FOREIGNFLAGS_H
#define DLPACK_TIDY_DRIVER_FOREIGNFLAGS_H

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace dlpack_tidy::driver {

/// The flags of a compiler's command line that say how its source is read, in
/// words that clang understands. The program's name, the sources, outputs, what
/// only gcc or nvcc knows, precompiled headers and plugins are left out.
struct ClangFlags {
  std::vector<std::string> Kept;
  /// The flags that clang does not know, as they were written.
  std::vector<std::string> Unknown;
};

/// \p Command starts with the program's name; \p Folder is where it runs.
/// Nothing that a command names is run, nor loaded into this process.
ClangFlags flagsForClang(llvm::ArrayRef<std::string> Command,
                         llvm::StringRef Folder);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_FOREIGNFLAGS_H
