//===--- Observed.cpp - what the checks said about one translation unit ---===//

#include "driver/Observed.h"

#include "checks/DlpackCheck.h"
#include "model/ClangSpan.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Format/Format.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/Inclusions/HeaderIncludes.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace llvm;
namespace path = llvm::sys::path;

namespace dlpack_tidy::driver {
namespace {

/// Turns the spans of one translation unit into what a report shows.
class Translator {
public:
  Translator(const SourceManager &Sources, StringRef Folder)
      : Sources(Sources), Folder(Folder) {}

  Finding operator()(StringRef Check, const fixes::Finding &From) const {
    Finding To;
    To.Check = Check.str();
    To.Level = From.Level;
    To.Message = From.Message;
    To.Function = From.Function;
    SourceLocation Begin = Sources.getFileLoc(model::beginOf(From.At));
    place(Begin, To.File, To.Line, To.Column);
    placeEnd(Begin, From.At, To);
    for (const fixes::Note &Each : From.Notes) {
      Note Other;
      Other.Message = Each.Message;
      place(Each.At ? Sources.getFileLoc(model::beginOf(Each.At)) : Begin,
            Other.File, Other.Line, Other.Column);
      To.Notes.push_back(std::move(Other));
    }
    for (const fixes::Fix &Each : From.Fixes)
      To.Fixes.push_back(fix(Each, Begin));
    return To;
  }

private:
  void place(SourceLocation At, std::string &File, unsigned &Line,
             unsigned &Column) const {
    File = canonicalPath(Sources.getFilename(At), Folder);
    Line = Sources.getSpellingLineNumber(At);
    Column = Sources.getSpellingColumnNumber(At);
  }

  /// Behind the last token, where that is in the file the finding starts in.
  void placeEnd(SourceLocation Begin, const model::Span &At,
                Finding &To) const {
    CharSourceRange Range = model::rangeOf(At);
    SourceLocation End = Sources.getFileLoc(Range.getEnd());
    if (Range.isTokenRange())
      End = Lexer::getLocForEndOfToken(End, 0, Sources, LangOptions());
    To.EndLine = To.Line;
    if (End.isInvalid() || Sources.getFileID(End) != Sources.getFileID(Begin) ||
        Sources.getFileOffset(End) <= Sources.getFileOffset(Begin))
      return;
    To.EndLine = Sources.getSpellingLineNumber(End);
    To.EndColumn = Sources.getSpellingColumnNumber(End);
  }

  Fix fix(const fixes::Fix &From, SourceLocation Begin) const {
    Fix To;
    To.Safe = From.Safety == fixes::FixSafety::Safe;
    To.Description = From.Description;
    for (const fixes::Edit &Each : From.Edits) {
      CharSourceRange Range = Lexer::makeFileCharRange(
          model::rangeOf(Each.Range), Sources, LangOptions());
      unsigned Start = Sources.getFileOffset(Range.getBegin());
      FileID File = Sources.getFileID(Range.getBegin());
      To.Edits.push_back(
          {canonicalPath(Sources.getFilename(Range.getBegin()), Folder), Start,
           Sources.getFileOffset(Range.getEnd()) - Start, Each.Text,
           hash_value(Sources.getBufferData(File))});
    }
    for (const std::string &Header : From.Includes)
      addInclude(Header, Sources.getFileID(Begin), To);
    return To;
  }

  /// Every fix carries all the includes it needs, so that each can be applied
  /// without the others.
  void addInclude(StringRef Header, FileID File, Fix &To) const {
    bool Angled = Header.starts_with("<");
    StringRef Name = Sources.getFilename(Sources.getLocForStartOfFile(File));
    tooling::HeaderIncludes Includes(Name, Sources.getBufferData(File),
                                     format::getLLVMStyle().IncludeStyle);
    if (std::optional<tooling::Replacement> Insertion = Includes.insert(
            Header.trim("<>\""), Angled, tooling::IncludeDirective::Include))
      To.Edits.push_back({canonicalPath(Name, Folder), Insertion->getOffset(),
                          Insertion->getLength(),
                          Insertion->getReplacementText().str(),
                          hash_value(Sources.getBufferData(File))});
  }

  const SourceManager &Sources;
  StringRef Folder;
};

} // namespace

std::string canonicalPath(StringRef Path, StringRef Folder) {
  SmallString<256> Absolute, Real;
  if (path::is_relative(Path))
    Absolute = Folder;
  path::append(Absolute, Path);
  if (!sys::fs::real_path(Absolute, Real))
    return std::string(Real);
  path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return std::string(Absolute);
}

Observed::Observed(StringRef Folder) : Folder(Folder) {
  checks::setFindingObserver([this](StringRef Check,
                                    const fixes::Finding &Found,
                                    const SourceManager &Sources) {
    SourceLocation At = Sources.getFileLoc(model::beginOf(Found.At));
    Entries.push_back({Sources.getFilename(At).str(), Sources.getFileOffset(At),
                       Translator(Sources, this->Folder)(Check, Found)});
    note(Check, model::beginOf(Found.At), Sources);
  });
  checks::setBailoutObserver([this](const checks::Bailout &Each) {
    Bailouts.push_back(
        {canonicalPath(Each.File, this->Folder), Each.Function, Each.Reason});
  });
}

Observed::~Observed() {
  checks::setFindingObserver({});
  checks::setBailoutObserver({});
}

void Observed::note(StringRef Check, SourceLocation At,
                    const SourceManager &Sources) {
  for (;; At = Sources.getImmediateExpansionRange(At).getBegin()) {
    SourceLocation Spelled = Sources.getSpellingLoc(At);
    Said.push_back({Check.str(),
                    canonicalPath(Sources.getFilename(Spelled), Folder),
                    Sources.getSpellingLineNumber(Spelled)});
    if (!At.isMacroID())
      return;
  }
}

std::vector<Finding>
Observed::keptBy(ArrayRef<tidy::ClangTidyError> Errors) const {
  std::vector<Finding> Kept;
  for (const tidy::ClangTidyError &Error : Errors)
    for (const Entry &Each : Entries)
      if (Each.Offset == Error.Message.FileOffset &&
          Each.Found.Check == Error.DiagnosticName &&
          Each.Found.Message == Error.Message.Message &&
          canonicalPath(Error.Message.FilePath, Folder) == Each.Found.File) {
        Kept.push_back(Each.Found);
        break;
      }
  return Kept;
}

} // namespace dlpack_tidy::driver
