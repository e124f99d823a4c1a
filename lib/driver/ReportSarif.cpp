//===--- ReportSarif.cpp - the report for code scanning services ----------===//
//
// clang's SarifDocumentWriter knows neither fixes nor related locations nor
// fingerprints, and wants the SourceManager that the findings came from: a scan
// has one for each translation unit and keeps none.
//
//===----------------------------------------------------------------------===//

#include "driver/Catalogue.h"
#include "driver/CheckPages.h"
#include "driver/Fingerprint.h"
#include "driver/JsonText.h"
#include "driver/ReportWriters.h"
#include "driver/StaleNolint.h"
#include "driver/Uri.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

/// Level 2 has to be asked for: a service should not fail a build over it.
StringRef levelWord(int Level) { return Level < 2 ? "warning" : "note"; }

/// The property bag that readSarif() takes what SARIF has no word for from.
constexpr StringLiteral OurProperties = "dlpackTidy";

class Writer {
public:
  Writer(SourceCache &Sources, raw_ostream &Out)
      : Sources(Sources), Json(Out, /*IndentSize=*/2) {}

  void write(const Report &Found, StringRef Shard) {
    Json.object([&] {
      Json.attribute("$schema",
                     "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/"
                     "os/schemas/sarif-schema-2.1.0.json");
      Json.attribute("version", "2.1.0");
      Json.attributeArray(
          "runs", [&] { Json.object([&] { writeRun(Found, Shard); }); });
    });
    Json.flush();
  }

private:
  void writeRun(const Report &Found, StringRef Shard) {
    Json.attributeObject("tool", [&] {
      Json.attributeObject("driver", [&] { writeDriver(); });
    });
    Json.attributeObject("originalUriBaseIds", [&] {
      Json.attributeObject("SRCROOT", [&] {
        Json.attribute("uri", "file://" + uriOf(startFolder()) + "/");
      });
    });
    Json.attribute("columnKind", "unicodeCodePoints");
    Json.attributeArray("invocations", [&] {
      Json.object([&] {
        Json.attribute("executionSuccessful", true);
        Json.attributeArray("toolExecutionNotifications", [&] {
          for (const NotAnalysed &Each : Found.Missed)
            Json.object([&] { write(Each); });
        });
      });
    });
    std::vector<std::string> Prints =
        fingerprints(Found.Findings, startFolder());
    Json.attributeArray("results", [&] {
      for (const auto &[Each, Print] : zip(Found.Findings, Prints))
        Json.object([&, &Each = Each, &Print = Print] {
          write(Each, Print, Found.Baseline.has_value());
        });
    });
    Json.attributeObject("properties", [&] {
      Json.attributeObject(OurProperties, [&] { writeRest(Found, Shard); });
    });
  }

  void writeDriver() {
    Json.attribute("name", "dlpack-tidy");
    Json.attribute("version", programVersion());
    Json.attribute("semanticVersion", programVersion());
    Json.attribute("informationUri", homeAddress());
    Json.attributeArray("rules", [&] {
      for (const CheckEntry &Each : allChecks())
        Json.object([&] { writeRule(Each); });
      Json.object([&] { writeRule(StaleNolint); });
    });
    Json.attributeArray("notifications", [&] {
      Json.object([&] {
        Json.attribute("id", "not-analysed");
        message("shortDescription", "A file or function about which nothing "
                                    "is said, and why.");
      });
    });
  }

  void writeRule(const CheckEntry &Check) {
    StringRef Page = pageOf(Check.Name);
    StringRef Details = sectionOf(Page, "What it does");
    Json.attribute("id", Check.Name);
    message("shortDescription", Check.Summary);
    message("fullDescription", Details.empty() ? Check.Summary : Details);
    Json.attribute("helpUri", addressOf(Check.Name));
    Json.attributeObject("help", [&] {
      Json.attribute("text", utf8(Page.empty() ? Check.Summary : Page));
      if (!Page.empty())
        Json.attribute("markdown", utf8(Page));
    });
    Json.attributeObject("defaultConfiguration", [&] {
      Json.attribute("level", levelWord(Check.Level));
    });
    Json.attributeObject("properties", [&] {
      Json.attribute("level", Check.Level);
      Json.attributeArray("tags", [&] {
        Json.value("correctness");
        Json.value("dlpack");
      });
    });
  }

  void write(const Finding &Each, StringRef Print, bool IsNew) {
    Json.attribute("ruleId", Each.Check);
    if (std::optional<size_t> Index = ruleIndex(Each.Check))
      Json.attribute("ruleIndex", static_cast<int64_t>(*Index));
    Json.attribute("level", levelWord(Each.Level));
    if (IsNew)
      Json.attribute("baselineState", "new");
    message("message", Each.Message);
    Json.attributeArray("locations", [&] {
      Json.object([&] {
        Json.attributeObject("physicalLocation",
                             [&] { writePlace(Each.File, region(Each)); });
        logicalLocation(Each.Function);
      });
    });
    if (!Each.Notes.empty())
      Json.attributeArray("relatedLocations", [&] {
        for (size_t Index = 0; Index < Each.Notes.size(); ++Index)
          Json.object([&] { write(Each.Notes[Index], Index); });
      });
    Json.attributeObject("partialFingerprints",
                         [&] { Json.attribute("dlpackTidy/v1", Print); });
    if (!Each.Fixes.empty())
      Json.attributeArray("fixes", [&] {
        for (const Fix &Offered : Each.Fixes)
          Json.object([&] { write(Offered); });
      });
    Json.attributeObject("properties",
                         [&] { Json.attribute("level", Each.Level); });
  }

  static std::optional<size_t> ruleIndex(StringRef Check) {
    if (Check == StaleNolint.Name)
      return allChecks().size();
    const CheckEntry *Entry = findCheck(Check);
    if (!Entry)
      return std::nullopt;
    return Entry - allChecks().begin();
  }

  /// What is marked, in bytes as the report has it.
  struct Marked {
    unsigned Line, Column, EndLine, EndColumn;
    StringRef Text; ///< of Line
  };
  static Marked region(const Finding &Each) {
    return {Each.Line, Each.Column, Each.EndLine, Each.EndColumn, Each.Text};
  }

  void writePlace(StringRef File, const Marked &At) {
    writeFile(File);
    if (At.Line == 0)
      return;
    Json.attributeObject("region", [&] {
      Json.attribute("startLine", At.Line);
      Json.attribute("startColumn",
                     codePoints(At.Text.take_front(At.Column - 1)) + 1);
      Json.attribute("endLine", At.EndLine);
      if (At.EndColumn != 0) {
        StringRef Last =
            At.EndLine == At.Line ? At.Text : Sources.line(File, At.EndLine);
        Json.attribute("endColumn",
                       codePoints(Last.take_front(At.EndColumn - 1)) + 1);
      }
      Json.attributeObject("properties", [&] {
        Json.attribute("byteColumn", At.Column);
        Json.attribute("byteEndColumn", At.EndColumn);
      });
    });
    Json.attributeObject("contextRegion", [&] {
      Json.attribute("startLine", At.Line);
      Json.attribute("endLine", At.Line);
      message("snippet", At.Text);
    });
  }

  void writeFile(StringRef File) {
    Json.attributeObject("artifactLocation", [&] {
      Json.attribute("uri", uriOf(shownPath(File)));
      Json.attribute("uriBaseId", "SRCROOT");
    });
  }

  void logicalLocation(StringRef Function) {
    if (!Function.empty())
      Json.attributeArray("logicalLocations", [&] {
        Json.object([&] {
          Json.attribute("fullyQualifiedName", utf8(Function));
          Json.attribute("kind", "function");
        });
      });
  }

  void write(const Note &Each, size_t Index) {
    Json.attribute("id", static_cast<int64_t>(Index));
    message("message", Each.Message);
    Json.attributeObject("physicalLocation", [&] {
      writePlace(Each.File, {Each.Line, Each.Column, Each.Line, 0, Each.Text});
    });
  }

  void write(const Fix &Each) {
    message("description", Each.Description);
    Json.attributeArray("artifactChanges", [&] {
      for (const Edit &One : Each.Edits)
        Json.object([&] { write(One); });
    });
    Json.attributeObject("properties", [&] {
      Json.attribute("safety", Each.Safe ? "safe" : "unsafe");
    });
  }

  void write(const Edit &Each) {
    writeFile(Each.File);
    Json.attributeArray("replacements", [&] {
      Json.object([&] {
        Json.attributeObject("deletedRegion", [&] {
          Json.attribute("startLine", std::max(1u, Each.Region.Line));
          Json.attribute("startColumn", std::max(1u, Each.Region.Column));
          Json.attribute("endLine", std::max(1u, Each.Region.EndLine));
          Json.attribute("endColumn", std::max(1u, Each.Region.EndColumn));
          Json.attributeObject("properties", [&] {
            Json.attribute("byteOffset", Each.Offset);
            Json.attribute("byteLength", Each.Length);
          });
        });
        message("insertedContent", Each.Text);
      });
    });
  }

  void write(const NotAnalysed &Each) {
    Json.attributeObject("descriptor",
                         [&] { Json.attribute("id", "not-analysed"); });
    Json.attribute("level", "warning");
    message("message", Each.Reason);
    Json.attributeArray("locations", [&] {
      Json.object([&] {
        Json.attributeObject("physicalLocation", [&] { writeFile(Each.File); });
        logicalLocation(Each.Function);
      });
    });
  }

  /// What SARIF has no word for.
  void writeRest(const Report &Found, StringRef Shard) {
    if (!Shard.empty())
      Json.attribute("shard", Shard);
    Json.attributeObject("stats", [&] {
      Json.attribute("files", Found.Stats.Files);
      Json.attribute("skipped", Found.Stats.Skipped);
      Json.attribute("analysed", Found.Stats.Analysed);
      Json.attribute("seconds", Found.Stats.Seconds);
    });
    Json.attributeArray("exchanges", [&] {
      for (const ExchangePlace &Each : Found.Exchanges)
        Json.object([&] { write(Each); });
    });
    Json.attributeArray("suppressions", [&] {
      for (const Suppression &Each : Found.Suppressions)
        Json.object([&] { write(Each); });
    });
    Json.attributeArray("functions", [&] {
      for (const ParsedFunction &Each : Found.Functions)
        Json.object([&] { write(Each); });
    });
  }

  void write(const ExchangePlace &Each) {
    Json.attribute("producer", utf8(Each.Producer));
    Json.attribute("consumer", utf8(Each.Consumer));
    Json.attribute("subject", utf8(Each.Subject));
    Json.attribute("uri", uriOf(shownPath(Each.File)));
    Json.attribute("line", Each.Line);
    Json.attribute("column", Each.Column);
    Json.attribute("function", utf8(Each.Function));
    Json.attribute("guarded", Each.Guarded);
    Json.attribute("inOwnCode", Each.InOwnCode);
  }

  void write(const Suppression &Each) {
    Json.attribute("check", utf8(Each.Check));
    Json.attribute("uri", uriOf(shownPath(Each.File)));
    Json.attribute("line", Each.Line);
    Json.attribute("column", Each.Column);
    Json.attribute("used", Each.Used);
    Json.attribute("judged", Each.Judged);
  }

  void write(const ParsedFunction &Each) {
    Json.attribute("name", utf8(Each.Name));
    Json.attribute("uri", uriOf(shownPath(Each.File)));
    Json.attribute("line", Each.Line);
    Json.attribute("recovered", Each.Recovered);
  }

  void message(StringRef Name, StringRef Text) {
    Json.attributeObject(Name, [&] { Json.attribute("text", utf8(Text)); });
  }

  SourceCache &Sources;
  json::OStream Json;
};

} // namespace

void writeSarif(const Report &Found, SourceCache &Sources, StringRef Shard,
                raw_ostream &Out) {
  Writer(Sources, Out).write(Found, Shard);
  Out << "\n";
}

} // namespace dlpack_tidy::driver
