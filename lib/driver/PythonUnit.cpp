//===--- PythonUnit.cpp - one Python file, read and checked ---------------===//

#include "driver/PythonUnit.h"

#include "checks/PythonRules.h"
#include "driver/CheckSettings.h"
#include "driver/Inventory.h"
#include "driver/StaleNolint.h"
#include "python/Cython.h"
#include "python/SourceText.h"
#include "python/Suppression.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;
using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

/// Lines and columns of offsets, both from 1, columns in bytes.
class Places {
public:
  explicit Places(StringRef Text)
      : Mark(Text.starts_with("\xEF\xBB\xBF") ? 3 : 0), Hash(hash_value(Text)) {
    Starts.push_back(0);
    for (size_t At = Text.find('\n'); At != StringRef::npos;
         At = Text.find('\n', At + 1))
      Starts.push_back(static_cast<uint32_t>(At + 1));
  }
  unsigned line(uint32_t Offset) const {
    auto After = std::upper_bound(Starts.begin(), Starts.end(), Offset);
    return static_cast<unsigned>(After - Starts.begin());
  }
  unsigned column(uint32_t Offset) const {
    unsigned Line = line(Offset);
    return Offset - Starts[Line - 1] + 1 -
           (Line == 1 ? std::min(Mark, Offset) : 0);
  }
  /// Of the whole text; see Edit::FileHash.
  size_t hash() const { return Hash; }

private:
  std::vector<uint32_t> Starts;
  /// Bytes of the mark in front of UTF-8 text, which no editor counts.
  const unsigned Mark;
  const size_t Hash;
};

Finding shown(const checks::PythonFinding &From, StringRef Path,
              const Places &At) {
  Finding To;
  To.Check = From.Check;
  To.Level = From.Found.Level;
  To.Message = From.Found.Message;
  To.File = Path.str();
  To.Function = From.Function;
  To.Line = At.line(From.Found.At.Begin);
  To.Column = At.column(From.Found.At.Begin);
  To.EndLine = At.line(From.Found.At.End);
  To.EndColumn = At.column(From.Found.At.End);
  for (const fixes::Note &Each : From.Found.Notes)
    To.Notes.push_back({Each.Message, Path.str(), At.line(Each.At.Begin),
                        At.column(Each.At.Begin)});
  for (const fixes::Fix &Each : From.Found.Fixes) {
    Fix Made;
    Made.Safe = Each.Safety == fixes::FixSafety::Safe;
    Made.Description = Each.Description;
    for (const fixes::Edit &One : Each.Edits)
      Made.Edits.push_back({Path.str(), One.Range.Begin,
                            One.Range.End - One.Range.Begin, One.Text,
                            At.hash()});
    To.Fixes.push_back(std::move(Made));
  }
  return To;
}

} // namespace

bool mayHaveFindings(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  return !Buffer || python::mentionsExchange((*Buffer)->getBuffer());
}

UnitResult analysePython(StringRef Path,
                         const tidy::ClangTidyOptions &Options) {
  UnitResult Result;
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer) {
    Result.Analysed = false;
    Result.Missed.push_back({Path.str(), "", Buffer.getError().message()});
    return Result;
  }
  StringRef Text = (*Buffer)->getBuffer();
  // Offsets in the masked text are those of the file.
  std::string Masked;
  if (Path.ends_with(".pyx"))
    Masked = python::maskCython(Text);
  std::string_view Read = Masked.empty() ? std::string_view(Text) : Masked;

  CheckSettings Settings(Options);
  checks::ExportOptions Judged = Settings.exportOptions();
  python::Options Wanted;
  Wanted.GuardFunctions = Judged.GuardFunctions;
  python::Analysis Found = python::analyse(Read, Wanted);
  python::PythonSourceText Source(Text, Found);
  python::Suppressions Silent(Text);
  Places At(Text);
  std::vector<SpokenOf> Said;
  for (const checks::PythonFinding &Each :
       checks::judge(Found, Judged, Source)) {
    unsigned Line = At.line(Each.Found.At.Begin);
    Said.push_back({Each.Check, Path.str(), Line});
    if (Settings.isEnabled(Each.Check) &&
        Each.Found.Level <= Settings.level(Each.Check) &&
        !Silent.covers(Line, Each.Check))
      Result.Findings.push_back(shown(Each, Path, At));
  }
  Result.Suppressions = judgeSuppressions(
      Path, Text, [](unsigned) { return true; }, Said, Options);
  Result.Exchanges = exchangesOf(Found, Judged);
  for (ExchangePlace &Each : Result.Exchanges) {
    Each.File = Path.str();
    Each.Column = At.column(Each.Line);
    Each.Line = At.line(Each.Line);
  }
  for (const python::Unanalysed &Each : Found.NotAnalysed)
    Result.Missed.push_back(
        {Path.str(), Each.Function,
         "line " + utostr(At.line(Each.Begin)) + ": " + Each.Reason});
  if (!Result.Missed.empty())
    withhold(Result.Suppressions, Path);
  return Result;
}

} // namespace dlpack_tidy::driver
