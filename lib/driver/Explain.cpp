//===--- Explain.cpp - `dlpack-tidy list` and `explain` -------------------===//

#include "driver/Explain.h"

#include "driver/Catalogue.h"
#include "driver/CheckPages.h"
#include "driver/Failure.h"
#include "driver/Nearest.h"
#include "rules/ErrorMessages.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

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

/// Each line with two blanks before it.
void indent(StringRef Text, raw_ostream &Out) {
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Out << (Line.empty() ? "" : "  ") << Line << "\n";
  }
}

void explainCheck(const CheckEntry &Check, raw_ostream &Out) {
  if (StringRef Page = pageOf(Check.Name); !Page.empty())
    Out << Page;
  else
    Out << Check.Name << "\n\n" << Check.Summary << "\n";
}

void explainRule(const rules::ErrorRule &Rule, raw_ostream &Out) {
  StringRef Page = pageOf(Rule.Check);
  Out << "What happened: " << rules::name(Rule.Exception) << wordFor(Rule.Call)
      << ", " << releasesOf(Rule) << " (" << Rule.Id << "):\n";
  indent(Rule.Pattern, Out);
  if (StringRef Why = sectionOf(Page, "Why it fails"); !Why.empty()) {
    Out << "\nWhy:\n";
    indent(Why, Out);
  }
  Out << "\nWhat to do: " << Rule.Advice << "\n";
  if (const rules::Rule *Broken = rules::rule(Rule.Check))
    Out << "The rule behind it: " << Broken->Advice << "\n";
  StringRef Before = codeIn(sectionOf(Page, "Example"));
  StringRef After = codeIn(sectionOf(Page, "Instead"));
  if (!Before.empty() && !After.empty()) {
    Out << "\nBefore, in C++:\n";
    indent(Before, Out);
    Out << "\nAfter:\n";
    indent(After, Out);
  }
  if (findCheck(Rule.Check))
    Out << "\n'dlpack-tidy scan' finds the code that runs into this ("
        << Rule.Check << ").\nMore: " << addressOf(Rule.Check)
        << ", which 'dlpack-tidy explain " << Rule.Check << "' prints.\n";
}

/// Says what was perhaps meant.
void explainNothing(StringRef Subject, raw_ostream &Out) {
  Out << "'" << Subject.split('\n').first
      << "' is neither a check nor an error message that dlpack-tidy knows.\n";
  bool IsName = !Subject.contains(' ');
  std::vector<StringRef> Names =
      IsName ? nearestNames(Subject) : std::vector<StringRef>();
  std::vector<const rules::ErrorRule *> Messages;
  if (Names.empty())
    Messages = nearestMessages(Subject);
  if (!Names.empty() || !Messages.empty())
    Out << "\nNearest:\n";
  for (StringRef Each : Names)
    Out << "  dlpack-tidy explain " << Each << "\n";
  for (const rules::ErrorRule *Each : Messages) {
    Out << "  dlpack-tidy explain " << Each->Id << "  (" << Each->Library
        << ")\n";
    indent(("  " + StringRef(Each->Pattern)).str(), Out);
  }
  if (Names.empty() && Messages.empty())
    Out << "'dlpack-tidy list' shows the checks.\n";
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
  if (const rules::ErrorRule *Rule = rules::errorRule(Name)) {
    explainRule(*Rule, Out);
    return NothingFound;
  }
  explainNothing(Name, Out);
  return NothingKnown;
}

} // namespace dlpack_tidy::driver
