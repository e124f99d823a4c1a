//===--- Plan.h - which translation units a scan has to parse -------------===//
#ifndef DLPACK_TIDY_DRIVER_PLAN_H
#define DLPACK_TIDY_DRIVER_PLAN_H

#include "driver/CompileDatabase.h"
#include "driver/IncludeGraph.h"
#include "driver/Sources.h"
#include "driver/Toolchain.h"
#include "driver/Unit.h"

#include <optional>
#include <vector>

namespace dlpack_tidy::driver {

struct Plan {
  std::vector<UnitCommand> Units;
  /// Files that cannot have findings, or whose only DLPack is in headers that
  /// other units bring in.
  unsigned Skipped = 0;
};

/// Chooses the units: every source that mentions DLPack itself, and for every
/// header that does, a source that includes it, or the header alone. What
/// cannot mention DLPack is not parsed.
Plan makePlan(const SourceSet &Sources, const Toolchain &Tools,
              const std::optional<CompileDatabase> &Database);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_PLAN_H
