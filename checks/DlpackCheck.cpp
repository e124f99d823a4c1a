//===--- DlpackCheck.cpp - what the checks have in common -----------------===//

#include "checks/DlpackCheck.h"

#include "model/ClangSpan.h"
#include "model/ReadableName.h"

#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace dlpack_tidy::checks {

using model::beginOf;
using model::rangeOf;
using model::readableName;

namespace {

thread_local FindingObserver OnFinding;
thread_local BailoutObserver OnBailout;

} // namespace

void setFindingObserver(FindingObserver Observer) {
  OnFinding = std::move(Observer);
}

void setBailoutObserver(BailoutObserver Observer) {
  OnBailout = std::move(Observer);
}

DlpackCheck::DlpackCheck(StringRef Name, tidy::ClangTidyContext *Context)
    : ClangTidyCheck(Name, Context), Name(Name.str()),
      Includes(Options.getLocalOrGlobal("IncludeStyle",
                                        tidy::utils::IncludeSorter::IS_LLVM),
               areDiagsSelfContained()),
      Level(Options.getLocalOrGlobal("Level", 1)) {}

void DlpackCheck::registerPPCallbacks(const SourceManager &SM, Preprocessor *PP,
                                      Preprocessor *) {
  Includes.registerPreprocessor(PP);
}

void DlpackCheck::registerMatchers(ast_matchers::MatchFinder *Finder) {
  Finder->addMatcher(ast_matchers::translationUnitDecl(), this);
}

void DlpackCheck::check(const ast_matchers::MatchFinder::MatchResult &Result) {
  Sources = Result.SourceManager;
  Language = &Result.Context->getLangOpts();
  Unit = flow::analysisOf(*Result.Context);
  examine(*Unit);
  Embedded = embeddedPythonOf(*Unit);
  for (const fixes::Finding &Each : Embedded->findings(Name, exportOptions()))
    report(Each);
  if (OnBailout)
    for (const flow::Bailout &Each : Unit->bailouts())
      OnBailout({Sources
                     ->getFilename(
                         Sources->getExpansionLoc(Each.Function->getLocation()))
                     .str(),
                 readableName(Each.Function), Each.Reason});
}

void DlpackCheck::storeOptions(tidy::ClangTidyOptions::OptionMap &Opts) {
  Options.store(Opts, "Level", Level);
  Options.store(Opts, "IncludeStyle", Includes.getStyle());
}

/// No edit may reach into a macro's expansion or into another file than the one
/// the finding stands in: the other users of that text were not asked.
bool DlpackCheck::canFix(const fixes::Fix &Wanted, FileID File) const {
  for (const fixes::Edit &Each : Wanted.Edits) {
    CharSourceRange Range =
        Lexer::makeFileCharRange(rangeOf(Each.Range), *Sources, *Language);
    if (Range.isInvalid() || Range.getBegin().isMacroID() ||
        beginOf(Each.Range).isMacroID() ||
        SourceLocation::getFromRawEncoding(Each.Range.End).isMacroID() ||
        Sources->getFileID(Range.getBegin()) != File)
      return false;
  }
  return !Wanted.Edits.empty();
}

void DlpackCheck::attachFix(const fixes::Fix &Wanted,
                            DiagnosticBuilder &Diagnostic, FileID File) {
  for (const fixes::Edit &Each : Wanted.Edits)
    Diagnostic << FixItHint::CreateReplacement(
        Lexer::makeFileCharRange(rangeOf(Each.Range), *Sources, *Language),
        Each.Text);
  for (const std::string &Header : Wanted.Includes)
    Diagnostic << Includes.createIncludeInsertion(File, Header);
}

/// The innermost function around \p At; empty at file scope.
std::string DlpackCheck::enclosingFunction(SourceLocation At) const {
  const FunctionDecl *Innermost = nullptr;
  for (const FunctionDecl *Each : Unit->functions()) {
    SourceRange Range =
        Sources->getExpansionRange(Each->getSourceRange()).getAsRange();
    if (Sources->isPointWithin(At, Range.getBegin(), Range.getEnd()) &&
        (!Innermost || !Sources->isBeforeInTranslationUnit(
                           Range.getBegin(),
                           Sources->getExpansionLoc(Innermost->getBeginLoc()))))
      Innermost = Each;
  }
  return Innermost ? readableName(Innermost) : std::string();
}

void DlpackCheck::report(const fixes::Finding &Found) {
  SourceLocation At = beginOf(Found.At);
  if (At.isInvalid())
    return;
  FileID File = Sources->getFileID(Sources->getExpansionLoc(At));

  fixes::Finding Applicable = Found;
  llvm::erase_if(Applicable.Fixes,
                 [&](const fixes::Fix &Each) { return !canFix(Each, File); });
  if (OnFinding) {
    Applicable.Function = enclosingFunction(Sources->getExpansionLoc(At));
    OnFinding(Name, Applicable, *Sources);
  }
  if (Found.Level > Level)
    return;
  // Messages quote source text, where a per cent sign is no placeholder.
  {
    DiagnosticBuilder Warning = diag(At, "%0")
                                << Found.Message << rangeOf(Found.At);
    if (!Applicable.Fixes.empty() &&
        Applicable.Fixes.front().Safety == fixes::FixSafety::Safe)
      attachFix(Applicable.Fixes.front(), Warning, File);
  }
  for (const fixes::Note &Each : Found.Notes)
    if (Each.At)
      diag(beginOf(Each.At), "%0", DiagnosticIDs::Note) << Each.Message;
  // clang-tidy applies a note's fix only where no other note has one: of the
  // unsafe fixes the preferred one carries edits, the others are named.
  for (const fixes::Fix &Each : Applicable.Fixes) {
    bool IsFirst = &Each == &Applicable.Fixes.front();
    if (IsFirst && Each.Safety == fixes::FixSafety::Safe)
      continue;
    DiagnosticBuilder Note = diag(At, "%0", DiagnosticIDs::Note)
                             << (IsFirst ? "" : "or ") + Each.Description;
    if (IsFirst)
      attachFix(Each, Note, File);
  }
}

} // namespace dlpack_tidy::checks
