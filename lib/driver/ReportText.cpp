//===--- ReportText.cpp - the report for people ---------------------------===//

#include "driver/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace dlpack_tidy::driver {
namespace {

std::string counted(size_t Number, llvm::StringRef Thing) {
  return std::to_string(Number) + " " + Thing.str() + (Number == 1 ? "" : "s");
}

void writePlace(llvm::StringRef File, unsigned Line, unsigned Column,
                llvm::raw_ostream &Out) {
  Out << shownPath(File) << ":" << Line << ":" << Column << ": ";
}

void writeFinding(const Finding &Each, llvm::raw_ostream &Out) {
  writePlace(Each.File, Each.Line, Each.Column, Out);
  Out << "warning: " << Each.Message << " [" << Each.Check << "]\n";
  for (const Note &Other : Each.Notes) {
    writePlace(Other.File, Other.Line, Other.Column, Out);
    Out << "note: " << Other.Message << "\n";
  }
  for (const Fix &Offered : Each.Fixes) {
    writePlace(Each.File, Each.Line, Each.Column, Out);
    Out << "note: " << (Offered.Safe ? "fix: " : "unsafe fix: ")
        << Offered.Description << "\n";
  }
}

size_t fixable(const Report &Found, bool Safe) {
  return llvm::count_if(Found.Findings, [&](const Finding &Each) {
    return !Each.Fixes.empty() && Each.Fixes.front().Safe == Safe;
  });
}

/// "f, g and 3 more functions"
std::string namesOf(llvm::ArrayRef<NotAnalysed> OfOneFile) {
  constexpr size_t Shown = 4;
  std::vector<std::string> Names;
  for (const NotAnalysed &Each : OfOneFile)
    if (!Each.Function.empty())
      Names.push_back(Each.Function);
  size_t More = Names.size() > Shown ? Names.size() - Shown : 0;
  Names.resize(Names.size() - More);
  std::string Text = llvm::join(Names, ", ");
  if (More)
    Text += " and " + std::to_string(More) + " more functions";
  return Text;
}

/// The entries of the file that \p Rest starts with.
llvm::ArrayRef<NotAnalysed> firstFile(llvm::ArrayRef<NotAnalysed> Rest) {
  return Rest.take_while(
      [&](const NotAnalysed &Each) { return Each.File == Rest.front().File; });
}

size_t filesMissed(llvm::ArrayRef<NotAnalysed> Rest) {
  size_t Files = 0;
  for (; !Rest.empty(); Rest = Rest.drop_front(firstFile(Rest).size()))
    ++Files;
  return Files;
}

} // namespace

void writeMissed(const Report &Found, llvm::raw_ostream &Out) {
  llvm::ArrayRef<NotAnalysed> Rest(Found.Missed);
  while (!Rest.empty()) {
    llvm::ArrayRef<NotAnalysed> File = firstFile(Rest);
    Rest = Rest.drop_front(File.size());
    std::string Names = namesOf(File);
    // What holds for the whole file comes first, and explains the rest.
    Out << "warning: " << shownPath(File.front().File)
        << ": not fully analysed: "
        << (Names.empty() ? "" : "in " + Names + ": ") << File.front().Reason
        << "\n";
  }
}

void writeText(const Report &Found, llvm::raw_ostream &Out) {
  for (const Finding &Each : Found.Findings)
    writeFinding(Each, Out);
  Out << counted(Found.Findings.size(), "finding") << " in "
      << counted(Found.Stats.Files, "file") << " (" << Found.Stats.Analysed
      << " analysed, " << Found.Stats.Skipped << " without DLPack";
  if (!Found.Missed.empty())
    Out << ", " << filesMissed(Found.Missed) << " not fully";
  Out << ")";
  if (size_t Safe = fixable(Found, true))
    Out << "; --fix corrects " << Safe;
  if (size_t Unsafe = fixable(Found, false))
    Out << "; --unsafe-fixes corrects " << Unsafe << " more";
  Out << "\n";
}

} // namespace dlpack_tidy::driver
