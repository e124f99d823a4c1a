//===--- Analyses.cpp - the units of a scan and their results -------------===//

#include "driver/Analyses.h"

#include "driver/Configuration.h"
#include "driver/Failure.h"
#include "driver/Interrupt.h"
#include "driver/Progress.h"
#include "driver/Toolchain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstdlib>
#include <thread>

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

/// Only a picture shows them, and only SARIF carries them to one.
bool listsExchanges(OutputFormat Format) {
  return Format == OutputFormat::Html || Format == OutputFormat::Sarif;
}

template <typename Entry>
void addOwned(const std::vector<Entry> &From, std::vector<Entry> &To,
              const SourceSet &Sources) {
  for (const Entry &Each : From)
    if (Sources.owns(Each.File))
      To.push_back(Each);
}

} // namespace

void Analyses::work(ArrayRef<size_t> Open, Progress &Shown) {
  std::unique_lock<std::mutex> Lock(Mutex);
  while (Next < Open.size() && !InterruptWatch::interrupted()) {
    size_t At = Open[Next++];
    Lock.unlock();
    Shown.begin(Units[At].File);
    UnitResult Result = analyseUnit(Units[At], cantFail(makeOptions(Wanted)),
                                    listsExchanges(Wanted.Format));
    Shown.end(Result.Findings.size());
    Lock.lock();
    Findings += Result.Findings.size();
    Results[At] = std::move(Result);
    ++Done;
    Changed.notify_one();
  }
}

void Analyses::stop(Progress &Shown) {
  Shown.~Progress();
  errs() << "interrupted after " << Done << " of " << Units.size()
         << " files with " << Findings << " finding"
         << (Findings == 1 ? "" : "s") << "; no report was written\n";
  errs().flush();
  // Without what ends threads in order: they are in the middle of a parse.
  std::_Exit(Interrupted);
}

void Analyses::run() {
  std::vector<size_t> Open;
  for (size_t Index = 0; Index < Units.size(); ++Index)
    if (!Results[Index])
      Open.push_back(Index);
  Next = Done = Findings = 0;
  if (Open.empty())
    return;
  InterruptWatch Watch;
  Progress Shown(Open.size());
  std::vector<std::thread> Threads;
  for (size_t Count = std::min<size_t>(Wanted.Jobs, Open.size()); Count > 0;
       --Count)
    Threads.emplace_back([&] { work(Open, Shown); });
  {
    constexpr std::chrono::milliseconds Glance(50);
    std::unique_lock<std::mutex> Lock(Mutex);
    while (Done < Open.size()) {
      Changed.wait_for(Lock, Glance);
      if (InterruptWatch::interrupted())
        stop(Shown);
    }
  }
  for (std::thread &Each : Threads)
    Each.join();
}

void Analyses::forget(ArrayRef<std::string> Files) {
  for (size_t Index = 0; Index < Units.size(); ++Index)
    if (is_contained(Files, Units[Index].File) ||
        any_of(Results[Index]->Findings, [&](const Finding &Each) {
          return is_contained(Files, Each.File);
        }))
      Results[Index].reset();
}

std::set<std::string> Analyses::adviceForStandIns() const {
  std::set<std::string> Advice;
  for (const std::optional<UnitResult> &Result : Results)
    for (const std::string &Header : Result->StandIns)
      if (std::string Words = adviceForMissing(Header); !Words.empty())
        Advice.insert(Words);
  return Advice;
}

Report Analyses::report(const SourceSet &Sources) const {
  Report Found;
  for (size_t Index = 0; Index < Units.size(); ++Index) {
    const UnitResult &Result = *Results[Index];
    Found.Stats.Analysed += Result.Analysed;
    addOwned(Result.Findings, Found.Findings, Sources);
    addOwned(Result.Exchanges, Found.Exchanges, Sources);
    addOwned(Result.Suppressions, Found.Suppressions, Sources);
    addOwned(Result.Functions, Found.Functions, Sources);
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

} // namespace dlpack_tidy::driver
