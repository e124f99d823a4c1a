//===--- ExportRules.h - what can be wrong with an export -----------------===//
//
// The rules about Python-level exports, free of Clang: the C++ front end and
// the Python front end hand the same sites to the same rules.
//
//===----------------------------------------------------------------------===//
#ifndef DLPACK_TIDY_CHECKS_EXPORTRULES_H
#define DLPACK_TIDY_CHECKS_EXPORTRULES_H

#include "fixes/ExportFixes.h"
#include "fixes/Finding.h"
#include "flow/ExportFacts.h"
#include "rules/PyExceptions.h"
#include "rules/Versions.h"

#include <optional>
#include <string>
#include <vector>

namespace dlpack_tidy::checks {

struct ExportOptions {
  /// The oldest JAX the code has to work with (option MinJaxVersion).
  rules::Version MinJax = rules::Version::latest();
  /// What `dl_device` may ask for; by default what JAX MinJax maps (option
  /// AcceptedDeviceTypes).
  std::optional<rules::DeviceSet> Accepted;
  fixes::FixStyle Style = fixes::FixStyle::HostCopy;
  /// Functions that settle the backend of the arrays they are given (option
  /// GuardFunctions).
  std::vector<std::string> GuardFunctions;
};

/// The options as they are written; an empty one leaves the default.
struct OptionTexts {
  std::string MinJaxVersion, AcceptedDeviceTypes, FixStyle, GuardFunctions;
};
/// Reads \p From. Returns what is wrong with it.
std::vector<std::string> readOptions(ExportOptions &Into,
                                     const OptionTexts &From);

/// An export has at most one fault; the most specific one counts.
enum class ExportFault { None, DeviceType, MemoryKind, Handler, Backend };
ExportFault faultOf(const flow::ExportSite &Site, const ExportOptions &Options);

/// \p Site as the chain of callers reaches it that shows the most specific
/// fault; as it is where there is none.
flow::ExportSite worstArrival(const flow::ExportSite &Site,
                              const ExportOptions &Options);

/// Whether a handler's own code runs for the error that the export of an array
/// in the wrong place raises.
bool isHandled(const flow::ExportSite &Site, const ExportOptions &Options);

/// What the handlers around the site would have to receive beside what they do,
/// in the classes a handler names.
rules::ExceptionSet missedByHandlers(const flow::ExportSite &Site,
                                     const ExportOptions &Options);

/// The level of what is said of \p Site: 0 where it is certain; 1 where the array
/// went through a function whose header is missing, which may have asked; 2
/// where it is only perhaps handed a jax.Array, by a call that takes anything.
int exportLevel(const flow::ExportSite &Site);

/// `x.__dlpack__()`, `torch.from_dlpack(x)`: the export in a message.
std::string describe(const flow::ExportSite &Site);

// The rules. Each page says what it flags.
using ExportRule = std::optional<fixes::Finding> (*)(const flow::ExportSite &,
                                                     const ExportOptions &,
                                                     const fixes::SourceText &);
std::optional<fixes::Finding> unsupportedBackend(const flow::ExportSite &,
                                                 const ExportOptions &,
                                                 const fixes::SourceText &);
std::optional<fixes::Finding> tpuMemoryKind(const flow::ExportSite &,
                                            const ExportOptions &,
                                            const fixes::SourceText &);
std::optional<fixes::Finding> unsupportedDeviceType(const flow::ExportSite &,
                                                    const ExportOptions &,
                                                    const fixes::SourceText &);
std::optional<fixes::Finding> unhandledExportError(const flow::ExportSite &,
                                                   const ExportOptions &,
                                                   const fixes::SourceText &);
std::optional<fixes::Finding> callArguments(const flow::ExportSite &,
                                            const ExportOptions &,
                                            const fixes::SourceText &);

} // namespace dlpack_tidy::checks

#endif // DLPACK_TIDY_CHECKS_EXPORTRULES_H
