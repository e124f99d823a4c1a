//===--- Tree.cpp - the files of a checkout by name -----------------------===//

#include "driver/Tree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace dlpack_tidy::driver {
namespace {

constexpr StringLiteral ForeignFolders[] = {
    "third_party", "third-party",  "thirdparty",   "3rdparty",
    "3rd_party",   "external",     "externals",    "extern",
    "vendor",      "vendored",     "_deps",        "subprojects",
    "submodules",  "node_modules", "site-packages"};

bool isHidden(StringRef Name) {
  return Name.starts_with(".") && Name != "." && Name != "..";
}

/// How many folders the two paths have in common.
size_t commonFolders(StringRef L, StringRef R) {
  auto LIt = path::begin(L), LEnd = path::end(L);
  auto RIt = path::begin(R), REnd = path::end(R);
  size_t Common = 0;
  for (; LIt != LEnd && RIt != REnd && *LIt == *RIt; ++LIt, ++RIt)
    ++Common;
  return Common;
}

/// A link to a regular file of the same tree.
bool isLinkWithin(StringRef Folder, StringRef Path) {
  SmallString<256> Root, Real;
  return !fs::real_path(Folder, Root) && !fs::real_path(Path, Real) &&
         StringRef(Real).starts_with((Root + "/").str()) &&
         fs::is_regular_file(Real);
}

} // namespace

bool isForeign(StringRef FolderName) {
  return isHidden(FolderName) || is_contained(ForeignFolders, FolderName);
}

bool isForeignBelow(StringRef Path, StringRef Root) {
  StringRef Rest = Path.drop_front(Root.size());
  for (auto It = path::begin(Rest), End = path::end(Rest); It != End; ++It)
    if (isForeign(*It))
      return true;
  return false;
}

std::string checkoutAround(StringRef Path) {
  for (StringRef Each = Path; !Each.empty() && Each != "/";
       Each = path::parent_path(Each))
    if (fs::exists(Each + "/.git"))
      return Each.str();
  return "";
}

std::vector<std::string> listFiles(StringRef Folder, bool WithForeign,
                                   size_t Limit) {
  std::vector<std::string> Files;
  std::error_code Failed;
  for (fs::recursive_directory_iterator It(Folder, Failed,
                                           /*follow_symlinks=*/false),
       End;
       It != End && Files.size() < Limit; It.increment(Failed)) {
    // A folder that cannot be read is passed over, like an unreadable file.
    if (Failed)
      continue;
    StringRef Name = path::filename(It->path());
    if (It->type() == fs::file_type::directory_file) {
      // A build folder repeats the sources it was made from.
      if (isHidden(Name) || (!WithForeign && isForeign(Name)) ||
          fs::exists(It->path() + "/CMakeCache.txt"))
        It.no_push();
    } else if (!isHidden(Name) && (It->type() == fs::file_type::regular_file ||
                                   isLinkWithin(Folder, It->path()))) {
      Files.push_back(It->path());
    }
  }
  return Files;
}

void Tree::add(StringRef Folder, size_t Limit) {
  for (std::string &Path : listFiles(Folder, /*WithForeign=*/true, Limit)) {
    if (!Paths.insert(Path).second)
      continue;
    StringRef Name = path::filename(Path);
    NamesByFolder[path::parent_path(Path)].push_back(Name.str());
    PathsByName[Name].push_back(std::move(Path));
  }
}

std::optional<std::string> Tree::find(StringRef Name, StringRef From) const {
  auto Candidates = PathsByName.find(path::filename(Name));
  if (Candidates == PathsByName.end())
    return std::nullopt;
  const std::string *Best = nullptr;
  size_t Nearest = 0;
  for (const std::string &Each : Candidates->second) {
    StringRef Front(Each);
    if (!Front.consume_back(Name) || !Front.ends_with("/"))
      continue;
    size_t Common = commonFolders(Each, From);
    bool Better = !Best || Common > Nearest ||
                  (Common == Nearest &&
                   std::make_pair(Each.size(), StringRef(Each)) <
                       std::make_pair(Best->size(), StringRef(*Best)));
    if (Better) {
      Best = &Each;
      Nearest = Common;
    }
  }
  return Best ? std::optional<std::string>(*Best) : std::nullopt;
}

ArrayRef<std::string> Tree::namesIn(StringRef Folder) const {
  auto Found = NamesByFolder.find(Folder);
  return Found == NamesByFolder.end() ? ArrayRef<std::string>()
                                      : ArrayRef<std::string>(Found->second);
}

} // namespace dlpack_tidy::driver
