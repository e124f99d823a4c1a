//===--- ReportJson.cpp - the report for programs -------------------------===//

#include "driver/Report.h"

#include "llvm/Support/JSON.h"

namespace json = llvm::json;

namespace dlpack_tidy::driver {
namespace {

/// JSON text is UTF-8; sources need not be.
json::Value text(llvm::StringRef Text) { return json::fixUTF8(Text); }

json::Value toJson(const Edit &Each) {
  return json::Object{{"file", text(shownPath(Each.File))},
                      {"offset", Each.Offset},
                      {"length", Each.Length},
                      {"text", text(Each.Text)}};
}

json::Value toJson(const Fix &Each) {
  json::Array Edits;
  for (const Edit &One : Each.Edits)
    Edits.push_back(toJson(One));
  return json::Object{{"safety", Each.Safe ? "safe" : "unsafe"},
                      {"description", text(Each.Description)},
                      {"edits", std::move(Edits)}};
}

json::Value toJson(const Note &Each) {
  return json::Object{{"message", text(Each.Message)},
                      {"file", text(shownPath(Each.File))},
                      {"line", Each.Line},
                      {"column", Each.Column}};
}

json::Value toJson(const Finding &Each) {
  json::Array Notes, Fixes;
  for (const Note &One : Each.Notes)
    Notes.push_back(toJson(One));
  for (const Fix &One : Each.Fixes)
    Fixes.push_back(toJson(One));
  return json::Object{{"check", Each.Check},
                      {"level", Each.Level},
                      {"message", text(Each.Message)},
                      {"file", text(shownPath(Each.File))},
                      {"line", Each.Line},
                      {"column", Each.Column},
                      {"endLine", Each.EndLine},
                      {"function", text(Each.Function)},
                      {"notes", std::move(Notes)},
                      {"fixes", std::move(Fixes)}};
}

json::Value toJson(const NotAnalysed &Each) {
  return json::Object{{"file", text(shownPath(Each.File))},
                      {"function", text(Each.Function)},
                      {"reason", text(Each.Reason)}};
}

} // namespace

void writeJson(const Report &Found, llvm::raw_ostream &Out) {
  json::Array Findings, Missed;
  for (const Finding &Each : Found.Findings)
    Findings.push_back(toJson(Each));
  for (const NotAnalysed &Each : Found.Missed)
    Missed.push_back(toJson(Each));
  json::Object Root{{"version", 1},
                    {"findings", std::move(Findings)},
                    {"notAnalysed", std::move(Missed)},
                    {"stats", json::Object{{"files", Found.Stats.Files},
                                           {"skipped", Found.Stats.Skipped},
                                           {"analysed", Found.Stats.Analysed},
                                           {"seconds", Found.Stats.Seconds}}}};
  Out << llvm::formatv("{0:2}", json::Value(std::move(Root))) << "\n";
}

} // namespace dlpack_tidy::driver
