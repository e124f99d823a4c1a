//===--- Report.cpp - what a scan found, as it is shown -------------------===//

#include "driver/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

namespace path = llvm::sys::path;

namespace dlpack_tidy::driver {
namespace {

/// Takes over the fixes that another unit offers for the same finding. Where
/// the units prefer different ones, neither is sure to be right for both.
void addFixes(Finding &To, const Finding &From) {
  auto Same = [](const Fix &L, const Fix &R) { return L.Edits == R.Edits; };
  bool Agree = To.Fixes.empty() == From.Fixes.empty() &&
               (To.Fixes.empty() || Same(To.Fixes.front(), From.Fixes.front()));
  for (const Fix &Each : From.Fixes)
    if (llvm::none_of(To.Fixes,
                      [&](const Fix &Known) { return Same(Known, Each); }))
      To.Fixes.push_back(Each);
  if (!Agree)
    for (Fix &Each : To.Fixes)
      Each.Safe = false;
}
void addFixes(NotAnalysed &, const NotAnalysed &) {}

/// All that two findings with one key can differ in: which of them comes first
/// must not depend on who was asked first.
std::string detailsOf(const Finding &Each) {
  std::string Details;
  llvm::raw_string_ostream Out(Details);
  Out << Each.Function << '\n' << Each.EndLine << ':' << Each.EndColumn;
  for (const Note &Other : Each.Notes)
    Out << '\n' << Other.File << ':' << Other.Line << ':' << Other.Message;
  for (const Fix &Offered : Each.Fixes) {
    Out << '\n' << Offered.Safe << Offered.Description;
    for (const Edit &One : Offered.Edits)
      Out << '\n' << One.Offset << '+' << One.Length << One.Text;
  }
  return Out.str();
}
std::string detailsOf(const NotAnalysed &) { return {}; }

template <typename Entry> void sortAndUnite(std::vector<Entry> &Entries) {
  llvm::sort(Entries, [](const Entry &L, const Entry &R) {
    return L.key() != R.key() ? L.key() < R.key() : detailsOf(L) < detailsOf(R);
  });
  std::vector<Entry> United;
  for (Entry &Each : Entries)
    if (!United.empty() && United.back().key() == Each.key())
      addFixes(United.back(), Each);
    else
      United.push_back(std::move(Each));
  Entries = std::move(United);
}

} // namespace

/// What silenced something in one unit is of use; what one unit could not judge
/// is not judged.
static void uniteSuppressions(std::vector<Suppression> &All) {
  std::map<decltype(All.front().key()), Suppression> United;
  for (const Suppression &Each : All) {
    Suppression &Kept = United.try_emplace(Each.key(), Each).first->second;
    Kept.Used |= Each.Used;
    Kept.Judged &= Each.Judged;
  }
  std::vector<Suppression> Sorted;
  for (auto &Entry : United)
    Sorted.push_back(Entry.second);
  All = std::move(Sorted);
}

/// What one unit could not see guarded, another may have.
static void uniteExchanges(std::vector<ExchangePlace> &All) {
  llvm::sort(All, [](const ExchangePlace &L, const ExchangePlace &R) {
    return std::tuple_cat(L.key(), std::make_tuple(!L.Guarded, L.Function)) <
           std::tuple_cat(R.key(), std::make_tuple(!R.Guarded, R.Function));
  });
  auto Same = [](const ExchangePlace &L, const ExchangePlace &R) {
    return L.key() == R.key();
  };
  All.erase(std::unique(All.begin(), All.end(), Same), All.end());
}

/// One entry for what several translation units did not understand alike,
/// though each for want of other headers.
static void uniteMissed(std::vector<NotAnalysed> &Missed) {
  sortAndUnite(Missed);
  auto Cause = [](const NotAnalysed &Each) {
    return std::make_tuple(
        llvm::StringRef(Each.File), llvm::StringRef(Each.Function),
        llvm::StringRef(Each.Reason).split("; headers not found").first);
  };
  Missed.erase(std::unique(Missed.begin(), Missed.end(),
                           [&](const NotAnalysed &L, const NotAnalysed &R) {
                             return Cause(L) == Cause(R);
                           }),
               Missed.end());
}

void Report::normalise() {
  sortAndUnite(Findings);
  uniteMissed(Missed);
  uniteExchanges(Exchanges);
  uniteSuppressions(Suppressions);
  unite(Functions);
}

/// Empty where there is none. A scan stays where it was started.
llvm::StringRef startFolder() {
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
  return relativePath(Path, startFolder());
}

std::string relativePath(llvm::StringRef Path, llvm::StringRef Folder) {
  if (Folder.empty() || !path::is_absolute(Path))
    return Path.str();
  auto Here = path::begin(Folder), HereEnd = path::end(Folder);
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
