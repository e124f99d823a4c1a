//===--- Judgement.cpp - what is said about what was found ----------------===//

#include "driver/Judgement.h"

#include "driver/Catalogue.h"
#include "driver/SourceCache.h"
#include "driver/StaleNolint.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace dlpack_tidy::driver {

Error Judgement::loadBaseline() {
  if (Wanted.BaselineFile.empty())
    return Error::success();
  Expected<Baseline> Read = Baseline::load(Wanted.BaselineFile);
  if (!Read)
    return Read.takeError();
  Known = std::move(*Read);
  return Error::success();
}

void Judgement::complete(Report &Found, const SourceSet *Sources) const {
  // A shard cannot know what silences something in the others.
  if (!Wanted.Shard)
    append_range(Found.Findings, staleNolints(Found.Suppressions));
  Found.normalise();
  SourceCache().fill(Found);
  // A new baseline lists what the old one hides.
  if (Wanted.NewBaselineFile.empty() && Known)
    Known->apply(Found, looker(Found, Sources));
}

Error Judgement::writeBaseline(Report &Found, const SourceSet *Sources) const {
  if (Wanted.NewBaselineFile.empty())
    return Error::success();
  if (Error Failed = Baseline::write(Found, Wanted.NewBaselineFile))
    return Failed;
  Expected<Baseline> Written = Baseline::load(Wanted.NewBaselineFile);
  if (!Written)
    return Written.takeError();
  Written->apply(Found, looker(Found, Sources));
  return Error::success();
}

std::function<bool(const Baseline::Entry &)>
Judgement::looker(const Report &Found, const SourceSet *Sources) const {
  std::vector<std::string> Selected = cantFail(
      selectChecks(Wanted.Checks.empty() ? "dlpack-*" : Wanted.Checks));
  StringSet<> Unsure, Scanned;
  for (const NotAnalysed &Each : Found.Missed)
    Unsure.insert(Each.File);
  if (Sources)
    for (const Source &Each : Sources->Files)
      Scanned.insert(Each.Path);
  int Level = Wanted.Level.value_or(1);
  return [=](const Baseline::Entry &Each) {
    bool WasThere = !Sources || Scanned.contains(Each.File) ||
                    (Sources->owns(Each.File) && !sys::fs::exists(Each.File));
    return WasThere && Each.Level <= Level && !Unsure.contains(Each.File) &&
           is_contained(Selected, Each.Check);
  };
}

} // namespace dlpack_tidy::driver
