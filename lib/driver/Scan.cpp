//===--- Scan.cpp - `dlpack-tidy scan` ------------------------------------===//

#include "driver/Scan.h"

#include "driver/Analyses.h"
#include "driver/ApplyFixes.h"
#include "driver/CompileDatabase.h"
#include "driver/Configuration.h"
#include "driver/Failure.h"
#include "driver/Judgement.h"
#include "driver/OutputFile.h"
#include "driver/Plan.h"
#include "driver/ReadSarif.h"
#include "driver/ReportWriters.h"
#include "driver/Sources.h"
#include "driver/Terminal.h"
#include "driver/Toolchain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <set>

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

void describe(const FixOutcome &Done) {
  for (const std::string &Each : Done.Problems)
    errs() << "warning: " << Each << "\n";
  for (const Finding &Each : Done.Fixed)
    errs() << shownPath(Each.File) << ":" << Each.Line
           << ": fixed: " << Each.Fixes.front().Description << " ["
           << Each.Check << "]\n";
  for (const Finding &Each : Done.PutOff)
    errs() << shownPath(Each.File) << ":" << Each.Line
           << ": not fixed yet: " << Each.Fixes.front().Description
           << ": another fix changes the same text [" << Each.Check << "]\n";
}

/// Applies fixes until none is left: one that overlaps another gets its turn,
/// and a second run has nothing to do.
Report fixAll(Analyses &All, Report Found, const SourceSet &Sources,
              Judgement &Judge, bool Unsafe) {
  constexpr unsigned MaxRounds = 10;
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    FixOutcome Done = applyFixes(Found, Unsafe);
    describe(Done);
    if (Done.Written.empty())
      break;
    All.forget(Done.Written);
    All.run();
    Found = All.report(Sources);
    Judge.complete(Found, &Sources);
  }
  return Found;
}

void writeAs(OutputFormat Format, const Report &Found, StringRef Shard,
             bool Colour, raw_ostream &Out) {
  SourceCache Sources;
  switch (Format) {
  case OutputFormat::Text:
    return writeText(Found, Sources, Colour, Out);
  case OutputFormat::Json:
    return writeJson(Found, Out);
  case OutputFormat::Sarif:
    return writeSarif(Found, Sources, Shard, Out);
  case OutputFormat::Github:
    return writeGithub(Found, Out);
  case OutputFormat::Html:
    return writeHtml(Found, Sources, Out);
  }
  llvm_unreachable("no such format");
}

Error write(const Report &Found, const Arguments &Wanted) {
  std::string Shard;
  if (Wanted.Shard)
    Shard = utostr(Wanted.Shard->Number) + "/" + utostr(Wanted.Shard->Total);
  writeMissed(Found, errs());
  if (Wanted.OutputFile.empty()) {
    writeAs(Wanted.Format, Found, Shard, wantsColour(outs()), outs());
    return Error::success();
  }
  return writeOutput(Wanted.OutputFile, [&](raw_ostream &Out) {
    writeAs(Wanted.Format, Found, Shard, false, Out);
  });
}

/// Rather before a long scan than after it.
Error verifyOutputs(const Arguments &Wanted) {
  for (StringRef Each : {Wanted.OutputFile, Wanted.NewBaselineFile})
    if (!Each.empty())
      if (Error Failed = verifyOutput(Each))
        return Failed;
  return Error::success();
}

int statusOf(const Report &Found) {
  if (!Found.Findings.empty())
    return FindingsFound;
  return Found.Missed.empty() ? NothingFound : SomeNotAnalysed;
}

Expected<int> merge(const Arguments &Wanted, Judgement &Judge) {
  Expected<Report> Found = mergeSarif(Wanted.Words);
  if (!Found)
    return Found.takeError();
  Judge.complete(*Found, nullptr);
  if (Error Failed = Judge.writeBaseline(*Found, nullptr))
    return Failed;
  if (Error Failed = write(*Found, Wanted))
    return Failed;
  return statusOf(*Found);
}

/// The share of \p Number things that a shard counts as its own, so that the
/// shards' counts add up.
unsigned shareOf(unsigned Number, const std::optional<ShardChoice> &Part) {
  if (!Part)
    return Number;
  auto UpTo = [&](uint64_t Shard) { return Number * Shard / Part->Total; };
  return UpTo(Part->Number) - UpTo(Part->Number - 1);
}

/// Every n-th unit: neighbours are alike, and so are the shards.
void keepShard(std::vector<UnitCommand> &Units, const ShardChoice &Part) {
  std::vector<UnitCommand> Kept;
  for (size_t Index = Part.Number - 1; Index < Units.size();
       Index += Part.Total)
    Kept.push_back(std::move(Units[Index]));
  Units = std::move(Kept);
}

/// One line: which database was used, and what of it was not.
void describeDatabase(const CompileDatabase &Used,
                      ArrayRef<UnitCommand> Units) {
  constexpr size_t MostShown = 8;
  std::set<std::string> Unknown;
  size_t Without = 0;
  for (const UnitCommand &Each : Units) {
    Unknown.insert(Each.UnknownFlags.begin(), Each.UnknownFlags.end());
    Without += !Each.FromDatabase && languageOf(Each.File) != Language::Python;
  }
  errs() << "note: " << shownPath(Used.folder() + "/compile_commands.json")
         << " says how files are compiled";
  if (Without > 0)
    errs() << ", not for " << Without << " of them";
  if (!Unknown.empty()) {
    errs() << "; left out, because clang does not know them: "
           << join(Unknown.begin(),
                   std::next(Unknown.begin(),
                             std::min(Unknown.size(), MostShown)),
                   " ");
    if (Unknown.size() > MostShown)
      errs() << " and " << Unknown.size() - MostShown << " more";
  }
  errs() << "\n";
}

bool onlyPython(const SourceSet &Sources) {
  return all_of(Sources.Files, [](const Source &Each) {
    return Each.Written == Language::Python;
  });
}

Expected<std::optional<CompileDatabase>> findDatabase(const Arguments &Wanted) {
  if (Wanted.BuildFolder.empty())
    return CompileDatabase::look(Wanted.Words);
  Expected<CompileDatabase> Named = CompileDatabase::load(Wanted.BuildFolder);
  if (!Named)
    return Named.takeError();
  return std::move(*Named);
}

} // namespace

Expected<int> scan(const Arguments &Wanted, StringRef Executable) {
  auto Started = std::chrono::steady_clock::now();
  if (auto Options = makeOptions(Wanted); !Options)
    return Options.takeError();
  if (Error Failed = verifyOutputs(Wanted))
    return Failed;
  Judgement Judge(Wanted);
  if (Error Wrong = Judge.loadBaseline())
    return Wrong;
  if (Wanted.Merge)
    return merge(Wanted, Judge);
  Expected<PathFilter> Filter =
      PathFilter::make(Wanted.Include, Wanted.Exclude);
  if (!Filter)
    return Filter.takeError();
  Expected<SourceSet> Sources =
      collectSources(Wanted.Words, std::move(*Filter));
  if (!Sources)
    return Sources.takeError();
  // Headers are for C++; looking for them costs more than a Python file.
  Expected<Toolchain> Tools =
      onlyPython(*Sources) ? Toolchain() : findToolchain(Executable);
  if (!Tools)
    return Tools.takeError();

  Expected<std::optional<CompileDatabase>> Database = findDatabase(Wanted);
  if (!Database)
    return Database.takeError();
  Plan Planned = makePlan(*Sources, *Tools, *Database);

  if (Wanted.Shard)
    keepShard(Planned.Units, *Wanted.Shard);

  if (*Database && !onlyPython(*Sources))
    describeDatabase(**Database, Planned.Units);

  CrashRecoveryContext::Enable();
  Analyses All(std::move(Planned.Units), Wanted);
  All.run();
  if (std::set<std::string> Advice = All.adviceForStandIns(); !Advice.empty())
    errs() << "note: " << join(Advice.begin(), Advice.end(), ", ")
           << "; a stand-in was read instead, which knows less\n";
  Report Found = All.report(*Sources);
  Judge.complete(Found, &*Sources);
  if (Wanted.FixSafe)
    Found = fixAll(All, std::move(Found), *Sources, Judge, Wanted.FixUnsafe);
  if (Error Failed = Judge.writeBaseline(Found, &*Sources))
    return Failed;
  Found.Stats.Files = shareOf(Sources->Files.size(), Wanted.Shard);
  Found.Stats.Skipped = shareOf(Planned.Skipped, Wanted.Shard);
  Found.Stats.Seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - Started)
          .count();
  if (Error Failed = write(Found, Wanted))
    return Failed;
  return statusOf(Found);
}

} // namespace dlpack_tidy::driver
