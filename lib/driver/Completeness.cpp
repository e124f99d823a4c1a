//===--- Completeness.cpp - how much of a file could be parsed ------------===//

#include "driver/Completeness.h"

#include "driver/Fallback.h"
#include "driver/FunctionBodies.h"
#include "driver/Glance.h"
#include "driver/Observed.h"
#include "driver/Toolchain.h"
#include "model/ReadableName.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>

using namespace clang;
using namespace llvm;

namespace dlpack_tidy::driver {

class Completeness::Callbacks : public PPCallbacks {
public:
  Callbacks(Completeness &Into, const SourceManager &Sources)
      : Into(Into), Sources(Sources) {}
  void FileChanged(SourceLocation At, FileChangeReason Why,
                   SrcMgr::CharacteristicKind, FileID) override {
    if (Why == EnterFile)
      if (std::string Header = standInFor(Sources.getFilename(At));
          !Header.empty())
        Into.StandIns.insert(Header);
  }
  /// Skips the header: the error would otherwise end the parse before it has
  /// begun.
  bool FileNotFound(StringRef Name) override {
    Into.Missing.insert(Name);
    return true;
  }

private:
  Completeness &Into;
  const SourceManager &Sources;
};

class Completeness::Collector : public FunctionBodies<Collector> {
public:
  Collector(Completeness &Into, const SourceManager &Sources)
      : Into(Into), Sources(Sources) {}

  void add(const FunctionDecl *Function, SourceRange Written) {
    CharSourceRange Range = Sources.getExpansionRange(Written);
    auto [File, Begin] = Sources.getDecomposedLoc(Range.getBegin());
    auto [EndFile, End] = Sources.getDecomposedLoc(Range.getEnd());
    if (File != EndFile || Sources.isInSystemHeader(Range.getBegin()))
      return;
    StringRef Text = Sources.getBufferData(File).slice(Begin, End);
    Into.Functions.push_back(
        {canonicalPath(Sources.getFilename(Range.getBegin()), Into.Folder),
         Begin, End, model::readableName(Function), mentions(File, Text)});
  }

private:
  /// Words that are met elsewhere too count where the file names DLPack.
  bool mentions(FileID File, StringRef Text) {
    Glance Seen = glanceAt(Text);
    if (Seen.NamesDLPack || !Seen.MentionsDLPack)
      return Seen.NamesDLPack;
    auto [Known, New] = Names.try_emplace(File, false);
    if (New)
      Known->second = glanceAt(Sources.getBufferData(File)).NamesDLPack;
    return Known->second;
  }

  Completeness &Into;
  const SourceManager &Sources;
  llvm::DenseMap<FileID, bool> Names;
};

class Completeness::Consumer : public ASTConsumer {
public:
  explicit Consumer(Completeness &Into) : Into(Into) {}
  void HandleTranslationUnit(ASTContext &Context) override {
    Into.Parsed = parsedFunctions(Context);
    for (ParsedFunction &Each : Into.Parsed)
      Each.File = canonicalPath(Each.File, Into.Folder);
    if (Context.getDiagnostics().hasErrorOccurred())
      Collector(Into, Context.getSourceManager()).TraverseAST(Context);
  }

private:
  Completeness &Into;
};

std::unique_ptr<PPCallbacks>
Completeness::makeCallbacks(const SourceManager &Sources) {
  return std::make_unique<Callbacks>(*this, Sources);
}

std::unique_ptr<ASTConsumer> Completeness::makeConsumer() {
  return std::make_unique<Consumer>(*this);
}

/// The open world's declarations arrive as corrections of a name to itself.
static bool isOwnCorrection(StringRef Message) {
  auto [Front, Suggestion] = Message.rsplit("; did you mean '");
  return Suggestion.consume_back("'?") &&
         Front.contains(("'" + Suggestion + "'").str());
}

static bool isParseError(const tidy::ClangTidyError &Each) {
  return Each.DiagLevel == tidy::ClangTidyError::Error &&
         StringRef(Each.DiagnosticName).starts_with("clang-diagnostic") &&
         !isOwnCorrection(Each.Message.Message);
}

std::vector<std::string> Completeness::missingHeaders() const {
  std::vector<std::string> Names;
  for (const auto &Each : Missing)
    Names.push_back(Each.getKey().str());
  llvm::sort(Names);
  return Names;
}

const Completeness::Function *Completeness::innermost(StringRef Path,
                                                      unsigned Offset) const {
  const Function *Found = nullptr;
  for (const Function &Each : Functions)
    if (Each.Begin <= Offset && Offset <= Each.End && Each.File == Path &&
        (!Found || Each.Begin >= Found->Begin))
      Found = &Each;
  return Found;
}

bool Completeness::fileNamesDLPack(StringRef Path) const {
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer && glanceAt((*Buffer)->getBuffer()).NamesDLPack;
}

std::vector<NotAnalysed>
Completeness::missed(ArrayRef<tidy::ClangTidyError> Errors) const {
  std::vector<std::string> Headers = missingHeaders();
  std::vector<NotAnalysed> Missed;
  for (const std::string &Each : Headers)
    if (std::string Advice = adviceForMissing(Each); !Advice.empty())
      Missed.push_back({File, "", Advice + ": '" + Each + "' not found"});

  // The first error of each function, or of each file outside of any.
  std::map<std::pair<std::string, std::string>, std::string> FirstErrors;
  for (const tidy::ClangTidyError &Each : Errors) {
    if (!isParseError(Each))
      continue;
    // Errors of the command line have no place.
    std::string Path = Each.Message.FilePath.empty()
                           ? File
                           : canonicalPath(Each.Message.FilePath, Folder);
    if (isFallback(Path))
      continue;
    const Function *Around = innermost(Path, Each.Message.FileOffset);
    if (Around ? Around->Mentions : fileNamesDLPack(Path))
      FirstErrors.try_emplace({Path, Around ? Around->Name : ""},
                              Each.Message.Message);
  }
  bool Explained = !Missed.empty();
  for (const auto &[Place, Error] : FirstErrors) {
    // A library that is not installed explains what is wrong with the file.
    if (Explained && Place == std::make_pair(File, std::string()))
      continue;
    std::string Reason = "does not parse: " + Error;
    if (!Headers.empty())
      Reason += "; headers not found: " + join(Headers, ", ");
    Missed.push_back({Place.first, Place.second, std::move(Reason)});
  }
  return Missed;
}

} // namespace dlpack_tidy::driver
