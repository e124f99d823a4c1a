//===--- Baseline.cpp - findings that are known already -------------------===//

#include "driver/Baseline.h"

#include "driver/Failure.h"
#include "driver/Fingerprint.h"
#include "driver/JsonText.h"
#include "driver/OutputFile.h"
#include "driver/Uri.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
namespace path = llvm::sys::path;

namespace dlpack_tidy::driver {
namespace {

/// Absolute, links resolved.
std::string folderOf(StringRef Path) {
  SmallString<256> Folder(Path), Real;
  sys::fs::make_absolute(Folder);
  path::remove_filename(Folder);
  if (sys::fs::real_path(Folder, Real))
    return std::string(Folder);
  return std::string(Real);
}

std::optional<Baseline::Entry> readEntry(const json::Value &From,
                                         StringRef Folder) {
  const json::Object *Object = From.getAsObject();
  if (!Object)
    return std::nullopt;
  auto Check = Object->getString("check"), File = Object->getString("file"),
       Print = Object->getString("fingerprint");
  if (!Check || !File || !Print)
    return std::nullopt;
  SmallString<256> Absolute(Folder);
  path::append(Absolute, pathOf(*File));
  path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  Baseline::Entry Read;
  Read.Check = Check->str();
  Read.Level = Object->getInteger("level").value_or(0);
  Read.File = std::string(Absolute);
  Read.Fingerprint = Print->str();
  return Read;
}

} // namespace

Expected<Baseline> Baseline::load(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return failure("{0}: {1}", Path, Buffer.getError().message());
  Expected<json::Value> Parsed = json::parse((*Buffer)->getBuffer());
  if (!Parsed) {
    consumeError(Parsed.takeError());
    return failure("{0}: no baseline: it is no JSON", Path);
  }
  const json::Object *Object = Parsed->getAsObject();
  const json::Array *List = Object ? Object->getArray("findings") : nullptr;
  if (!List)
    return failure("{0}: no baseline: it has no \"findings\"", Path);
  if (auto Version = Object->getInteger("version"); Version != 1)
    return failure("{0}: this is a baseline of version {1}, not 1", Path,
                   Version.value_or(0));
  Baseline Read;
  Read.Folder = folderOf(Path);
  for (const json::Value &Each : *List) {
    std::optional<Entry> Known = readEntry(Each, Read.Folder);
    if (!Known)
      return failure("{0}: no baseline: entry {1} lacks a check, a file or a "
                     "fingerprint",
                     Path, &Each - List->data() + 1);
    Read.Entries.push_back(std::move(*Known));
  }
  return Read;
}

Error Baseline::write(const Report &Found, StringRef Path) {
  std::string Folder = folderOf(Path);
  std::vector<std::string> Prints = fingerprints(Found.Findings, Folder);
  return writeOutput(Path, [&](raw_ostream &Out) {
    json::OStream Json(Out, /*IndentSize=*/2);
    Json.object([&] {
      Json.attribute("version", 1);
      Json.attributeArray("findings", [&] {
        for (const auto &[Each, Print] : zip(Found.Findings, Prints))
          Json.object([&, &Each = Each, &Print = Print] {
            Json.attribute("check", Each.Check);
            Json.attribute("level", Each.Level);
            Json.attribute("file", uriOf(relativePath(Each.File, Folder)));
            Json.attribute("function", utf8(Each.Function));
            Json.attribute("text", utf8(StringRef(Each.Text).trim()));
            Json.attribute("fingerprint", Print);
          });
      });
    });
    Json.flush();
    Out << "\n";
  });
}

void Baseline::apply(
    Report &Found, llvm::function_ref<bool(const Entry &)> WasLookedFor) const {
  StringSet<> Known, Met;
  for (const Entry &Each : Entries)
    Known.insert(Each.Fingerprint);
  std::vector<std::string> Prints = fingerprints(Found.Findings, Folder);
  std::vector<Finding> New;
  BaselineOutcome Outcome;
  for (auto [Each, Print] : zip(Found.Findings, Prints)) {
    Met.insert(Print);
    if (Known.contains(Print))
      ++Outcome.Hidden;
    else
      New.push_back(std::move(Each));
  }
  Outcome.Stale = count_if(Entries, [&](const Entry &Each) {
    return !Met.contains(Each.Fingerprint) && WasLookedFor(Each);
  });
  Found.Findings = std::move(New);
  Found.Baseline = Outcome;
}

} // namespace dlpack_tidy::driver
