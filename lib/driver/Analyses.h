//===--- Analyses.h - the units of a scan and their results ---------------===//
#ifndef DLPACK_TIDY_DRIVER_ANALYSES_H
#define DLPACK_TIDY_DRIVER_ANALYSES_H

#include "driver/Arguments.h"
#include "driver/Report.h"
#include "driver/Sources.h"
#include "driver/Unit.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dlpack_tidy::driver {

class Progress;

/// The units of a scan and what came out of each.
class Analyses {
public:
  Analyses(std::vector<UnitCommand> Units, const Arguments &Wanted)
      : Units(std::move(Units)), Results(this->Units.size()), Wanted(Wanted) {}

  /// Analyses every unit that was not, with \p Wanted.Jobs threads. The order
  /// of the results is the order of the units, whichever thread was quicker.
  /// An interrupt ends the process, with one line and status 130: a parse
  /// cannot be stopped in the middle, and nobody wants to wait for it.
  void run();

  /// Forgets what is known of the units that one of \p Files is part of.
  void forget(llvm::ArrayRef<std::string> Files);

  Report report(const SourceSet &Sources) const;

  /// What to install, for headers that ours stood in for.
  std::set<std::string> adviceForStandIns() const;

private:
  void work(llvm::ArrayRef<size_t> Open, Progress &Shown);
  [[noreturn]] void stop(Progress &Shown);

  const std::vector<UnitCommand> Units;
  std::vector<std::optional<UnitResult>> Results;
  const Arguments &Wanted;

  std::mutex Mutex;
  std::condition_variable Changed;
  /// Into the list of open units.
  size_t Next = 0;
  size_t Done = 0;
  size_t Findings = 0;
};

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_ANALYSES_H
