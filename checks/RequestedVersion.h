//===--- RequestedVersion.h - the capsule that was asked for ----*- C++ -*-===//
#ifndef DLPACK_TIDY_CHECKS_REQUESTEDVERSION_H
#define DLPACK_TIDY_CHECKS_REQUESTEDVERSION_H

#include "fixes/Finding.h"
#include "flow/Analysis.h"

#include <vector>

namespace dlpack_tidy::checks {

/// The capsules that are opened as "dltensor" alone although the call that made
/// them asks for version 1 (`max_version=(1, 0)`). Worked with JAX before 0.12,
/// which made legacy capsules whatever was asked.
std::vector<fixes::Finding> legacyNameOnly(const flow::Analysis &Unit);

} // namespace dlpack_tidy::checks

#endif // DLPACK_TIDY_CHECKS_REQUESTEDVERSION_H
