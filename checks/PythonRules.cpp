//===--- PythonRules.cpp - every rule, over one Python text ---------------===//

#include "checks/PythonRules.h"

#include "checks/LegacyRules.h"

#include "rules/RuleIds.h"

#include <algorithm>
#include <tuple>

using namespace dlpack_tidy::model;

namespace dlpack_tidy::checks {
namespace {

int levelOf(python::Certainty Sure) {
  switch (Sure) {
  case python::Certainty::Known:
    return 0;
  case python::Certainty::Likely:
    return 1;
  case python::Certainty::Possible:
  case python::Certainty::Forwarded:
    return 2;
  }
  return 2;
}

struct Rule {
  const char *Check;
  ExportRule Judge;
  /// Speaks of JAX arrays; the others hold for every producer.
  bool AboutJax = true;
};
constexpr Rule ExportRules[] = {
    {rules::id::UnsupportedBackend, unsupportedBackend},
    {rules::id::TpuMemoryKind, tpuMemoryKind},
    {rules::id::UnsupportedDeviceType, unsupportedDeviceType},
    {rules::id::UnhandledExportError, unhandledExportError},
    {rules::id::CallArguments, callArguments, false},
};

bool startsWith(const std::string &Text, const char *Prefix) {
  return Text.rfind(Prefix, 0) == 0;
}

std::string quoted(PyRef Array) {
  std::string Name = spelled(Array);
  return Name == "the array" ? Name : "'" + Name + "'";
}

} // namespace

std::optional<fixes::Finding> tracedExport(const flow::ExportSite &Site) {
  using rules::PyException;
  for (const Handler &Each : Site.Handlers)
    if (rules::uncaught({PyException::ConcretizationTypeError}, Each.Receives)
            .empty())
      return std::nullopt;
  fixes::Finding Made;
  Made.At = Site.What.Call->Range;
  Made.Message =
      describe(Site) + " always fails here: JAX traces this function, and " +
      quoted(Site.What.Subject) +
      " is a tracer without memory, so the export raises "
      "ConcretizationTypeError; hand the array over outside of the traced "
      "function";
  return Made;
}

fixes::Finding writeIntoJax(const python::SharedWrite &Write) {
  fixes::Finding Made;
  Made.At = Write.At;
  Made.Level = 1;
  std::string Array = Write.Array == "the array"
                          ? "the JAX array"
                          : "the JAX array '" + Write.Array + "'";
  Made.Message = "this write through '" + Write.Tensor + "' changes " + Array +
                 ", which JAX takes to be immutable: on the CPU '" +
                 Write.Consumer +
                 "' shares its memory; copy the tensor before writing to it";
  Made.Notes.push_back({Write.Made, "the memory is shared by this call"});
  if (Write.Refused)
    Made.Message = "NumPy raises ValueError for this write: '" + Write.Tensor +
                   "' is a read-only view of " + Array +
                   " that cannot be made writable; write to a copy";
  const char *Copy = Write.Refused                          ? ".copy()"
                     : startsWith(Write.Consumer, "torch.") ? ".clone()"
                     : startsWith(Write.Consumer, "cupy.")  ? ".copy()"
                                                            : nullptr;
  if (!Copy)
    return Made;
  fixes::Fix Mended;
  Mended.Description = "write to a copy of the array";
  Mended.Edits.push_back(
      {Span::characters(Write.Made.End, Write.Made.End), Copy});
  Made.Fixes.push_back(std::move(Mended));
  return Made;
}

std::vector<PythonFinding> judge(const python::Analysis &Found,
                                 const ExportOptions &Options,
                                 const fixes::SourceText &Text) {
  std::vector<PythonFinding> All;
  for (const python::Export &Each : Found.Exports) {
    if (Each.Traced) {
      if (std::optional<fixes::Finding> Made = tracedExport(Each.Site))
        All.push_back(
            {rules::id::UnsupportedBackend, std::move(*Made), Each.Function});
      continue;
    }
    for (const Rule &One : ExportRules)
      if (std::optional<fixes::Finding> Made =
              One.Judge(Each.Site, Options, Text)) {
        if (One.AboutJax || Each.Sure == python::Certainty::Forwarded)
          Made->Level = std::max(Made->Level, levelOf(Each.Sure));
        All.push_back({One.Check, std::move(*Made), Each.Function});
      }
  }
  for (const python::LegacyUse &Each : Found.LegacyUses)
    All.push_back({rules::id::LegacyApi,
                   legacyUse(*Each.Entry, Each.Expression, Each.Array, Text),
                   Each.Function});
  for (const python::SharedWrite &Each : Found.SharedWrites)
    All.push_back({rules::id::ReadOnly, writeIntoJax(Each), Each.Function});
  std::sort(All.begin(), All.end(),
            [](const PythonFinding &L, const PythonFinding &R) {
              return std::tie(L.Found.At.Begin, L.Check) <
                     std::tie(R.Found.At.Begin, R.Check);
            });
  return All;
}

} // namespace dlpack_tidy::checks
