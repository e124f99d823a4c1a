//===--- LegacyRules.h - Python names that libraries gave up --------------===//
#ifndef DLPACK_TIDY_CHECKS_LEGACYRULES_H
#define DLPACK_TIDY_CHECKS_LEGACYRULES_H

#include "fixes/ExportFixes.h"
#include "model/Exchange.h"
#include "rules/LegacyNames.h"

namespace dlpack_tidy::checks {

/// The entry for what \p What does, or nullptr where nothing is wrong with it.
const rules::LegacyName *legacyEntry(const model::Exchange &What);

/// Says that \p Expression, a call or the name alone, uses \p Entry. \p Array
/// is what it is used on, or null. Fixes are those that keep the meaning.
fixes::Finding legacyUse(const rules::LegacyName &Entry,
                         model::PyRef Expression, model::PyRef Array,
                         const fixes::SourceText &Text);

} // namespace dlpack_tidy::checks

#endif // DLPACK_TIDY_CHECKS_LEGACYRULES_H
