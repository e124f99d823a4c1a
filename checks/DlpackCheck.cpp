//===--- DlpackCheck.cpp - what the checks have in common -----------------===//

#include "checks/DlpackCheck.h"

#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace dlpack_tidy::checks {
namespace {

thread_local FindingObserver Observer;

CharSourceRange rangeOf(const model::Span &At) {
  SourceRange Range(SourceLocation::getFromRawEncoding(At.Begin),
                    SourceLocation::getFromRawEncoding(At.End));
  return At.TokenRange ? CharSourceRange::getTokenRange(Range)
                       : CharSourceRange::getCharRange(Range);
}

SourceLocation beginOf(const model::Span &At) {
  return SourceLocation::getFromRawEncoding(At.Begin);
}

} // namespace

void setFindingObserver(FindingObserver New) { Observer = std::move(New); }

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

void DlpackCheck::report(const fixes::Finding &Found) {
  if (Found.Level > Level)
    return;
  SourceLocation At = beginOf(Found.At);
  if (At.isInvalid())
    return;
  FileID File = Sources->getFileID(Sources->getExpansionLoc(At));

  fixes::Finding Applicable = Found;
  llvm::erase_if(Applicable.Fixes,
                 [&](const fixes::Fix &Each) { return !canFix(Each, File); });
  if (Observer)
    Observer(Name, Applicable, *Sources);
  {
    DiagnosticBuilder Warning = diag(At, Found.Message) << rangeOf(Found.At);
    if (!Applicable.Fixes.empty() &&
        Applicable.Fixes.front().Safety == fixes::FixSafety::Safe)
      attachFix(Applicable.Fixes.front(), Warning, File);
  }
  for (const fixes::Note &Each : Found.Notes)
    if (Each.At)
      diag(beginOf(Each.At), Each.Message, DiagnosticIDs::Note);
  for (const fixes::Fix &Each : Applicable.Fixes)
    if (&Each != &Applicable.Fixes.front() ||
        Each.Safety == fixes::FixSafety::Unsafe) {
      DiagnosticBuilder Note = diag(At, Each.Description, DiagnosticIDs::Note);
      attachFix(Each, Note, File);
    }
}

} // namespace dlpack_tidy::checks
