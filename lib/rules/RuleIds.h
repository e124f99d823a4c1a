//===- RuleIds.h - The names of the rules and their advice ------*- C++ -*-===//
//
// Part of dlpack-tidy. A rule is named like the check that enforces it, at
// compile time, in `explain` and in the run-time guard.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_RULEIDS_H
#define DLPACK_TIDY_RULES_RULEIDS_H

#include <string_view>

namespace dlpack_tidy::rules {

/// The ids, for tables and checks to name.
namespace id {
inline constexpr char UnsupportedBackend[] = "dlpack-unsupported-backend";
inline constexpr char TpuMemoryKind[] = "dlpack-tpu-memory-kind";
inline constexpr char UnsupportedDeviceType[] =
    "dlpack-unsupported-device-type";
inline constexpr char UnhandledExportError[] = "dlpack-unhandled-export-error";
inline constexpr char CallArguments[] = "dlpack-call-arguments";
inline constexpr char LegacyApi[] = "dlpack-legacy-api";
inline constexpr char UncheckedDevice[] = "dlpack-unchecked-device";
inline constexpr char ByteOffset[] = "dlpack-byte-offset";
inline constexpr char Strides[] = "dlpack-strides";
inline constexpr char Dtype[] = "dlpack-dtype";
inline constexpr char StructVersion[] = "dlpack-version";
inline constexpr char ReadOnly[] = "dlpack-read-only";
inline constexpr char WritableParameter[] = "dlpack-writable-parameter";
inline constexpr char NullData[] = "dlpack-null-data";
inline constexpr char Narrowing[] = "dlpack-narrowing";
inline constexpr char CapsuleName[] = "dlpack-capsule-name";
inline constexpr char CapsuleOwnership[] = "dlpack-capsule-ownership";
inline constexpr char CapsuleDestructor[] = "dlpack-capsule-destructor";
inline constexpr char DeleterGil[] = "dlpack-deleter-gil";
inline constexpr char TensorLifetime[] = "dlpack-tensor-lifetime";
inline constexpr char IncompleteExport[] = "dlpack-incomplete-export";
inline constexpr char ExporterSignature[] = "dlpack-exporter-signature";
} // namespace id

/// A rule and, in one sentence, what code that meets it should do.
struct Rule {
  const char *Id;
  const char *Advice;
};

/// All rules, in the order of the checks' documentation.
struct RuleRange {
  const Rule *First;
  const Rule *Last;
  const Rule *begin() const { return First; }
  const Rule *end() const { return Last; }
};
RuleRange allRules();

/// The rule with this id, or nullptr.
const Rule *rule(std::string_view Id);

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_RULEIDS_H
