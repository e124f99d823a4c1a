//===--- Fallback.h - what stands in for headers that are missing ---------===//
#ifndef DLPACK_TIDY_DRIVER_FALLBACK_H
#define DLPACK_TIDY_DRIVER_FALLBACK_H

#include "driver/Sources.h"

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <vector>

namespace dlpack_tidy::driver {

/// Flags for a file some of whose headers are not there: our own declarations
/// of the little that DLPack code needs of CUDA, ATen and DLPack itself, looked
/// for last; in C++, a prelude with the class that unknown names become; and
/// for CUDA what nvcc would read first.
std::vector<std::string> fallbackFlags(Language Written);

/// The files that these flags name. \p Macros is read before the first line.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
fallbackFiles(llvm::StringRef Macros);

/// True for the files above.
/// "nanobind/ndarray.h" where \p Path is our stand-in for it; else empty.
std::string standInFor(llvm::StringRef Path);
bool isFallback(llvm::StringRef Path);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_FALLBACK_H
