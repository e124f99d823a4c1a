//===--- Judgement.h - what is said about what was found ------------------===//
#ifndef DLPACK_TIDY_DRIVER_JUDGEMENT_H
#define DLPACK_TIDY_DRIVER_JUDGEMENT_H

#include "driver/Arguments.h"
#include "driver/Baseline.h"
#include "driver/Report.h"
#include "driver/Sources.h"

#include "llvm/Support/Error.h"

#include <functional>
#include <optional>

namespace dlpack_tidy::driver {

/// Turns what the units gave, or what was read from reports, into what is
/// shown: finds unneeded NOLINT comments, adds source text, compares with the
/// baseline.
class Judgement {
public:
  explicit Judgement(const Arguments &Wanted) : Wanted(Wanted) {}

  /// Reads the baseline, if there is to be one.
  llvm::Error loadBaseline();

  /// \p Sources is null where a report was read: then everything was scanned.
  void complete(Report &Found, const SourceSet *Sources) const;

  /// Writes the baseline that is asked for, and hides what it lists.
  llvm::Error writeBaseline(Report &Found, const SourceSet *Sources) const;

private:
  /// Whether the scan would have found what an entry is about.
  std::function<bool(const Baseline::Entry &)>
  looker(const Report &Found, const SourceSet *Sources) const;

  const Arguments &Wanted;
  std::optional<Baseline> Known;
};

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_JUDGEMENT_H
