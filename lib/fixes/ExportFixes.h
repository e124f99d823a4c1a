//===--- ExportFixes.h - the documented ways out, in every style ----------===//
#ifndef DLPACK_TIDY_FIXES_EXPORTFIXES_H
#define DLPACK_TIDY_FIXES_EXPORTFIXES_H

#include "fixes/Finding.h"
#include "flow/ExportFacts.h"

#include <array>
#include <optional>
#include <string>

namespace dlpack_tidy::fixes {

/// Which documented solution is offered first (option FixStyle).
enum class FixStyle { HostCopy, DeviceQuery, Guard };

/// Appends the fixes of the three styles that exist, the wanted style's first.
void addInOrder(std::vector<Fix> &Fixes, FixStyle Wanted,
                std::array<std::optional<Fix>, 3> ByStyle);

/// What the builders need to know of the text they edit.
class SourceText {
public:
  virtual ~SourceText() = default;
  /// The text of \p At as it stands in the file; empty where it cannot be had.
  virtual std::string text(model::Span At) const = 0;
  /// \p At as a span of characters.
  virtual model::Span characters(model::Span At) const = 0;
  /// The name the file uses for the binding's namespace ("py"), or for a module
  /// ("np"), empty where none is in sight.
  virtual std::string bindingNamespace(model::BindingStyle Style) const = 0;
  virtual std::string moduleName(const std::string &Module) const = 0;
  /// The white space before \p At on its line.
  virtual std::string indentation(model::Span At) const = 0;
  /// The empty span behind the semicolon of the statement \p At.
  virtual model::Span afterStatement(model::Span At) const = 0;
  /// \p Number written so that it can stand for the integer expression \p Old:
  /// an enumerator where that one is of an enumeration's type.
  virtual std::string integer(model::PyRef Old, int64_t Number) const {
    return std::to_string(Number);
  }
  /// C++ rather than C or Python.
  virtual bool isCxx() const { return false; }
  /// Where a line for module-level imports goes; Python only.
  virtual model::Span importPoint() const { return {}; }
};

/// `numpy.array(x)` in place of the array: works on every backend, costs a
/// copy.
std::optional<Fix> copyToHost(const flow::ExportSite &Site,
                              const SourceText &Text);
/// `x.__dlpack_device__()` before the statement: the producer says no itself.
std::optional<Fix> askDevice(const flow::ExportSite &Site,
                             const SourceText &Text);
/// `dlpack_guard::from_dlpack(consumer, x)` in place of the call, or
/// `dlpack_guard::exportable(x)` in place of the array.
std::optional<Fix> callGuard(const flow::ExportSite &Site,
                             const SourceText &Text);
/// A memory kind test before the statement that refuses plain TPU memory.
std::optional<Fix> requirePinnedHost(const flow::ExportSite &Site,
                                     const SourceText &Text);
/// Takes `dl_device=…` out of the call.
std::optional<Fix> dropDeviceRequest(const flow::ExportSite &Site,
                                     const SourceText &Text);
/// Asks for kDLCPU instead.
std::optional<Fix> requestCpu(const flow::ExportSite &Site,
                              const SourceText &Text);
/// `catch (py::error_already_set &)` in place of a class that never comes.
std::optional<Fix> catchPythonErrors(const flow::ExportSite &Site,
                                     const model::Handler &Broken,
                                     const SourceText &Text);
/// Adds classes to what the handler lets in.
std::optional<Fix> receiveAlso(const flow::ExportSite &Site,
                               const model::Handler &Partial,
                               rules::ExceptionSet Missing,
                               const SourceText &Text);
/// `stream=` before a positional stream.
std::optional<Fix> nameStream(const flow::ExportSite &Site,
                              const SourceText &Text);
/// `if (cap == NULL) return NULL;` after the call.
std::optional<Fix> testForNull(const flow::ExportSite &Site,
                               const SourceText &Text);

} // namespace dlpack_tidy::fixes

#endif // DLPACK_TIDY_FIXES_EXPORTFIXES_H
