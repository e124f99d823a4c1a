//===--- ForeignCompilers.h - nvcc's and MSVC's words as gcc's ------------===//
#ifndef DLPACK_TIDY_DRIVER_FOREIGNCOMPILERS_H
#define DLPACK_TIDY_DRIVER_FOREIGNCOMPILERS_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace dlpack_tidy::driver {

bool isNvcc(llvm::StringRef Program);
/// cl.exe or clang-cl.
bool isMsvc(llvm::StringRef Program);

/// nvcc's words as those of a compiler like gcc; \p Folder is where the files
/// of words lie that it names.
std::vector<std::string> wordsOfNvcc(const std::vector<std::string> &Words,
                                     llvm::StringRef Folder);
/// MSVC's; flags without a meaning for the parse are left as they are.
std::vector<std::string> wordsOfMsvc(const std::vector<std::string> &Words);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_FOREIGNCOMPILERS_H
