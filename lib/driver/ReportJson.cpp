//===--- ReportJson.cpp - the report for programs -------------------------===//

#include "driver/JsonText.h"
#include "driver/ReportWriters.h"

namespace dlpack_tidy::driver {
namespace {

/// Writes the report as it goes: a tree of values first would cost as much as
/// the analysis of a small file.
class Writer {
public:
  explicit Writer(llvm::raw_ostream &Out) : Json(Out, /*IndentSize=*/2) {}

  void write(const Report &Found) {
    Json.object([&] {
      Json.attribute("version", 1);
      list("findings", Found.Findings);
      list("notAnalysed", Found.Missed);
      if (Found.Baseline)
        Json.attributeObject("baseline", [&] {
          Json.attribute("hidden", Found.Baseline->Hidden);
          Json.attribute("stale", Found.Baseline->Stale);
        });
      Json.attributeArray("parsed", [&] { writeParsed(Found.Functions); });
      Json.attributeObject("stats", [&] {
        Json.attribute("files", Found.Stats.Files);
        Json.attribute("skipped", Found.Stats.Skipped);
        Json.attribute("analysed", Found.Stats.Analysed);
        Json.attribute("seconds", Found.Stats.Seconds);
      });
    });
    Json.flush();
  }

private:
  template <typename Entry>
  void list(llvm::StringRef Name, const std::vector<Entry> &Entries) {
    Json.attributeArray(Name, [&] {
      for (const Entry &Each : Entries)
        Json.object([&] { write(Each); });
    });
  }

  void text(llvm::StringRef Name, llvm::StringRef Text) {
    Json.attribute(Name, utf8(Text));
  }

  void write(const Edit &Each) {
    text("file", shownPath(Each.File));
    Json.attribute("offset", Each.Offset);
    Json.attribute("length", Each.Length);
    text("text", Each.Text);
  }

  void write(const Fix &Each) {
    Json.attribute("safety", Each.Safe ? "safe" : "unsafe");
    text("description", Each.Description);
    list("edits", Each.Edits);
  }

  void write(const Note &Each) {
    text("message", Each.Message);
    text("file", shownPath(Each.File));
    Json.attribute("line", Each.Line);
    Json.attribute("column", Each.Column);
  }

  void write(const Finding &Each) {
    Json.attribute("check", Each.Check);
    Json.attribute("level", Each.Level);
    text("message", Each.Message);
    text("file", shownPath(Each.File));
    Json.attribute("line", Each.Line);
    Json.attribute("column", Each.Column);
    Json.attribute("endLine", Each.EndLine);
    text("function", Each.Function);
    list("notes", Each.Notes);
    list("fixes", Each.Fixes);
  }

  void write(const NotAnalysed &Each) {
    text("file", shownPath(Each.File));
    text("function", Each.Function);
    text("reason", Each.Reason);
  }

  /// One object a file.
  void writeParsed(llvm::ArrayRef<ParsedFunction> Rest) {
    while (!Rest.empty()) {
      llvm::ArrayRef<ParsedFunction> File =
          Rest.take_while([&](const ParsedFunction &Each) {
            return Each.File == Rest.front().File;
          });
      Rest = Rest.drop_front(File.size());
      Json.object([&] {
        text("file", shownPath(File.front().File));
        Json.attribute("functions", static_cast<int64_t>(File.size()));
        Json.attributeArray("recovered", [&] {
          for (const ParsedFunction &Each : File)
            if (Each.Recovered)
              Json.object([&] {
                text("function", Each.Name);
                Json.attribute("line", Each.Line);
              });
        });
      });
    }
  }

  llvm::json::OStream Json;
};

} // namespace

void writeJson(const Report &Found, llvm::raw_ostream &Out) {
  Writer(Out).write(Found);
  Out << "\n";
}

} // namespace dlpack_tidy::driver
