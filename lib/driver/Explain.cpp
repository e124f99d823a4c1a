//===--- Explain.cpp - `dlpack-tidy list` and `explain` -------------------===//

#include "driver/Explain.h"

#include "driver/Catalogue.h"
#include "driver/Failure.h"
#include "rules/ErrorMessages.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

/// The documentation of the checks, as it was when this was built.
constexpr struct {
  StringLiteral Check;
  StringLiteral Text;
} Pages[] = {
#include "Pages.inc"
    {"", ""}};

StringRef wordFor(BestFix Fix) {
  switch (Fix) {
  case BestFix::Safe:
    return "safe fix";
  case BestFix::Unsafe:
    return "unsafe fix";
  case BestFix::None:
    return "no fix";
  }
  llvm_unreachable("no such kind of fix");
}

StringRef wordFor(rules::ExportCall Call) {
  switch (Call) {
  case rules::ExportCall::DlpackDevice:
    return " from __dlpack_device__()";
  case rules::ExportCall::Dlpack:
    return " from __dlpack__()";
  case rules::ExportCall::FromDlpack:
    return " from from_dlpack()";
  case rules::ExportCall::Other:
    return "";
  }
  llvm_unreachable("no such call");
}

/// "of JAX", "of JAX 0.12 and newer", "of JAX from 0.4.26 to before 0.11".
std::string releasesOf(const rules::ErrorRule &Rule) {
  std::string Words = std::string("of ") + Rule.Library;
  bool First = Rule.Releases.Since == rules::Version();
  bool Last = Rule.Releases.Before == rules::Version::latest();
  if (!First && Last)
    return Words + " " + Rule.Releases.Since.str() + " and newer";
  if (!First)
    Words += " from " + Rule.Releases.Since.str();
  return Last ? Words : Words + " before " + Rule.Releases.Before.str();
}

void explainCheck(const CheckEntry &Check, raw_ostream &Out) {
  for (const auto &Page : Pages)
    if (Page.Check == Check.Name) {
      Out << Page.Text;
      return;
    }
  Out << Check.Name << "\n\n" << Check.Summary << "\n";
}

void explainRule(const rules::ErrorRule &Rule, raw_ostream &Out) {
  Out << rules::name(Rule.Exception) << wordFor(Rule.Call) << ", "
      << releasesOf(Rule) << ":\n  " << Rule.Pattern
      << "\n\nWhat to do: " << Rule.Advice << "\n";
  if (const rules::Rule *Broken = rules::rule(Rule.Check))
    Out << "The rule behind it: " << Broken->Advice << "\n";
  if (findCheck(Rule.Check))
    Out << "\n'dlpack-tidy scan' finds the code that runs into this ("
        << Rule.Check << "); 'dlpack-tidy explain " << Rule.Check
        << "' says more.\n";
}

} // namespace

void listChecks(raw_ostream &Out) {
  size_t Width = 0;
  for (const CheckEntry &Each : allChecks())
    Width = std::max(Width, Each.Name.size());
  for (const CheckEntry &Each : allChecks())
    Out << left_justify(Each.Name, Width + 2) << "level " << Each.Level << "  "
        << left_justify(wordFor(Each.Fix), 12) << Each.Summary << "\n";
}

Expected<int> explain(const Arguments &Wanted, raw_ostream &Out) {
  std::string Subject = join(Wanted.Words, " ");
  StringRef Name = StringRef(Subject).trim();
  const CheckEntry *Check = findCheck(Name);
  if (!Check)
    Check = findCheck(("dlpack-" + Name).str());
  if (Check) {
    explainCheck(*Check, Out);
    return NothingFound;
  }
  if (const rules::ErrorRule *Rule = rules::explainError(Subject)) {
    explainRule(*Rule, Out);
    return NothingFound;
  }
  return failure("'{0}' is neither a check nor an error message that "
                 "dlpack-tidy knows; 'dlpack-tidy list' shows the checks",
                 Name.split('\n').first);
}

} // namespace dlpack_tidy::driver
