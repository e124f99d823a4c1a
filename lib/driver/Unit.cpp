//===--- Unit.cpp - one translation unit, parsed and checked --------------===//

#include "driver/Unit.h"

#include "compat/Tidy.h"
#include "driver/CheckSettings.h"
#include "driver/Completeness.h"
#include "driver/Fallback.h"
#include "driver/ForeignFlags.h"
#include "driver/Inventory.h"
#include "driver/Observed.h"
#include "driver/OpenWorld.h"
#include "driver/OrdinaryFiles.h"
#include "driver/PythonUnit.h"
#include "driver/ReadComments.h"
#include "driver/Sources.h"
#include "driver/StaleNolint.h"

#include "clang-tidy/ClangTidyModule.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang;
using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

/// What looks at a translation unit while it is parsed, and after.
struct Watchers {
  tidy::ClangTidyASTConsumerFactory &Checks;
  Completeness &Parse;
  ReadComments &Comments;
  /// Null where nobody wants to know.
  Inventory *Exchanges;
  /// Unknown names are declared on the spot.
  const bool Open;
};

class CheckAction : public ASTFrontendAction {
public:
  explicit CheckAction(const Watchers &Watch) : Watch(Watch) {}

  bool BeginSourceFileAction(CompilerInstance &Compiler) override {
    Compiler.getPreprocessor().addPPCallbacks(
        Watch.Parse.makeCallbacks(Compiler.getSourceManager()));
    Compiler.getPreprocessor().addCommentHandler(&Watch.Comments);
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef File) override {
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    if (Watch.Open && Compiler.getLangOpts().CPlusPlus)
      Consumers.push_back(makeOpenWorld());
    Consumers.push_back(Watch.Parse.makeConsumer());
    Consumers.push_back(Watch.Checks.createASTConsumer(Compiler, File));
    // Behind the checks, whose analysis it shares.
    if (Watch.Exchanges)
      Consumers.push_back(Watch.Exchanges->makeConsumer());
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }

private:
  const Watchers &Watch;
};

class CheckActionFactory : public tooling::FrontendActionFactory {
public:
  explicit CheckActionFactory(const Watchers &Watch) : Watch(Watch) {}

  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<CheckAction>(Watch);
  }
  bool runInvocation(std::shared_ptr<CompilerInvocation> Invocation,
                     FileManager *Files,
                     std::shared_ptr<PCHContainerOperations> Containers,
                     DiagnosticConsumer *Consumer) override {
    // clang-tidy defines __clang_analyzer__ too.
    Invocation->getPreprocessorOpts().SetUpStaticAnalyzer = true;
    return FrontendActionFactory::runInvocation(
        std::move(Invocation), Files, std::move(Containers), Consumer);
  }

private:
  const Watchers &Watch;
};

/// What .clang-tidy adds to every command. The file may be a stranger's: its
/// flags are cleared like those of a database.
std::vector<std::string>
withConfiguredFlags(std::vector<std::string> Arguments, StringRef Folder,
                    const tidy::ClangTidyOptions &Set) {
  auto Cleared = [&](const tidy::ClangTidyOptions::ArgList &Flags) {
    std::vector<std::string> Command = {"clang++"};
    append_range(Command, Flags);
    return flagsForClang(Command, Folder).Kept;
  };
  if (Set.ExtraArgsBefore) {
    std::vector<std::string> First = Cleared(*Set.ExtraArgsBefore);
    Arguments.insert(Arguments.begin() + 1, First.begin(), First.end());
  }
  if (Set.ExtraArgs)
    append_range(Arguments, Cleared(*Set.ExtraArgs));
  return Arguments;
}

/// A comment is of no use only where everything was there to be seen.
void withholdUnsure(UnitResult &Of, const UnitCommand &Unit,
                    bool LacksHeaders) {
  for (Suppression &Each : Of.Suppressions)
    Each.Judged &= !LacksHeaders && !Unit.Macros;
  for (const NotAnalysed &Each : Of.Missed) {
    withhold(Of.Suppressions, Each.File);
    withhold(Of.Suppressions, Unit.File);
  }
}

UnitResult run(const UnitCommand &Unit,
               std::unique_ptr<tidy::ClangTidyOptionsProvider> Options,
               bool ListExchanges) {
  if (std::string Why = whyNotRead(Unit.File); !Why.empty()) {
    UnitResult Result;
    Result.Analysed = false;
    Result.Missed.push_back({Unit.File, "", Why});
    return Result;
  }
  if (languageOf(Unit.File) == Language::Python)
    return analysePython(Unit.File, Options->getOptions(Unit.File));
  // A file system of its own: the working folder of the process is shared by
  // all threads.
  auto Files = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(ordinaryFiles());
  if (Unit.Macros)
    Files->pushOverlay(fallbackFiles(*Unit.Macros));
  Files->setCurrentWorkingDirectory(Unit.Folder);
  auto Manager = makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), Files);

  tidy::ClangTidyContext Context(std::move(Options));
  tidy::ClangTidyDiagnosticConsumer Consumer(Context);
  std::unique_ptr<DiagnosticsEngine> Engine =
      compat::makeDiagnosticsEngine(Context, Consumer);
  Context.setCurrentBuildDirectory(Unit.Folder);

  Observed Heard(Unit.Folder);
  Completeness Parse(Unit.File, Unit.Folder);
  // Without the file system: given it, LLVM 16 reads C++20 a second time with a
  // preprocessor that knows no builtins, to see into modules we do not have.
  tidy::ClangTidyASTConsumerFactory Checks(Context);
  ReadComments Comments(Unit.Folder);
  const tidy::ClangTidyOptions &Set = Context.getOptionsForFile(Unit.File);
  Inventory Exchanges(Unit.Folder, CheckSettings(Set).exportOptions());
  Watchers Watch{Checks, Parse, Comments, ListExchanges ? &Exchanges : nullptr,
                 Unit.Macros.has_value()};
  CheckActionFactory Factory(Watch);
  tooling::ToolInvocation Invocation(
      withConfiguredFlags(Unit.Arguments, Unit.Folder, Set), &Factory,
      Manager.get(), std::make_shared<PCHContainerOperations>());
  Invocation.setDiagnosticConsumer(&Consumer);
  Invocation.run();

  std::vector<tidy::ClangTidyError> Errors = Consumer.take();
  UnitResult Result;
  Result.Findings = Heard.keptBy(Errors);
  Result.Missed = Heard.bailouts();
  append_range(Result.Missed, Parse.missed(Errors));
  Result.Exchanges = Exchanges.places();
  for (const auto &[File, Read] : Comments.files())
    append_range(Result.Suppressions,
                 judgeSuppressions(
                     File, Read.Text,
                     [&, &Lines = Read.Lines](unsigned Line) {
                       return Lines.count(Line) != 0;
                     },
                     Heard.said(), Set));
  withholdUnsure(Result, Unit, Parse.lacksHeaders());
  Result.Functions = Parse.functions();
  for (const auto &Each : Parse.standIns())
    Result.StandIns.push_back(Each.getKey().str());
  return Result;
}

} // namespace

UnitResult analyseUnit(const UnitCommand &Unit,
                       std::unique_ptr<tidy::ClangTidyOptionsProvider> Options,
                       bool ListExchanges) {
  constexpr unsigned StackSize = 64 << 20;
  UnitResult Result;
  CrashRecoveryContext Guard;
  if (!Guard.RunSafelyOnThread(
          [&] { Result = run(Unit, std::move(Options), ListExchanges); },
          StackSize)) {
    Result = {};
    Result.Analysed = false;
    Result.Missed.push_back({Unit.File, "", "the analysis crashed"});
  }
  return Result;
}

} // namespace dlpack_tidy::driver
