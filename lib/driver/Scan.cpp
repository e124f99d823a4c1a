//===--- Scan.cpp - `dlpack-tidy scan` ------------------------------------===//

#include "driver/Scan.h"

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
#include "driver/Unit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

/// How far the scan is; only a person at a terminal is told.
class Progress {
public:
  explicit Progress(size_t Total)
      : Total(Total), Shown(errs().is_displayed() && Total > 1) {}
  ~Progress() {
    if (Shown)
      errs() << "\r\033[K";
  }

  void step(StringRef File) {
    if (!Shown)
      return;
    std::lock_guard<std::mutex> Lock(Mutex);
    errs() << "\r\033[K[" << ++Done << "/" << Total << "] " << shownPath(File);
    errs().flush();
  }

private:
  const size_t Total;
  const bool Shown;
  size_t Done = 0;
  std::mutex Mutex;
};

/// Only a picture shows them, and only SARIF carries them to one.
bool listsExchanges(OutputFormat Format) {
  return Format == OutputFormat::Html || Format == OutputFormat::Sarif;
}

/// The units of a scan and what came out of each.
class Analyses {
public:
  Analyses(std::vector<UnitCommand> Units, const Arguments &Wanted)
      : Units(std::move(Units)), Results(this->Units.size()), Wanted(Wanted) {}

  /// Analyses every unit that was not, with \p Wanted.Jobs threads. The order
  /// of the results is the order of the units, whichever thread was quicker.
  void run() {
    std::vector<size_t> Open;
    for (size_t Index = 0; Index < Units.size(); ++Index)
      if (!Results[Index])
        Open.push_back(Index);
    std::atomic<size_t> Next{0};
    Progress Shown(Open.size());
    auto Work = [&] {
      for (size_t At = Next++; At < Open.size(); At = Next++) {
        const UnitCommand &Unit = Units[Open[At]];
        Shown.step(Unit.File);
        Results[Open[At]] = analyseUnit(Unit, cantFail(makeOptions(Wanted)),
                                        listsExchanges(Wanted.Format));
      }
    };
    std::vector<std::thread> Others;
    for (size_t Count = std::min<size_t>(Wanted.Jobs, Open.size()); Count > 1;
         --Count)
      Others.emplace_back(Work);
    Work();
    for (std::thread &Each : Others)
      Each.join();
  }

  /// Forgets what is known of the units that one of \p Files is part of.
  void forget(ArrayRef<std::string> Files) {
    for (size_t Index = 0; Index < Units.size(); ++Index)
      if (is_contained(Files, Units[Index].File) ||
          any_of(Results[Index]->Findings, [&](const Finding &Each) {
            return is_contained(Files, Each.File);
          }))
        Results[Index].reset();
  }

  Report report(const SourceSet &Sources) const {
    Report Found;
    for (size_t Index = 0; Index < Units.size(); ++Index) {
      const UnitResult &Result = *Results[Index];
      Found.Stats.Analysed += Result.Analysed;
      addOwned(Result.Findings, Found.Findings, Sources);
      addOwned(Result.Exchanges, Found.Exchanges, Sources);
      addOwned(Result.Suppressions, Found.Suppressions, Sources);
      for (NotAnalysed Each : Result.Missed) {
        // An error in somebody else's header comes of how it is used.
        if (!Sources.owns(Each.File))
          Each = {Units[Index].File, "", Each.Reason};
        Found.Missed.push_back(std::move(Each));
      }
    }
    Found.normalise();
    return Found;
  }

private:
  template <typename Entry>
  static void addOwned(const std::vector<Entry> &From, std::vector<Entry> &To,
                       const SourceSet &Sources) {
    for (const Entry &Each : From)
      if (Sources.owns(Each.File))
        To.push_back(Each);
  }

  const std::vector<UnitCommand> Units;
  std::vector<std::optional<UnitResult>> Results;
  const Arguments &Wanted;
};

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
  Expected<SourceSet> Sources = collectSources(Wanted.Words);
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

  CrashRecoveryContext::Enable();
  Analyses All(std::move(Planned.Units), Wanted);
  All.run();
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
