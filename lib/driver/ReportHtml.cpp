//===--- ReportHtml.cpp - the report as a page ----------------------------===//
//
// One file that needs no network and no script. Its frame and its style are in
// page/; everything that comes from a source file goes through html().
//
//===----------------------------------------------------------------------===//

#include "driver/CheckPages.h"
#include "driver/Html.h"
#include "driver/ReportWriters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

constexpr struct {
  StringLiteral Name;
  StringLiteral Text;
} PageParts[] = {
#include "Page.inc"
};

StringRef partNamed(StringRef Name) {
  for (const auto &Each : PageParts)
    if (Each.Name == Name)
      return Each.Text;
  llvm_unreachable("the page lacks a part");
}

std::string counted(size_t Number, StringRef Thing) {
  return (Twine(Number) + " " + Thing + (Number == 1 ? "" : "s")).str();
}

/// How a finding's best fix is called in classes and filters.
StringRef fixWord(const Finding &Each) {
  if (Each.Fixes.empty())
    return "none";
  return Each.Fixes.front().Safe ? "safe" : "unsafe";
}

/// A choice of which only one is taken: the findings that have its class.
struct Choice {
  std::string Class;
  std::string Label;
  size_t Findings = 0;
};

class Page {
  /// Of more nobody wants to choose one by a button.
  static constexpr size_t MostFiles = 20;

public:
  Page(const Report &Found, SourceCache &Sources, raw_ostream &Out)
      : Found(Found), Sources(Sources), Out(Out),
        Exchanges(judgeExchanges(Found)) {
    for (const Finding &Each : Found.Findings) {
      count(Checks, Each.Check, "c");
      count(Files, shownPath(Each.File), "f");
      ++FixWords[fixWord(Each)];
    }
    llvm::sort(Checks, [](const Choice &L, const Choice &R) {
      return std::make_tuple(-L.Findings, StringRef(L.Label)) <
             std::make_tuple(-R.Findings, StringRef(R.Label));
    });
  }

  /// Writes the frame, and each part where the frame names it.
  void write() {
    StringRef Rest = partNamed("page.html");
    while (!Rest.empty()) {
      auto [Text, After] = Rest.split("{{");
      Out << Text;
      if (After.empty())
        return;
      auto [Name, Next] = After.split("}}");
      writePart(Name);
      Rest = Next;
    }
  }

private:
  static void count(std::vector<Choice> &Of, StringRef Label,
                    StringRef Letter) {
    auto Known =
        find_if(Of, [&](const Choice &Each) { return Each.Label == Label; });
    if (Known == Of.end())
      Known = Of.insert(Of.end(),
                        {(Letter + Twine(Of.size())).str(), Label.str(), 0});
    ++Known->Findings;
  }
  static StringRef classOf(const std::vector<Choice> &Of, StringRef Label) {
    return find_if(Of, [&](const Choice &Each) { return Each.Label == Label; })
        ->Class;
  }

  void writePart(StringRef Name) {
    if (Name == "title")
      Out << html(folderName()) << ": " << headline() << " \u2013 dlpack-tidy";
    else if (Name == "style")
      Out << partNamed("page.css");
    else if (Name == "filter-rules")
      writeFilterRules();
    else if (Name == "headline")
      Out << headline() << " in " << html(folderName());
    else if (Name == "numbers")
      writeNumbers();
    else if (Name == "picture")
      writePicture();
    else if (Name == "filters")
      writeFilters();
    else if (Name == "findings")
      writeFindings();
    else if (Name == "not-analysed")
      writeMissed();
    else if (Name == "footer")
      Out << "Made by <a href=\"" << homeAddress() << "\">dlpack-tidy</a> "
          << programVersion() << ".";
    else
      llvm_unreachable("the page's frame names no such part");
  }

  static std::string folderName() {
    return sys::path::filename(startFolder()).str();
  }
  std::string headline() const {
    return Found.Findings.empty() ? "Nothing found"
                                  : counted(Found.Findings.size(), "finding");
  }

  void number(size_t Number, StringRef Thing, StringRef Style) {
    Out << "<li class=\"" << Style << "\"><b>" << Number << "</b> " << Thing
        << (Number == 1 ? "" : "s") << "</li>\n";
  }
  size_t exchangesIn(ExchangeState State) const {
    return count_if(Exchanges, [&](const JudgedExchange &Each) {
      return Each.State == State;
    });
  }
  void writeNumbers() {
    StringSet<> Missed;
    for (const NotAnalysed &Each : Found.Missed)
      Missed.insert(Each.File);
    number(Found.Findings.size(), "finding",
           Found.Findings.empty() ? "good" : "bad");
    number(Exchanges.size(), "exchange", "");
    size_t Guarded = exchangesIn(ExchangeState::Guarded);
    number(Guarded, "guarded exchange", Guarded ? "good" : "");
    number(Found.Stats.Files, "file", "");
    number(Found.Stats.Analysed, "analysed unit", "");
    if (!Missed.empty())
      number(Missed.size(), "incomplete file", "open");
    if (Found.Baseline)
      number(Found.Baseline->Hidden, "finding hidden by the baseline", "");
  }

  void writePicture() {
    if (Exchanges.empty()) {
      Out << "<p class=\"nothing\">No tensor changes hands in what was "
             "analysed.</p>\n";
      return;
    }
    Out << "<p class=\"lead\">Every place where the scanned code hands a "
           "tensor over, by who makes it and who takes it.</p>\n"
           "<div class=\"picture\">\n";
    drawExchanges(Exchanges, Out);
    Out << "</div>\n<ul class=\"legend\">\n";
    legend(ExchangeState::Flagged, "a finding is about it");
    legend(ExchangeState::Open,
           "nothing asks where the array lives; no check objects");
    legend(ExchangeState::Guarded, "the code asks first, or nobody has to");
    Out << "</ul>\n<details class=\"places\" id=\"places\"><summary>"
        << "All " << counted(Exchanges.size(), "place")
        << "</summary>\n<div class=\"scroll\"><table>\n<tr><th></th><th>makes "
           "it</th><th>takes it</th><th>tensor</th><th>place</th><th>in"
           "</th></tr>\n";
    for (const JudgedExchange &Each : Exchanges)
      writeRow(Each);
    Out << "</table></div></details>\n";
  }

  void legend(ExchangeState State, StringRef Meaning) {
    Out << "<li>";
    writeSign(State);
    Out << " " << Meaning << "</li>\n";
  }
  void writeSign(ExchangeState State) {
    Out << "<span class=\"state " << styleOf(State) << "\">" << signOf(State)
        << "</span>";
  }

  void writeRow(const JudgedExchange &Each) {
    const ExchangePlace &At = *Each.Place;
    Out << "<tr><td>";
    writeSign(Each.State);
    Out << "</td><td>" << html(At.Producer) << "</td><td>" << html(At.Consumer)
        << "</td><td><code>" << html(At.Subject)
        << "</code></td><td class=\"place\">";
    if (Each.Finding != SIZE_MAX)
      Out << "<a href=\"#finding-" << Each.Finding + 1 << "\">";
    Out << html(shownPath(At.File)) << ":" << At.Line
        << (Each.Finding != SIZE_MAX ? "</a>" : "") << "</td><td><code>"
        << html(At.Function) << "</code></td></tr>\n";
  }

  /// A chosen button hides the findings without its class, and the files that
  /// have none with it.
  void writeFilterRules() {
    auto Rule = [&](StringRef Class) {
      Out << "body:has(#only-" << Class << ":checked) :is(article:not(."
          << Class << "), .file:not(:has(." << Class
          << "))) { display: none; }\n";
    };
    for (const Choice &Each : Checks)
      Rule(Each.Class);
    if (Files.size() <= MostFiles)
      for (const Choice &Each : Files)
        Rule(Each.Class);
    for (const auto &Each : FixWords)
      Rule(("fix-" + Each.first).str());
  }

  void button(StringRef Group, StringRef Class, const Twine &Label,
              bool Chosen = false) {
    Out << "<label><input type=\"radio\" name=\"" << Group << "\" id=\"only-"
        << Class << "\"" << (Chosen ? " checked" : "") << "><span>"
        << html(Label.str()) << "</span></label>\n";
  }
  void writeChoices(StringRef Group, StringRef Title,
                    const std::vector<Choice> &Of) {
    if (Of.size() < 2)
      return;
    Out << "<fieldset><legend>" << Title << "</legend>\n";
    button(Group, "any-" + Group.str(), "all", /*Chosen=*/true);
    for (const Choice &Each : Of)
      button(Group, Each.Class, Each.Label + " " + Twine(Each.Findings));
    Out << "</fieldset>\n";
  }
  void writeFilters() {
    Out << "<form class=\"filters\">\n";
    writeChoices("check", "Check", Checks);
    std::vector<Choice> Fixes;
    for (const auto &[Word, Number] : FixWords)
      Fixes.push_back({("fix-" + Word).str(), Word.str(), Number});
    writeChoices("fix", "Fix", Fixes);
    if (Files.size() <= MostFiles)
      writeChoices("file", "File", Files);
    Out << "</form>\n";
  }

  void writeFindings() {
    if (Found.Findings.empty())
      Out << "<p class=\"nothing\">Nothing found.</p>\n";
    ArrayRef<Finding> Rest(Found.Findings);
    size_t Number = 0;
    while (!Rest.empty()) {
      ArrayRef<Finding> OfFile = Rest.take_while(
          [&](const Finding &Each) { return Each.File == Rest.front().File; });
      Rest = Rest.drop_front(OfFile.size());
      Out << "<details class=\"file\" open><summary>"
          << html(shownPath(OfFile.front().File)) << " <small>"
          << counted(OfFile.size(), "finding") << "</small></summary>\n";
      for (const Finding &Each : OfFile)
        write(Each, ++Number);
      Out << "</details>\n";
    }
  }

  void write(const Finding &Each, size_t Number) {
    Out << "<article id=\"finding-" << Number << "\" class=\""
        << classOf(Checks, Each.Check) << " "
        << classOf(Files, shownPath(Each.File)) << " fix-" << fixWord(Each)
        << " level" << Each.Level << "\">\n<p class=\"about\"><a href=\""
        << html(addressOf(Each.Check)) << "\">" << html(Each.Check)
        << "</a><span class=\"place\">line " << Each.Line << "</span>";
    if (!Each.Function.empty())
      Out << "<span>in <code>" << html(Each.Function) << "</code></span>";
    Out << "</p>\n<p class=\"message\">" << html(Each.Message) << "</p>\n";
    unsigned End =
        Each.EndLine == Each.Line ? Each.EndColumn : Each.Text.size() + 1;
    writeExcerpt(Each.File, Each.Line, Each.Column, End, Each.Text,
                 /*Around=*/2);
    for (const Note &Other : Each.Notes)
      write(Other, Each);
    for (const Fix &Offered : Each.Fixes)
      write(Offered, Each);
    Out << "</article>\n";
  }

  void write(const Note &Each, const Finding &Of) {
    Out << "<div class=\"note\">" << html(Each.Message)
        << " <span class=\"place\">";
    if (Each.File != Of.File)
      Out << html(shownPath(Each.File)) << ":" << Each.Line;
    else
      Out << "line " << Each.Line;
    Out << "</span>\n";
    if (Each.File != Of.File || Each.Line != Of.Line)
      writeExcerpt(Each.File, Each.Line, Each.Column, 0, Each.Text, 0);
    Out << "</div>\n";
  }

  void write(const Fix &Offered, const Finding &Of) {
    Out << "<details class=\"fix\""
        << (&Offered == &Of.Fixes.front() ? " open" : "")
        << "><summary><span class=\"kind"
        << (Offered.Safe ? " safe\">Safe fix" : "\">Unsafe fix")
        << "</span>: " << html(Offered.Description) << "</summary>\n";
    std::vector<Hunk> Hunks = Sources.preview(Of, Offered);
    if (!Hunks.empty())
      Out << "<pre>";
    for (const Hunk &Each : Hunks) {
      for (size_t At = 0; At < Each.Removed.size(); ++At)
        changed("removed", "\u2212", Each.Line + At, Each.Removed[At]);
      for (size_t At = 0; At < Each.Added.size(); ++At)
        changed("added", "+", Each.Line + At, Each.Added[At]);
    }
    Out << (Hunks.empty() ? "" : "</pre>\n") << "</details>\n";
  }

  void changed(StringRef Style, StringRef Sign, size_t Line, StringRef Text) {
    Out << "<span class=\"" << Style << "\"><i>" << Line << " " << Sign
        << "</i>" << html(Text) << "</span>";
  }

  /// The line, what is marked in it, and lines around it where the file still
  /// is what was analysed.
  void writeExcerpt(StringRef File, unsigned Line, unsigned Column,
                    unsigned EndColumn, StringRef Text, unsigned Around) {
    if (Text.empty())
      return;
    if (Sources.line(File, Line) != Text)
      Around = 0;
    Out << "<pre>";
    for (unsigned At = Line > Around ? Line - Around : 1; At < Line; ++At)
      writeLine(At, Sources.line(File, At));
    size_t Begin = std::min<size_t>(std::max(Column, 1u) - 1, Text.size());
    size_t End = std::min<size_t>(
        std::max<size_t>(EndColumn ? EndColumn - 1 : 0, Begin + 1),
        Text.size());
    Out << "<span class=\"here\"><i>" << Line << "</i>"
        << html(Text.take_front(Begin)) << "<mark>"
        << html(Text.slice(Begin, End)) << "</mark>" << html(Text.substr(End))
        << "</span>";
    for (unsigned At = Line + 1; At <= Line + Around; ++At)
      if (Sources.hasLine(File, At))
        writeLine(At, Sources.line(File, At));
    Out << "</pre>\n";
  }
  void writeLine(unsigned Line, StringRef Text) {
    Out << "<span><i>" << Line << "</i>" << html(Text) << "</span>";
  }

  void writeMissed() {
    if (Found.Missed.empty()) {
      Out << "<p class=\"nothing\">Everything that has to do with DLPack was "
             "analysed.</p>\n";
    } else {
      Out << "<p class=\"lead\">Of these nothing is said above, good or "
             "bad.</p>\n<div class=\"scroll\"><table>\n<tr><th>file</th>"
             "<th>function</th><th>why</th></tr>\n";
      for (const NotAnalysed &Each : Found.Missed)
        Out << "<tr><td class=\"place\">" << html(shownPath(Each.File))
            << "</td><td><code>" << html(Each.Function) << "</code></td><td>"
            << html(Each.Reason) << "</td></tr>\n";
      Out << "</table></div>\n";
    }
    writeRecovered();
  }

  /// Functions that the checks have seen, though not all of them.
  void writeRecovered() {
    size_t Recovered =
        count_if(Found.Functions,
                 [](const ParsedFunction &Each) { return Each.Recovered; });
    if (Recovered == 0)
      return;
    Out << "<details class=\"places\"><summary>" << Recovered << " of "
        << counted(Found.Functions.size(), "function")
        << " about arrays could be parsed only in part, mostly for want of "
           "headers</summary>\n<div class=\"scroll\"><table>\n<tr><th>place"
           "</th><th>function</th></tr>\n";
    for (const ParsedFunction &Each : Found.Functions)
      if (Each.Recovered)
        Out << "<tr><td class=\"place\">" << html(shownPath(Each.File)) << ":"
            << Each.Line << "</td><td><code>" << html(Each.Name)
            << "</code></td></tr>\n";
    Out << "</table></div></details>\n";
  }

  const Report &Found;
  SourceCache &Sources;
  raw_ostream &Out;
  std::vector<JudgedExchange> Exchanges;
  std::vector<Choice> Checks, Files;
  std::map<StringRef, size_t> FixWords;
};

} // namespace

void writeHtml(const Report &Found, SourceCache &Sources, raw_ostream &Out) {
  Page(Found, Sources, Out).write();
}

} // namespace dlpack_tidy::driver
