//===--- ReportText.cpp - the report for people ---------------------------===//

#include "driver/ReportWriters.h"
#include "driver/Terminal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

std::string counted(size_t Number, StringRef Thing) {
  return std::to_string(Number) + " " + Thing.str() + (Number == 1 ? "" : "s");
}

class Writer {
public:
  Writer(SourceCache &Sources, bool Colour, raw_ostream &Out)
      : Sources(Sources), Colour(Colour), Out(Out) {}

  void write(ArrayRef<Finding> Findings) {
    bool Several =
        !Findings.empty() && Findings.front().File != Findings.back().File;
    while (!Findings.empty()) {
      ArrayRef<Finding> OfFile = Findings.take_while([&](const Finding &Each) {
        return Each.File == Findings.front().File;
      });
      if (Several) {
        styled(Styled::Strong) << printable(shownPath(OfFile.front().File));
        Out << ": " << counted(OfFile.size(), "finding") << "\n\n";
      }
      for (const Finding &Each : OfFile)
        write(Each);
      Findings = Findings.drop_front(OfFile.size());
    }
  }

private:
  Styled styled(Styled::Style Wanted) { return Styled(Out, Colour, Wanted); }

  void write(const Finding &Each) {
    // The numbers of all lines shown below a finding stand in one column.
    unsigned Widest = std::max(Each.Line, Each.EndLine);
    for (const Note &Other : Each.Notes)
      Widest = std::max(Widest, Other.Line);
    Margin = std::to_string(Widest).size() + 1;

    place(Each.File, Each.Line, Each.Column);
    styled(Styled::Warning) << "warning: ";
    styled(Styled::Strong) << printable(Each.Message);
    Out << " [" << Each.Check << "]\n";
    source(Each.Text, Each.Line, Each.Column, endOnFirstLine(Each), '^');
    for (const Note &Other : Each.Notes)
      write(Other, Each);
    for (const Fix &Offered : Each.Fixes)
      write(Offered, Each);
    Out << "\n";
  }

  void write(const Note &Each, const Finding &Of) {
    place(Each.File, Each.Line, Each.Column);
    styled(Styled::Remark) << "note: ";
    Out << printable(Each.Message) << "\n";
    if (Each.File != Of.File || Each.Line != Of.Line)
      source(Each.Text, Each.Line, Each.Column, 0, '^');
  }

  void write(const Fix &Offered, const Finding &Of) {
    bool Preferred = &Offered == &Of.Fixes.front();
    margin("", '=');
    styled(Styled::Remark) << (Offered.Safe ? "fix: " : "unsafe fix: ");
    Out << (Preferred ? "" : "or ") << printable(Offered.Description) << "\n";
    if (Preferred)
      for (const Hunk &Each : Sources.preview(Of, Offered)) {
        for (size_t At = 0; At < Each.Removed.size(); ++At)
          changed(Styled::Removed, '-', Each.Line + At, Each.Removed[At]);
        for (size_t At = 0; At < Each.Added.size(); ++At)
          changed(Styled::Added, '+', Each.Line + At, Each.Added[At]);
      }
  }

  void place(StringRef File, unsigned Line, unsigned Column) {
    styled(Styled::Place) << printable(shownPath(File)) << ":" << Line << ":"
                          << Column << ": ";
  }

  /// Zero where the line is not underlined to a known column.
  static unsigned endOnFirstLine(const Finding &Each) {
    return Each.EndLine == Each.Line ? Each.EndColumn : Each.Text.size() + 1;
  }

  void source(StringRef Text, unsigned Line, unsigned Column,
              unsigned EndColumn, char Mark) {
    if (Text.empty())
      return;
    ShownLine Shown = showLine(Text, Column, EndColumn);
    margin(std::to_string(Line), '|');
    Out << Shown.Text << "\n";
    margin("", '|');
    Out << std::string(Shown.Begin, ' ');
    styled(Styled::Warning)
        << std::string(1, Mark) << std::string(Shown.Width - 1, '~');
    Out << "\n";
  }

  void changed(Styled::Style Wanted, char Mark, size_t Line, StringRef Text) {
    margin(std::to_string(Line), Mark);
    styled(Wanted) << showLine(Text, 1, 0).Text;
    Out << "\n";
  }

  void margin(StringRef Number, char Mark) {
    styled(Styled::Faint) << right_justify(Number, Margin) << ' ' << Mark
                          << ' ';
  }

  SourceCache &Sources;
  const bool Colour;
  raw_ostream &Out;
  size_t Margin = 0;
};

size_t fixable(const Report &Found, bool Safe) {
  return count_if(Found.Findings, [&](const Finding &Each) {
    return !Each.Fixes.empty() && Each.Fixes.front().Safe == Safe;
  });
}

/// "f, g and 3 more functions"
std::string namesOf(ArrayRef<NotAnalysed> OfOneFile) {
  constexpr size_t Shown = 4;
  std::vector<std::string> Names;
  for (const NotAnalysed &Each : OfOneFile)
    if (!Each.Function.empty())
      Names.push_back(Each.Function);
  size_t More = Names.size() > Shown ? Names.size() - Shown : 0;
  Names.resize(Names.size() - More);
  std::string Text = join(Names, ", ");
  if (More)
    Text += " and " + std::to_string(More) + " more functions";
  return Text;
}

/// The entries of the file that \p Rest starts with.
ArrayRef<NotAnalysed> firstFile(ArrayRef<NotAnalysed> Rest) {
  return Rest.take_while(
      [&](const NotAnalysed &Each) { return Each.File == Rest.front().File; });
}

size_t filesMissed(ArrayRef<NotAnalysed> Rest) {
  size_t Files = 0;
  for (; !Rest.empty(); Rest = Rest.drop_front(firstFile(Rest).size()))
    ++Files;
  return Files;
}

} // namespace

void writeMissed(const Report &Found, raw_ostream &Out) {
  ArrayRef<NotAnalysed> Rest(Found.Missed);
  while (!Rest.empty()) {
    ArrayRef<NotAnalysed> File = firstFile(Rest);
    Rest = Rest.drop_front(File.size());
    std::string Names = namesOf(File);
    // What holds for the whole file comes first, and explains the rest.
    Out << "warning: " << printable(shownPath(File.front().File))
        << ": not fully analysed: "
        << printable((Names.empty() ? "" : "in " + Names + ": ") +
                     File.front().Reason)
        << "\n";
  }
}

void writeText(const Report &Found, SourceCache &Sources, bool Colour,
               raw_ostream &Out) {
  Writer(Sources, Colour, Out).write(Found.Findings);
  Out << counted(Found.Findings.size(), "finding") << " in "
      << counted(Found.Stats.Files, "file") << " (" << Found.Stats.Analysed
      << " analysed, " << Found.Stats.Skipped << " without DLPack";
  if (!Found.Missed.empty())
    Out << ", " << filesMissed(Found.Missed) << " not fully";
  Out << ")";
  if (size_t Recovered =
          llvm::count_if(Found.Functions, [](const ParsedFunction &Each) {
            return Each.Recovered;
          }))
    Out << "; the parse understood " << Found.Functions.size() - Recovered
        << " of " << counted(Found.Functions.size(), "function")
        << " about DLPack";
  if (Found.Baseline) {
    Out << "; the baseline hides " << Found.Baseline->Hidden;
    if (unsigned Stale = Found.Baseline->Stale)
      Out << ", " << Stale << " of its entries " << (Stale == 1 ? "is" : "are")
          << " stale";
  }
  if (size_t Safe = fixable(Found, true))
    Out << "; --fix corrects " << Safe;
  if (size_t Unsafe = fixable(Found, false))
    Out << "; --unsafe-fixes corrects " << Unsafe << " more";
  Out << "\n";
}

} // namespace dlpack_tidy::driver
