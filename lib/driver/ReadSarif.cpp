//===--- ReadSarif.cpp - our own reports in SARIF, read back --------------===//

#include "driver/ReadSarif.h"

#include "driver/Failure.h"
#include "driver/Uri.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <map>
#include <set>

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

/// A value that may be absent, and what is in it.
class Node {
public:
  Node(const json::Value *At) : At(At) {}
  Node operator[](StringRef Key) const {
    const json::Object *Object = At ? At->getAsObject() : nullptr;
    return Object ? Object->get(Key) : nullptr;
  }
  /// Of the first element, where it is a list.
  Node front() const { return at(0); }
  Node at(size_t Index) const {
    const json::Array *List = At ? At->getAsArray() : nullptr;
    return List && Index < List->size() ? &(*List)[Index] : nullptr;
  }
  size_t size() const {
    const json::Array *List = At ? At->getAsArray() : nullptr;
    return List ? List->size() : 0;
  }
  std::string text() const {
    std::optional<StringRef> Text = At ? At->getAsString() : std::nullopt;
    return Text.value_or("").str();
  }
  unsigned number() const {
    std::optional<int64_t> Number = At ? At->getAsInteger() : std::nullopt;
    return Number && *Number >= 0 ? static_cast<unsigned>(*Number) : 0;
  }
  double real() const { return At ? At->getAsNumber().value_or(0) : 0; }
  bool truth() const { return At && At->getAsBoolean().value_or(false); }
  explicit operator bool() const { return At; }

private:
  const json::Value *At;
};

std::string fileOf(StringRef Uri) {
  std::string Path = pathOf(Uri);
  if (sys::path::is_absolute(Path))
    return Path;
  SmallString<256> Absolute(startFolder());
  sys::path::append(Absolute, Path);
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return std::string(Absolute);
}

std::string fileAt(Node Physical) {
  return fileOf(Physical["artifactLocation"]["uri"].text());
}

Edit readEdit(Node From) {
  Node Replacement = From["replacements"].front();
  Node Region = Replacement["deletedRegion"];
  Edit Read;
  Read.File = fileAt(From);
  Read.Offset = Region["properties"]["byteOffset"].number();
  Read.Length = Region["properties"]["byteLength"].number();
  Read.Text = Replacement["insertedContent"]["text"].text();
  Read.Region = {Region["startLine"].number(), Region["startColumn"].number(),
                 Region["endLine"].number(), Region["endColumn"].number()};
  return Read;
}

Note readNote(Node From) {
  Node Place = From["physicalLocation"];
  Note Read;
  Read.Message = From["message"]["text"].text();
  Read.File = fileAt(Place);
  Read.Line = Place["region"]["startLine"].number();
  Read.Column = Place["region"]["properties"]["byteColumn"].number();
  Read.Text = Place["contextRegion"]["snippet"]["text"].text();
  return Read;
}

Finding readFinding(Node From) {
  Node Location = From["locations"].front();
  Node Place = Location["physicalLocation"];
  Node Region = Place["region"];
  Finding Read;
  Read.Check = From["ruleId"].text();
  Read.Level = From["properties"]["level"].number();
  Read.Message = From["message"]["text"].text();
  Read.File = fileAt(Place);
  Read.Line = Region["startLine"].number();
  Read.Column = Region["properties"]["byteColumn"].number();
  Read.EndLine = Region["endLine"].number();
  Read.EndColumn = Region["properties"]["byteEndColumn"].number();
  Read.Function =
      Location["logicalLocations"].front()["fullyQualifiedName"].text();
  Read.Text = Place["contextRegion"]["snippet"]["text"].text();
  Node Notes = From["relatedLocations"];
  for (size_t Index = 0; Index < Notes.size(); ++Index)
    Read.Notes.push_back(readNote(Notes.at(Index)));
  Node Fixes = From["fixes"];
  for (size_t Index = 0; Index < Fixes.size(); ++Index) {
    Node Each = Fixes.at(Index);
    Fix Offered;
    Offered.Safe = Each["properties"]["safety"].text() == "safe";
    Offered.Description = Each["description"]["text"].text();
    for (size_t One = 0; One < Each["artifactChanges"].size(); ++One)
      Offered.Edits.push_back(readEdit(Each["artifactChanges"].at(One)));
    Read.Fixes.push_back(std::move(Offered));
  }
  return Read;
}

NotAnalysed readMissed(Node From) {
  Node Location = From["locations"].front();
  return {fileAt(Location["physicalLocation"]),
          Location["logicalLocations"].front()["fullyQualifiedName"].text(),
          From["message"]["text"].text()};
}

ExchangePlace readExchange(Node From) {
  ExchangePlace Read;
  Read.Producer = From["producer"].text();
  Read.Consumer = From["consumer"].text();
  Read.Subject = From["subject"].text();
  Read.File = fileOf(From["uri"].text());
  Read.Line = From["line"].number();
  Read.Column = From["column"].number();
  Read.Function = From["function"].text();
  Read.Guarded = From["guarded"].truth();
  Read.InOwnCode = From["inOwnCode"].truth();
  return Read;
}

Suppression readSuppression(Node From) {
  Suppression Read;
  Read.Check = From["check"].text();
  Read.File = fileOf(From["uri"].text());
  Read.Line = From["line"].number();
  Read.Column = From["column"].number();
  Read.Used = From["used"].truth();
  Read.Judged = From["judged"].truth();
  return Read;
}

ParsedFunction readFunction(Node From) {
  ParsedFunction Read;
  Read.Name = From["name"].text();
  Read.File = fileOf(From["uri"].text());
  Read.Line = From["line"].number();
  Read.Recovered = From["recovered"].truth();
  return Read;
}

template <typename Entry>
void readAll(Node List, Entry (*Read)(Node), std::vector<Entry> &To) {
  for (size_t Index = 0; Index < List.size(); ++Index)
    To.push_back(Read(List.at(Index)));
}

void readRun(Node Run, Report &To) {
  Node Ours = Run["properties"]["dlpackTidy"];
  readAll(Run["results"], readFinding, To.Findings);
  readAll(Run["invocations"].front()["toolExecutionNotifications"], readMissed,
          To.Missed);
  readAll(Ours["exchanges"], readExchange, To.Exchanges);
  readAll(Ours["suppressions"], readSuppression, To.Suppressions);
  readAll(Ours["functions"], readFunction, To.Functions);
  Node Stats = Ours["stats"];
  To.Stats.Files += Stats["files"].number();
  To.Stats.Skipped += Stats["skipped"].number();
  To.Stats.Analysed += Stats["analysed"].number();
  To.Stats.Seconds += Stats["seconds"].real();
}

/// The shards seen so far, by how many the scan has.
class Shards {
public:
  Error add(StringRef File, StringRef Shard) {
    unsigned Number = 0, Total = 0;
    auto [Left, Right] = Shard.split('/');
    if (!to_integer(Left, Number) || !to_integer(Right, Total) || Number == 0 ||
        Number > Total)
      return failure("{0}: '{1}' is no shard", File, Shard);
    if (!Seen[Total].insert(Number).second)
      return failure("{0}: shard {1} is there already", File, Shard);
    return Error::success();
  }
  Error verify() const {
    for (const auto &[Total, Numbers] : Seen)
      for (unsigned Number = 1; Number <= Total; ++Number)
        if (!Numbers.count(Number))
          return failure("the report of shard {0}/{1} is missing", Number,
                         Total);
    return Error::success();
  }

private:
  std::map<unsigned, std::set<unsigned>> Seen;
};

Error readFile(StringRef File, Report &To, Shards &Parts) {
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return failure("{0}: {1}", File, Buffer.getError().message());
  Expected<json::Value> Parsed = json::parse((*Buffer)->getBuffer());
  if (!Parsed) {
    consumeError(Parsed.takeError());
    return failure("{0}: no JSON", File);
  }
  Node Runs = Node(&*Parsed)["runs"];
  if (Runs.size() == 0)
    return failure("{0}: no report in SARIF", File);
  for (size_t Index = 0; Index < Runs.size(); ++Index) {
    Node Run = Runs.at(Index);
    Node Ours = Run["properties"]["dlpackTidy"];
    if (Run["tool"]["driver"]["name"].text() != "dlpack-tidy" || !Ours)
      return failure("{0}: no report of dlpack-tidy", File);
    if (Ours["shard"])
      if (Error Wrong = Parts.add(File, Ours["shard"].text()))
        return Wrong;
    readRun(Run, To);
  }
  return Error::success();
}

} // namespace

Expected<Report> mergeSarif(ArrayRef<std::string> Files) {
  Report Merged;
  Shards Parts;
  for (const std::string &Each : Files)
    if (Error Wrong = readFile(Each, Merged, Parts))
      return Wrong;
  if (Error Wrong = Parts.verify())
    return Wrong;
  Merged.normalise();
  return Merged;
}

} // namespace dlpack_tidy::driver
