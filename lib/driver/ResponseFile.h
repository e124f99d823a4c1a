//===--- ResponseFile.h - words of a command line that stand in a file ----===//
#ifndef DLPACK_TIDY_DRIVER_RESPONSEFILE_H
#define DLPACK_TIDY_DRIVER_RESPONSEFILE_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace dlpack_tidy::driver {

/// The words in the file \p Name, relative to \p Folder; nullopt for what is no
/// ordinary file, or larger than any command line.
std::optional<std::vector<std::string>> wordsInFile(llvm::StringRef Name,
                                                    llvm::StringRef Folder);

/// \p Words with each "@file" replaced by the words in it; one that cannot be
/// read is left out.
std::vector<std::string>
withResponseFiles(const std::vector<std::string> &Words,
                  llvm::StringRef Folder);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_RESPONSEFILE_H
