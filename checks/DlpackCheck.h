//===--- DlpackCheck.h - what the checks have in common -------------------===//
#ifndef DLPACK_TIDY_CHECKS_DLPACKCHECK_H
#define DLPACK_TIDY_CHECKS_DLPACKCHECK_H

#include "checks/EmbeddedPython.h"
#include "fixes/Finding.h"
#include "flow/Analysis.h"

#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/utils/IncludeInserter.h"

#include <functional>

namespace dlpack_tidy::checks {

/// Told of every finding a check makes, before its level, NOLINT and
/// clang-tidy's filters can drop it. The driver uses it to know the level and
/// the safety of each fix, which a clang-tidy diagnostic has no room for.
using FindingObserver =
    std::function<void(llvm::StringRef Check, const fixes::Finding &,
                       const clang::SourceManager &)>;
/// Sets the observer of the current thread; an empty one removes it.
void setFindingObserver(FindingObserver Observer);

/// A function that was not analysed, and why.
struct Bailout {
  std::string File;
  std::string Function;
  std::string Reason;
};

/// Told of what the analysis gave up on; the same function may come once for
/// every check.
using BailoutObserver = std::function<void(const Bailout &)>;
/// Sets the observer of the current thread; an empty one removes it.
void setBailoutObserver(BailoutObserver Observer);

/// A check looks at the analysis of one translation unit and reports findings.
/// Option `Level` (local or global, default 1): findings above it are dropped.
class DlpackCheck : public clang::tidy::ClangTidyCheck {
public:
  DlpackCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);

  void registerPPCallbacks(const clang::SourceManager &SM,
                           clang::Preprocessor *PP,
                           clang::Preprocessor *ModuleExpanderPP) final;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) final;
  void check(const clang::ast_matchers::MatchFinder::MatchResult &Result) final;
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) override;

protected:
  /// Looks at the whole translation unit once.
  virtual void examine(const flow::Analysis &Unit) = 0;

  /// The options for the Python text that the unit runs.
  virtual ExportOptions exportOptions() const { return {}; }

  void report(const fixes::Finding &Found);

private:
  void attachFix(const fixes::Fix &Wanted, clang::DiagnosticBuilder &Diagnostic,
                 clang::FileID File);
  bool canFix(const fixes::Fix &Wanted, clang::FileID File) const;
  std::string enclosingFunction(clang::SourceLocation At) const;

  const std::string Name;
  const clang::SourceManager *Sources = nullptr;
  const clang::LangOptions *Language = nullptr;
  clang::tidy::utils::IncludeInserter Includes;
  const int Level;
  /// Keeps the analysis alive as long as any check of this unit lives.
  std::shared_ptr<flow::Analysis> Unit;
  std::shared_ptr<const EmbeddedPython> Embedded;
};

} // namespace dlpack_tidy::checks

#endif // DLPACK_TIDY_CHECKS_DLPACKCHECK_H
