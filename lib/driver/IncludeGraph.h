//===--- IncludeGraph.h - who includes whom, without parsing --------------===//
#ifndef DLPACK_TIDY_DRIVER_INCLUDEGRAPH_H
#define DLPACK_TIDY_DRIVER_INCLUDEGRAPH_H

#include "driver/Glance.h"
#include "driver/Sources.h"
#include "driver/Tree.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <memory>
#include <string>
#include <vector>

namespace dlpack_tidy::driver {

/// The include graph of a checkout, read from its text. Headers of the system
/// and of installed packages are not followed: what an include line says of
/// them (nanobind/ndarray.h) is enough.
class IncludeGraph {
public:
  /// Headers are looked for in \p Folder, or in the whole checkout around it.
  void addRoot(llvm::StringRef Folder);
  /// Reads \p File and all that it includes, once. A file outside of all roots
  /// brings its checkout with it, or else its folder.
  void add(llvm::StringRef File);

  /// False where nothing can be found in the text of \p File itself: it does
  /// not speak of DLPack, nor of anything that what it includes declares of it.
  /// All files have to be added before.
  bool mayUseDLPack(llvm::StringRef File);

  /// The files of \p File's closure, itself first.
  std::vector<llvm::StringRef> closureOf(llvm::StringRef File) const;
  /// The files that include \p File, directly or not; only added ones count.
  std::vector<llvm::StringRef> includersOf(llvm::StringRef File) const;
  /// The folders from which \p File's closure finds its headers, beside the
  /// including files' own, in the order of their first use.
  std::vector<std::string> includeFolders(llvm::StringRef File) const;

  /// The headers of \p File's closure that are not in its checkout.
  std::vector<std::string> foreignIncludes(llvm::StringRef File) const;

private:
  struct Edge {
    unsigned To;
    /// What of the path the include line leaves out; empty where the header is
    /// found beside the including file.
    std::string Folder;
  };
  struct Node {
    std::string Path;
    bool Mentions = false;
    bool Names = false;
    bool MakesCapsules = false;
    /// It, or what it includes, names DLPack or cannot be known.
    bool Reaches = false;
    std::vector<std::string> Aliases;
    std::vector<Edge> Includes;
    std::vector<std::string> Foreign;
    std::vector<unsigned> Includers;
  };

  unsigned nodeFor(llvm::StringRef Path);
  void read(unsigned Index);
  void connect(unsigned From, const Include &Line);
  std::optional<unsigned> find(llvm::StringRef File) const;
  void findReach();
  bool usesAlias(unsigned Index) const;
  bool isSystem(llvm::StringRef Name);
  const Tree &treeFor(llvm::StringRef File);
  template <typename Next>
  std::vector<unsigned> walk(unsigned From, Next Neighbours) const;

  std::vector<Node> Nodes;
  llvm::StringMap<unsigned> Index;
  std::vector<unsigned> Unread;
  bool ReachKnown = false;
  bool AnyAlias = false;
  llvm::StringMap<bool> SystemHeaders;
  /// By root.
  llvm::StringMap<std::unique_ptr<Tree>> Trees;
};

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_INCLUDEGRAPH_H
