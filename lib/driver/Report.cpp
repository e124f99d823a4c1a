//===--- Report.cpp - what a scan found, as it is shown -------------------===//

#include "driver/Report.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <set>

namespace path = llvm::sys::path;

namespace dlpack_tidy::driver {
namespace {

template <typename Entry> void sortAndUnite(std::vector<Entry> &Entries) {
  auto ByKey = [](const Entry &L, const Entry &R) { return L.key() < R.key(); };
  std::set<Entry, decltype(ByKey)> Sorted(ByKey);
  for (Entry &Each : Entries)
    Sorted.insert(std::move(Each));
  Entries.clear();
  while (!Sorted.empty())
    Entries.push_back(std::move(Sorted.extract(Sorted.begin()).value()));
}

} // namespace

void Report::normalise() {
  sortAndUnite(Findings);
  sortAndUnite(Missed);
}

/// Links resolved; empty where there is none. A scan stays where it was
/// started.
static const std::string &startFolder() {
  static const std::string Folder = [] {
    llvm::SmallString<256> Current;
    if (llvm::sys::fs::current_path(Current) ||
        llvm::sys::fs::real_path(Current, Current))
      return std::string();
    return std::string(Current);
  }();
  return Folder;
}

std::string shownPath(llvm::StringRef Path) {
  llvm::StringRef Current = startFolder();
  if (Current.empty() || !path::is_absolute(Path))
    return Path.str();
  auto Here = path::begin(Current), HereEnd = path::end(Current);
  auto There = path::begin(Path), ThereEnd = path::end(Path);
  for (; Here != HereEnd && There != ThereEnd && *Here == *There;
       ++Here, ++There)
    ;
  llvm::SmallString<256> Shown;
  for (; Here != HereEnd; ++Here)
    path::append(Shown, "..");
  for (; There != ThereEnd; ++There)
    path::append(Shown, *There);
  return std::string(Shown);
}

} // namespace dlpack_tidy::driver
