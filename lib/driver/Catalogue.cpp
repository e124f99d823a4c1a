//===--- Catalogue.cpp - the checks that this executable carries ----------===//

#include "driver/Catalogue.h"

#include "compat/Tidy.h"
#include "driver/Failure.h"

#include "clang-tidy/GlobList.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

const std::vector<CheckEntry> Entries = {
#define DLPACK_CHECK(CLASS, NAME, LEVEL, FIX, SUMMARY)                         \
  {NAME, LEVEL, BestFix::FIX, SUMMARY},
#include "checks/Checks.def"
};

SmallVector<StringRef> itemsOf(StringRef Globs) {
  SmallVector<StringRef> Items;
  Globs.split(Items, ',', -1, /*KeepEmpty=*/false);
  for (StringRef &Item : Items)
    Item = Item.trim();
  erase_if(Items, [](StringRef Item) { return Item.empty(); });
  return Items;
}

} // namespace

ArrayRef<CheckEntry> allChecks() { return Entries; }

const CheckEntry *findCheck(StringRef Name) {
  if (Name == StaleNolint.Name)
    return &StaleNolint;
  const auto *Found = find_if(
      allChecks(), [&](const CheckEntry &Each) { return Each.Name == Name; });
  return Found == allChecks().end() ? nullptr : Found;
}

bool matchesAny(StringRef Glob) {
  clang::tidy::GlobList One(Glob);
  return One.contains(StaleNolint.Name) ||
         any_of(allChecks(), [&](const CheckEntry &Each) {
           return One.contains(Each.Name);
         });
}

Error verifyRegistration() {
  clang::tidy::ClangTidyOptions Options;
  Options.Checks = "-*,dlpack-*";
  std::vector<std::string> Registered = compat::enabledChecks(Options);
  size_t Known = count_if(allChecks(), [&](const CheckEntry &Each) {
    return is_contained(Registered, Each.Name);
  });
  if (Known == 0 || Known != allChecks().size())
    return failure("only {0} of dlpack-tidy's {1} checks are registered with "
                   "clang-tidy: the build is broken",
                   Known, allChecks().size());
  return Error::success();
}

Expected<std::vector<std::string>> selectChecks(StringRef Globs) {
  for (StringRef Item : itemsOf(Globs))
    if (!matchesAny(Item.ltrim('-')))
      return failure("no check matches '{0}'; 'dlpack-tidy list' shows them",
                     Item.ltrim('-'));
  std::string Full = Globs.ltrim().starts_with("-")
                         ? ("dlpack-*," + Globs).str()
                         : Globs.str();
  clang::tidy::GlobList Wanted(Full);
  std::vector<std::string> Selected;
  for (const CheckEntry &Each : allChecks())
    if (Wanted.contains(Each.Name))
      Selected.push_back(Each.Name.str());
  if (Wanted.contains(StaleNolint.Name))
    Selected.push_back(StaleNolint.Name.str());
  if (Selected.empty())
    return failure("'{0}' leaves no check to run", Globs);
  return Selected;
}

bool namesInFull(StringRef Globs, StringRef Check) {
  return is_contained(itemsOf(Globs), Check);
}

} // namespace dlpack_tidy::driver
