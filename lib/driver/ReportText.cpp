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

} // namespace

void writeText(const Report &Found, llvm::raw_ostream &Out) {
  for (const Finding &Each : Found.Findings)
    writeFinding(Each, Out);
  Out << counted(Found.Findings.size(), "finding") << " in "
      << counted(Found.Stats.Files, "file") << " (" << Found.Stats.Analysed
      << " analysed, " << Found.Stats.Skipped << " without DLPack";
  if (!Found.Missed.empty())
    Out << ", " << Found.Missed.size() << " not analysed";
  Out << ")";
  if (size_t Safe = fixable(Found, true))
    Out << "; --fix corrects " << Safe;
  if (size_t Unsafe = fixable(Found, false))
    Out << "; --unsafe-fixes corrects " << Unsafe << " more";
  Out << "\n";
}

} // namespace dlpack_tidy::driver
