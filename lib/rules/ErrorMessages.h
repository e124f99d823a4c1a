//===- ErrorMessages.h - What DLPack errors say and mean --------*- C++ -*-===//
//
// Part of dlpack-tidy. One table of the errors libraries raise around a DLPack
// exchange: text, exception type, the call that raises it, the releases it
// holds for, and what to do. `explain` reads it by text, the exception checks
// read it by call and fault.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_ERRORMESSAGES_H
#define DLPACK_TIDY_RULES_ERRORMESSAGES_H

#include "rules/PyExceptions.h"
#include "rules/RuleIds.h"
#include "rules/Versions.h"
#include <string_view>

namespace dlpack_tidy::rules {

/// The Python-level call that raises.
enum class ExportCall {
  DlpackDevice, ///< x.__dlpack_device__()
  Dlpack,       ///< x.__dlpack__(...)
  FromDlpack,   ///< the consumer, after it has the capsule
  Other         ///< anything else: an attribute, a binding's overload choice
};

/// What is wrong when it raises.
enum class Fault {
  Backend,            ///< the array's platform has no DLPack device type
  TpuMemory,          ///< TPU memory other than pinned_host
  DeviceType,         ///< dl_device names a type the producer does not map
  MissingBackend,     ///< dl_device names a backend that is not installed
  CopyRefused,        ///< copy=False, and a copy is needed
  CopyUnsupported,    ///< copy=True, and the producer cannot copy
  Sharded,            ///< the array lives on several devices
  Deleted,            ///< deleted or donated array
  Tracer,             ///< abstract value under jit, grad, vmap
  RequestedVersion,   ///< max_version the producer cannot serve
  TensorState,        ///< needs grad, conjugate, sparse: more than a DLTensor
  ReadOnlyData,       ///< read-only data through a capsule with no flag for it
  ElementType,        ///< dtype with no DLPack equivalent
  Layout,             ///< strides, byte_offset or alignment
  Stream,             ///< stream argument the producer refuses
  Arguments,          ///< keyword or argument form the callee does not know
  ConsumerDevice,     ///< the consumer cannot take the device type
  CapsuleState,       ///< wrong capsule name, consumed, or not a capsule
  StructMajorVersion, ///< versioned capsule of another major version
  RemovedName,        ///< a function or attribute that is gone
  Ownership           ///< a view is asked for and nobody owns the memory
};

struct ErrorRule {
  const char *Id;    ///< Short and stable: "jax-tpu-memory-kind"
  const char *Check; ///< RuleIds.h: the rule this error belongs to
  /// The message's fixed text, of one library release. "{}" stands for any text
  /// within one line, "{#}" for a number that ends its line; any run of white
  /// space in a message matches one space here.
  const char *Pattern;
  Fault Why;
  ExportCall Call;
  PyException Exception;
  const char *Library;   ///< "JAX", "PyTorch", ...
  VersionRange Releases; ///< of Library
  const char *Advice;    ///< one sentence: what to do about it
};

struct ErrorRuleRange {
  const ErrorRule *First;
  const ErrorRule *Last;
  const ErrorRule *begin() const { return First; }
  const ErrorRule *end() const { return Last; }
};

/// The whole table. Where two patterns can match one text, the more specific
/// comes first; of equal patterns the newest release comes first.
ErrorRuleRange errorRules();

/// The rule with this id, or nullptr.
const ErrorRule *errorRule(std::string_view Id);

/// Whether \p Text contains the message \p Pattern describes.
bool matchesPattern(std::string_view Text, std::string_view Pattern);

/// The rule whose message occurs in \p Text (an error message, a traceback or
/// a log), or nullptr. The earliest message in the text wins. Where there is
/// none, a text of 16 characters or more that is part of one message stands for
/// it. Time is linear in the text for a given table.
const ErrorRule *explainError(std::string_view Text);

/// The exception types JAX raises in \p Call for \p Why, in any release from
/// \p MinJax on.
ExceptionSet jaxExceptions(ExportCall Call, Fault Why, Version MinJax);

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_ERRORMESSAGES_H
