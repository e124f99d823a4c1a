//===--- OrdinaryFiles.h - no pipes, no devices, nothing huge -------------===//
#ifndef DLPACK_TIDY_DRIVER_ORDINARYFILES_H
#define DLPACK_TIDY_DRIVER_ORDINARYFILES_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>

namespace dlpack_tidy::driver {

/// A file that is larger is no source that a person wrote, and its tree would
/// not fit in memory.
constexpr uint64_t MaxSourceBytes = 16 << 20;

/// Why \p Path is not read: it is no regular file (a pipe would never end), or
/// a huge one. Empty where it is.
std::string whyNotRead(llvm::StringRef Path);

/// The real file system, in which other files than ordinary ones cannot be
/// opened.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> ordinaryFiles();

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_ORDINARYFILES_H
