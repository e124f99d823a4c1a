//===--- Tree.h - the files of a checkout by name -------------------------===//
#ifndef DLPACK_TIDY_DRIVER_TREE_H
#define DLPACK_TIDY_DRIVER_TREE_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <optional>
#include <string>
#include <vector>

namespace dlpack_tidy::driver {

/// True for folders that hold other people's code, or none: third_party, .git.
bool isForeign(llvm::StringRef FolderName);
/// True where a folder of \p Path below \p Root is foreign.
bool isForeignBelow(llvm::StringRef Path, llvm::StringRef Root);

/// The checkout around a file or folder; empty where there is none.
std::string checkoutAround(llvm::StringRef Path);

/// All regular files below a folder, hidden and build folders aside. Stops at
/// \p Limit files.
std::vector<std::string> listFiles(llvm::StringRef Folder, bool WithForeign,
                                   size_t Limit = SIZE_MAX);

/// The headers and sources of one or more checkouts, found by the end of their
/// path, as an #include names them.
class Tree {
public:
  void add(llvm::StringRef Folder, size_t Limit = SIZE_MAX);

  /// The file whose path ends in \p Name and that is nearest to the folder of
  /// \p From; nullopt where none is.
  std::optional<std::string> find(llvm::StringRef Name,
                                  llvm::StringRef From) const;
  bool contains(llvm::StringRef Path) const { return Paths.contains(Path); }
  llvm::ArrayRef<std::string> namesIn(llvm::StringRef Folder) const;

private:
  llvm::StringSet<> Paths;
  llvm::StringMap<std::vector<std::string>> PathsByName;
  llvm::StringMap<std::vector<std::string>> NamesByFolder;
};

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_TREE_H
