//===--- Unit.cpp - one translation unit, parsed and checked --------------===//

#include "driver/Unit.h"

#include "compat/Tidy.h"
#include "driver/Fallback.h"
#include "driver/Observed.h"
#include "driver/OpenWorld.h"
#include "driver/PythonUnit.h"
#include "driver/Sources.h"
#include "driver/Toolchain.h"

#include "clang-tidy/ClangTidyModule.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang;
using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

/// Skips headers that are not there: one missing header would otherwise end the
/// parse before it has begun.
class MissingHeaders : public PPCallbacks {
public:
  explicit MissingHeaders(StringSet<> &Names) : Names(Names) {}
  bool FileNotFound(StringRef Name) override {
    Names.insert(Name);
    return true;
  }

private:
  StringSet<> &Names;
};

class CheckAction : public ASTFrontendAction {
public:
  CheckAction(tidy::ClangTidyASTConsumerFactory &Checks, StringSet<> &Missing,
              bool Open)
      : Checks(Checks), Missing(Missing), Open(Open) {}

  bool BeginSourceFileAction(CompilerInstance &Compiler) override {
    Compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<MissingHeaders>(Missing));
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef File) override {
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    if (Open && Compiler.getLangOpts().CPlusPlus)
      Consumers.push_back(makeOpenWorld());
    Consumers.push_back(Checks.createASTConsumer(Compiler, File));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }

private:
  tidy::ClangTidyASTConsumerFactory &Checks;
  StringSet<> &Missing;
  const bool Open;
};

class CheckActionFactory : public tooling::FrontendActionFactory {
public:
  CheckActionFactory(tidy::ClangTidyASTConsumerFactory &Checks,
                     StringSet<> &Missing, bool Open)
      : Checks(Checks), Missing(Missing), Open(Open) {}

  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<CheckAction>(Checks, Missing, Open);
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
  StringSet<> &Missing;
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

/// The reason why a file was not, or not wholly, parsed; empty if it was.
std::string whyIncomplete(ArrayRef<tidy::ClangTidyError> Errors,
                          const StringSet<> &Missing) {
  std::string Reason;
  raw_string_ostream Out(Reason);
  SmallVector<StringRef> Names;
  for (const auto &Each : Missing)
    Names.push_back(Each.getKey());
  llvm::sort(Names);
  for (StringRef Name : Names) {
    Out << (Reason.empty() ? "" : "; ") << "header '" << Name << "' not found";
    if (std::string Advice = adviceForMissing(Name); !Advice.empty())
      Out << ": " << Advice;
  }
  const tidy::ClangTidyError *First = nullptr;
  unsigned Count = 0;
  for (const tidy::ClangTidyError &Each : Errors)
    if (Each.DiagLevel == tidy::ClangTidyError::Error &&
        StringRef(Each.DiagnosticName).starts_with("clang-diagnostic")) {
      First = First ? First : &Each;
      ++Count;
    }
  if (First) {
    Out << (Reason.empty() ? "" : "; ")
        << "does not parse: " << First->Message.Message;
    if (Count > 1)
      Out << " (and " << Count - 1 << " more errors)";
  }
  return Reason;
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
  StringSet<> Missing;
  tidy::ClangTidyASTConsumerFactory Checks(Context, Files);
  CheckActionFactory Factory(Checks, Missing, Unit.Macros.has_value());
  tooling::ToolInvocation Invocation(
      withConfiguredFlags(Unit.Arguments, Context.getOptionsForFile(Unit.File)),
      &Factory, Manager.get(), std::make_shared<PCHContainerOperations>());
  Invocation.setDiagnosticConsumer(&Consumer);
  Invocation.run();

  std::vector<tidy::ClangTidyError> Errors = Consumer.take();
  UnitResult Result;
  Result.Findings = Heard.keptBy(Errors);
  Result.Missed = Heard.bailouts();
  if (std::string Reason = whyIncomplete(Errors, Missing); !Reason.empty())
    Result.Missed.push_back({Unit.File, "", std::move(Reason)});
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
