//===--- Scan.cpp - `dlpack-tidy scan` ------------------------------------===//

#include "driver/Scan.h"

#include "driver/ApplyFixes.h"
#include "driver/CompileDatabase.h"
#include "driver/Configuration.h"
#include "driver/Failure.h"
#include "driver/Plan.h"
#include "driver/Report.h"
#include "driver/Sources.h"
#include "driver/Toolchain.h"
#include "driver/Unit.h"

#include "llvm/ADT/STLExtras.h"
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
        Results[Open[At]] = analyseUnit(Unit, cantFail(makeOptions(Wanted)));
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
      for (const Finding &Each : Result.Findings)
        if (Sources.owns(Each.File))
          Found.Findings.push_back(Each);
      for (NotAnalysed Each : Result.Missed) {
        // An error in somebody else's header comes of how it is used.
        if (!Sources.owns(Each.File))
          Each = {Units[Index].File, "", Each.Reason};
        Found.Missed.push_back(std::move(Each));
      }
    }
    Found.Stats.Files = Sources.Files.size();
    Found.normalise();
    return Found;
  }

private:
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
}

/// Applies fixes until none is left: one that overlaps another gets its turn,
/// and a second run has nothing to do.
Report fixAll(Analyses &All, Report Found, const SourceSet &Sources,
              const Arguments &Wanted) {
  constexpr unsigned MaxRounds = 10;
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    FixOutcome Done = applyFixes(Found, Wanted.FixUnsafe);
    describe(Done);
    if (Done.Written.empty())
      break;
    All.forget(Done.Written);
    All.run();
    Found = All.report(Sources);
  }
  return Found;
}

Error write(const Report &Found, const Arguments &Wanted) {
  auto Into = [&](raw_ostream &Out) {
    Wanted.Format == OutputFormat::Json ? writeJson(Found, Out)
                                        : writeText(Found, Out);
  };
  writeMissed(Found, errs());
  if (Wanted.OutputFile.empty()) {
    Into(outs());
    return Error::success();
  }
  std::error_code Failed;
  raw_fd_ostream Out(Wanted.OutputFile, Failed, sys::fs::OF_Text);
  if (Failed)
    return failure("{0}: {1}", Wanted.OutputFile, Failed.message());
  Into(Out);
  return Error::success();
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

  CrashRecoveryContext::Enable();
  Analyses All(std::move(Planned.Units), Wanted);
  All.run();
  Report Found = All.report(*Sources);
  if (Wanted.FixSafe)
    Found = fixAll(All, std::move(Found), *Sources, Wanted);
  Found.Stats.Skipped = Planned.Skipped;
  Found.Stats.Seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - Started)
          .count();
  if (Error Failed = write(Found, Wanted))
    return Failed;
  if (!Found.Findings.empty())
    return FindingsFound;
  return Found.Missed.empty() ? NothingFound : SomeNotAnalysed;
}

} // namespace dlpack_tidy::driver
