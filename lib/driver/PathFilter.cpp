//===--- PathFilter.cpp - --include and --exclude -------------------------===//

#include "driver/PathFilter.h"

#include "driver/Failure.h"
#include "driver/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"

using namespace llvm;
namespace path = llvm::sys::path;

namespace dlpack_tidy::driver {

Error PathFilter::add(StringRef Globs, std::vector<Glob> &Into) {
  SmallVector<StringRef> Items;
  Globs.split(Items, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Item : Items) {
    Item = Item.trim();
    Item.consume_front("./");
    Item = Item.rtrim('/');
    if (Item.empty())
      continue;
    Expected<GlobPattern> Made = GlobPattern::create(Item);
    if (!Made)
      return failure("'{0}' is no glob: {1}", Item, toString(Made.takeError()));
    Into.push_back({std::move(*Made), !Item.contains('/')});
  }
  return Error::success();
}

Expected<PathFilter> PathFilter::make(ArrayRef<std::string> Include,
                                      ArrayRef<std::string> Exclude) {
  PathFilter Made;
  for (const std::string &Each : Include)
    if (Error Wrong = add(Each, Made.Include))
      return Wrong;
  for (const std::string &Each : Exclude)
    if (Error Wrong = add(Each, Made.Exclude))
      return Wrong;
  return std::move(Made);
}

bool PathFilter::matches(ArrayRef<Glob> Globs, StringRef Path) {
  for (StringRef Part = Path; !Part.empty(); Part = path::parent_path(Part))
    if (any_of(Globs, [&](const Glob &Each) {
          return Each.Pattern.match(Each.AtAnyDepth ? path::filename(Part)
                                                    : Part);
        }))
      return true;
  return false;
}

bool PathFilter::keeps(StringRef Path) const {
  if (Include.empty() && Exclude.empty())
    return true;
  std::string Shown = shownPath(Path);
  return (Include.empty() || matches(Include, Shown)) &&
         !matches(Exclude, Shown);
}

} // namespace dlpack_tidy::driver
