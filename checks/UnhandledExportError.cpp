//===--- UnhandledExportError.cpp - dlpack-unhandled-export-error ---------===//
//
// Flags an export whose handler cannot receive what the export raises: a C++
// class that Python errors never become, BufferError alone around `__dlpack__`
// (JAX raises a RuntimeError there), one of the two classes that copy=False can
// raise, a NULL that is used untested, an error that is dropped.
//
//===----------------------------------------------------------------------===//

#include "checks/ExportRules.h"

#include "rules/Consumers.h"

using namespace dlpack_tidy::flow;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::checks {
namespace {

bool isFalse(PyRef Value) {
  Value = valueOf(Value);
  return Value && Value->Kind == PyKind::Boolean && Value->Number == 0;
}

const Handler *firstBroken(const ExportSite &Site) {
  for (const Handler &Each : Site.Handlers)
    if (Each.NeverRuns || Each.Swallows)
      return &Each;
  for (const Handler &Each : Site.Handlers)
    if (!Each.Receives.empty())
      return &Each;
  return nullptr;
}

std::string message(const ExportSite &Site, const Handler *Broken) {
  std::string What = describe(Site);
  if (Site.UncheckedUse)
    return "the result of " + What +
           " is used without a NULL test: when the producer refuses, the error "
           "it raised is lost or the process crashes; test for NULL first";
  if (Broken->NeverRuns)
    return "'catch (" + Broken->Spelling + ")' never sees the failure of " +
           What + ": errors raised in Python arrive as " +
           (Site.What.Call->Style == BindingStyle::Nanobind
                ? "nb::python_error; catch that"
                : "py::error_already_set; catch that") +
           " and look at what it matches";
  if (Broken->Swallows)
    return "the failure of " + What +
           " is dropped here and nothing takes its place: the caller goes on "
           "without an array; report the error or copy through the host";
  if (isFalse(Site.What.Copy))
    return "with copy=False " + What +
           " raises BufferError or ValueError, depending on the producer, and "
           "the handler receives one of them only; handle both";
  if (Site.What.Role == ExchangeRole::Export)
    return "the handler around " + What + " receives " +
           rules::str(Broken->Receives) +
           " only, but JAX raises a RuntimeError there for an array it cannot "
           "export; handle RuntimeError as well, or ask '__dlpack_device__' "
           "first";
  const rules::Consumer *Known = rules::consumer(Site.What.Consumer);
  if (Known && !rules::uncaught(Known->Refuses, Broken->Receives).empty())
    return "the handler around " + What + " receives " +
           rules::str(Broken->Receives) + " only, and " + Known->Library +
           " raises " + rules::str(Known->Refuses) +
           " for what it cannot take (NumPy from 2.5 on); handle both";
  return "the handler around " + What + " receives " +
         rules::str(Broken->Receives) +
         " only, which is not what a refused export raises; handle BufferError "
         "and RuntimeError";
}

} // namespace

std::optional<fixes::Finding>
unhandledExportError(const ExportSite &Site, const ExportOptions &Options,
                     const fixes::SourceText &Text) {
  if (faultOf(Site, Options) != ExportFault::Handler)
    return std::nullopt;
  const Handler *Broken = firstBroken(Site);
  fixes::Finding Found;
  Found.At = Site.What.Call->Range;
  Found.Message = message(Site, Broken);
  if (Site.UncheckedUse)
    Found.Notes.push_back({Site.UncheckedUse, "used here"});
  else
    Found.Notes.push_back({Broken->Range, "the handler is here"});
  std::optional<fixes::Fix> Mended;
  if (Site.UncheckedUse)
    Mended = fixes::testForNull(Site, Text);
  else if (Broken->NeverRuns)
    Mended = fixes::catchPythonErrors(Site, *Broken, Text);
  else if (!Broken->Swallows)
    Mended = fixes::receiveAlso(Site, *Broken, missedByHandlers(Site, Options),
                                Text);
  if (Mended)
    Found.Fixes.push_back(*Mended);
  return Found;
}

} // namespace dlpack_tidy::checks
