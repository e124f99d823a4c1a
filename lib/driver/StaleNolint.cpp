//===--- StaleNolint.cpp - NOLINT comments that silence nothing -----------===//

#include "driver/StaleNolint.h"

#include "python/Suppression.h"

#include "clang-tidy/GlobList.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using clang::tidy::GlobList;

namespace dlpack_tidy::driver {
namespace {

int levelOf(const clang::tidy::ClangTidyOptions &Options) {
  int Level = 1;
  auto Given = Options.CheckOptions.find("Level");
  if (Given != Options.CheckOptions.end())
    (void)to_integer(Given->second.Value, Level);
  return Level;
}

/// True where all checks that the pattern names have run. One that names none
/// is a slip, which nothing can be silenced by.
bool haveRun(GlobList &Pattern, GlobList &Enabled) {
  return all_of(allChecks(), [&](const CheckEntry &Each) {
    return !Pattern.contains(Each.Name) || Enabled.contains(Each.Name);
  });
}

} // namespace

std::vector<Suppression>
judgeSuppressions(StringRef File, StringRef Text,
                  function_ref<bool(unsigned)> IsRead, ArrayRef<SpokenOf> Said,
                  const clang::tidy::ClangTidyOptions &Options) {
  GlobList Enabled(Options.Checks.value_or(""));
  if (!Enabled.contains(StaleNolint.Name) ||
      levelOf(Options) < StaleNolint.Level)
    return {};
  std::vector<Suppression> Judged;
  python::Suppressions Comments(Text);
  for (const python::Suppressions::Entry &Comment : Comments.entries()) {
    if (!IsRead(Comment.Line))
      continue;
    for (const std::string &Name : Comment.Checks) {
      if (!StringRef(Name).starts_with("dlpack"))
        continue;
      GlobList Pattern(Name);
      Suppression Made;
      Made.File = File.str();
      Made.Line = Comment.Line;
      Made.Column = Comment.Column;
      Made.Check = Name;
      Made.Judged = haveRun(Pattern, Enabled);
      // About this very report: it is of use wherever it stands.
      Made.Used =
          Name == StaleNolint.Name || any_of(Said, [&](const SpokenOf &Each) {
            return Comment.First <= Each.Line && Each.Line <= Comment.Last &&
                   Pattern.contains(Each.Check) && Each.File == File;
          });
      Judged.push_back(std::move(Made));
    }
  }
  return Judged;
}

void withhold(std::vector<Suppression> &Of, StringRef File) {
  for (Suppression &Each : Of)
    if (Each.File == File)
      Each.Judged = false;
}

std::vector<Finding> staleNolints(ArrayRef<Suppression> All) {
  auto IsSilenced = [&](const Suppression &Stale) {
    return any_of(All, [&](const Suppression &Each) {
      return Each.Check == StaleNolint.Name && Each.File == Stale.File &&
             Each.Line == Stale.Line;
    });
  };
  std::vector<Finding> Made;
  for (const Suppression &Each : All) {
    if (Each.Used || !Each.Judged || IsSilenced(Each))
      continue;
    GlobList Pattern(Each.Check);
    bool IsCheck = any_of(allChecks(), [&](const CheckEntry &Check) {
      return Pattern.contains(Check.Name);
    });
    Finding Found;
    Found.Check = StaleNolint.Name.str();
    Found.Level = StaleNolint.Level;
    Found.Message =
        IsCheck
            ? "NOLINT(" + Each.Check +
                  ") silences nothing here any more, and would hide the "
                  "next fault in this place: remove it"
            : "NOLINT(" + Each.Check +
                  ") silences nothing: no check has this name; 'dlpack-tidy "
                  "list' shows them";
    Found.File = Each.File;
    Found.Line = Found.EndLine = Each.Line;
    Found.Column = Each.Column;
    Made.push_back(std::move(Found));
  }
  return Made;
}

} // namespace dlpack_tidy::driver
