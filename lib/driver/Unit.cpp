//===--- Unit.cpp - one translation unit, parsed and checked --------------===//

#include "driver/Unit.h"

#include "compat/Tidy.h"
#include "driver/Completeness.h"
#include "driver/Fallback.h"
#include "driver/Observed.h"
#include "driver/OpenWorld.h"
#include "driver/PythonUnit.h"
#include "driver/Sources.h"

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

class CheckAction : public ASTFrontendAction {
public:
  CheckAction(tidy::ClangTidyASTConsumerFactory &Checks, Completeness &Parse,
              bool Open)
      : Checks(Checks), Parse(Parse), Open(Open) {}

  bool BeginSourceFileAction(CompilerInstance &Compiler) override {
    Compiler.getPreprocessor().addPPCallbacks(Parse.makeCallbacks());
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef File) override {
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    if (Open && Compiler.getLangOpts().CPlusPlus)
      Consumers.push_back(makeOpenWorld());
    Consumers.push_back(Parse.makeConsumer());
    Consumers.push_back(Checks.createASTConsumer(Compiler, File));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }

private:
  tidy::ClangTidyASTConsumerFactory &Checks;
  Completeness &Parse;
  const bool Open;
};

class CheckActionFactory : public tooling::FrontendActionFactory {
public:
  CheckActionFactory(tidy::ClangTidyASTConsumerFactory &Checks,
                     Completeness &Parse, bool Open)
      : Checks(Checks), Parse(Parse), Open(Open) {}

  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<CheckAction>(Checks, Parse, Open);
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
  tidy::ClangTidyASTConsumerFactory &Checks;
  Completeness &Parse;
  const bool Open;
};

std::vector<std::string>
withConfiguredFlags(std::vector<std::string> Arguments,
                    const tidy::ClangTidyOptions &Set) {
  if (Set.ExtraArgsBefore)
    Arguments.insert(Arguments.begin() + 1, Set.ExtraArgsBefore->begin(),
                     Set.ExtraArgsBefore->end());
  if (Set.ExtraArgs)
    Arguments.insert(Arguments.end(), Set.ExtraArgs->begin(),
                     Set.ExtraArgs->end());
  return Arguments;
}

UnitResult run(const UnitCommand &Unit,
               std::unique_ptr<tidy::ClangTidyOptionsProvider> Options) {
  if (languageOf(Unit.File) == Language::Python)
    return analysePython(Unit.File, Options->getOptions(Unit.File));
  // A file system of its own: the working folder of the process is shared by
  // all threads.
  auto Files = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(
      vfs::createPhysicalFileSystem());
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
  CheckActionFactory Factory(Checks, Parse, Unit.Macros.has_value());
  tooling::ToolInvocation Invocation(
      withConfiguredFlags(Unit.Arguments, Context.getOptionsForFile(Unit.File)),
      &Factory, Manager.get(), std::make_shared<PCHContainerOperations>());
  Invocation.setDiagnosticConsumer(&Consumer);
  Invocation.run();

  std::vector<tidy::ClangTidyError> Errors = Consumer.take();
  UnitResult Result;
  Result.Findings = Heard.keptBy(Errors);
  Result.Missed = Heard.bailouts();
  append_range(Result.Missed, Parse.missed(Errors));
  return Result;
}

} // namespace

UnitResult
analyseUnit(const UnitCommand &Unit,
            std::unique_ptr<tidy::ClangTidyOptionsProvider> Options) {
  constexpr unsigned StackSize = 64 << 20;
  UnitResult Result;
  CrashRecoveryContext Guard;
  if (!Guard.RunSafelyOnThread([&] { Result = run(Unit, std::move(Options)); },
                               StackSize)) {
    Result = {};
    Result.Analysed = false;
    Result.Missed.push_back({Unit.File, "", "the analysis crashed"});
  }
  return Result;
}

} // namespace dlpack_tidy::driver
