//===--- Scan.cpp - `dlpack-tidy scan` ------------------------------------===//

#include "driver/Scan.h"

#include "driver/Commands.h"
#include "driver/Configuration.h"
#include "driver/Failure.h"
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

/// Analyses all units with \p Wanted.Jobs threads. The order of the results is
/// the order of the units, whichever thread was quicker.
std::vector<UnitResult> analyseAll(ArrayRef<UnitCommand> Units,
                                   const Arguments &Wanted) {
  std::vector<UnitResult> Results(Units.size());
  std::atomic<size_t> Next{0};
  Progress Shown(Units.size());
  auto Work = [&] {
    for (size_t Index = Next++; Index < Units.size(); Index = Next++) {
      Shown.step(Units[Index].File);
      Results[Index] = analyseUnit(Units[Index], cantFail(makeOptions(Wanted)));
    }
  };
  std::vector<std::thread> Others;
  for (size_t Count = std::min<size_t>(Wanted.Jobs, Units.size()); Count > 1;
       --Count)
    Others.emplace_back(Work);
  Work();
  for (std::thread &Each : Others)
    Each.join();
  return Results;
}

Report merge(std::vector<UnitResult> Results, const SourceSet &Sources) {
  Report Found;
  for (UnitResult &Each : Results) {
    Found.Stats.Analysed += Each.Analysed;
    for (Finding &One : Each.Findings)
      if (Sources.owns(One.File))
        Found.Findings.push_back(std::move(One));
    append_range(Found.Missed, std::move(Each.Missed));
  }
  Found.normalise();
  return Found;
}

Error write(const Report &Found, const Arguments &Wanted) {
  auto Into = [&](raw_ostream &Out) {
    Wanted.Format == OutputFormat::Json ? writeJson(Found, Out)
                                        : writeText(Found, Out);
  };
  for (const NotAnalysed &Each : Found.Missed)
    errs() << "warning: " << shownPath(Each.File) << ": "
           << (Each.Function.empty() ? "" : Each.Function + ": ")
           << "not fully analysed: " << Each.Reason << "\n";
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

} // namespace

Expected<int> scan(const Arguments &Wanted, StringRef Executable) {
  auto Started = std::chrono::steady_clock::now();
  if (auto Options = makeOptions(Wanted); !Options)
    return Options.takeError();
  Expected<SourceSet> Sources = collectSources(Wanted.Words);
  if (!Sources)
    return Sources.takeError();
  Expected<Toolchain> Tools = findToolchain(Executable);
  if (!Tools)
    return Tools.takeError();

  std::vector<UnitCommand> Units;
  for (const Source &Each : Sources->Files)
    Units.push_back(commandWithoutDatabase(Each, *Tools));

  CrashRecoveryContext::Enable();
  Report Found = merge(analyseAll(Units, Wanted), *Sources);
  Found.Stats.Files = Sources->Files.size();
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
