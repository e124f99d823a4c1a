//===--- ExportRules.cpp - what can be wrong with an export ---------------===//

#include "checks/ExportRules.h"

#include "rules/Consumers.h"
#include "rules/ErrorMessages.h"
#include "rules/Producers.h"

using namespace dlpack_tidy::flow;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::checks {
namespace {

using rules::ExceptionSet;

/// What the site raises for \p Why, in the releases the code has to work with.
ExceptionSet raised(const ExportSite &Site, rules::Fault Why,
                    const ExportOptions &Options) {
  if (Site.What.Role == ExchangeRole::Export)
    return rules::jaxExceptions(rules::ExportCall::Dlpack, Why, Options.MinJax);
  if (const rules::Consumer *Known = rules::consumer(Site.What.Consumer))
    return rules::jaxExceptions(*Known, Why, Options.MinJax);
  return rules::jaxExceptions(rules::ExportCall::DlpackDevice, Why,
                              Options.MinJax);
}

ExceptionSet received(const ExportSite &Site) {
  ExceptionSet All;
  for (const Handler &Each : Site.Handlers)
    All = All | Each.Receives;
  return All;
}

bool isHandledFor(const ExportSite &Site, rules::Fault Why,
                  const ExportOptions &Options) {
  ExceptionSet Raised = raised(Site, Why, Options);
  return !Site.Handlers.empty() && !received(Site).empty() &&
         rules::uncaught(Raised, received(Site)).empty();
}

bool isFalse(PyRef Value) {
  Value = valueOf(Value);
  return Value && Value->Kind == PyKind::Boolean && Value->Number == 0;
}

/// JAX has nothing to do with it: no platform, no memory kind.
bool isHarmless(const ExportSite &Site) {
  return Site.Facts.Origin == ObjectOrigin::HostArray ||
         Site.Facts.Origin == ObjectOrigin::Foreign ||
         Site.Facts.Origin == ObjectOrigin::Capsule;
}

/// `dl_device=(1, …)`: JAX moves the array to the host for it, from anywhere.
bool asksForHost(const ExportSite &Site) {
  return Site.Requested && *Site.Requested == rules::DeviceSet::of({1});
}

bool requestsRefusedType(const ExportSite &Site, const ExportOptions &Options) {
  if (!Site.Requested || isHandledFor(Site, rules::Fault::DeviceType, Options))
    return false;
  if (Site.Requested->admitsUnknown()) // a variable nobody pinned down
    return true;
  if (Options.Accepted)
    return !Site.Requested->isSubsetOf(*Options.Accepted);
  return Site.Requested->intersects(rules::refusedDeviceTypes(Options.MinJax));
}

/// copy=False: JAX raises ValueError where the standard says BufferError.
constexpr ExceptionSet CopyRefusals = ExceptionSet::of(
    {rules::PyException::BufferError, rules::PyException::ValueError});

/// The handler waits for what the consumer itself raised in older releases.
ExceptionSet missedRefusals(const ExportSite &Site) {
  const rules::Consumer *Known = rules::consumer(Site.What.Consumer);
  ExceptionSet Received = received(Site);
  return Known && Received.contains(rules::PyException::RuntimeError)
             ? rules::uncaught(Known->Refuses, Received)
             : ExceptionSet();
}

bool hasBrokenHandler(const ExportSite &Site, const ExportOptions &Options) {
  if (Site.UncheckedUse)
    return true;
  for (const Handler &Each : Site.Handlers) {
    if (Each.NeverRuns && received(Site).empty())
      return true;
    if (Each.Swallows && !Each.Receives.empty())
      return true;
  }
  ExceptionSet Received = received(Site);
  if (Received.empty())
    return false;
  if (isFalse(Site.What.Copy) &&
      !rules::uncaught(CopyRefusals, Received).empty())
    return true;
  if (!missedRefusals(Site).empty())
    return true;
  // A handler for an old signature (TypeError) is not meant for a refusal.
  ExceptionSet Refusals = ExceptionSet::of({rules::PyException::BufferError,
                                            rules::PyException::RuntimeError,
                                            rules::PyException::ValueError});
  bool MeantForRefusals = rules::uncaught(Refusals, Received) != Refusals;
  return MeantForRefusals && !Site.Facts.settled() && !isHandled(Site, Options);
}

} // namespace

bool isHandled(const ExportSite &Site, const ExportOptions &Options) {
  return isHandledFor(Site, rules::Fault::Backend, Options) &&
         isHandledFor(Site, rules::Fault::TpuMemory, Options);
}

ExportFault faultOf(const ExportSite &Site, const ExportOptions &Options) {
  if (requestsRefusedType(Site, Options) && !isHarmless(Site))
    return ExportFault::DeviceType;
  // A second try speaks of nothing that the first has not been blamed for.
  bool MayFail = !isHarmless(Site) && !asksForHost(Site) && !Site.IsRetry &&
                 !isHandled(Site, Options);
  if (MayFail && Site.Facts.settled() && (Site.Facts.Places & TpuMemory))
    return ExportFault::MemoryKind;
  if (hasBrokenHandler(Site, Options) &&
      (!isHarmless(Site) || Site.UncheckedUse))
    return ExportFault::Handler;
  if (MayFail && !Site.Facts.settled())
    return ExportFault::Backend;
  return ExportFault::None;
}

ExportSite worstArrival(const ExportSite &Site, const ExportOptions &Options) {
  ExportSite Worst = Site;
  ExportFault Found = ExportFault::None;
  for (const ExportArrival &Each : Site.Arrivals) {
    ExportSite Reached = Site;
    static_cast<ExportArrival &>(Reached) = Each;
    ExportFault Fault = faultOf(Reached, Options);
    if (Fault == ExportFault::None ||
        (Found != ExportFault::None && Found <= Fault))
      continue;
    Found = Fault;
    Worst = std::move(Reached);
  }
  return Worst;
}

ExceptionSet missedByHandlers(const ExportSite &Site,
                              const ExportOptions &Options) {
  ExceptionSet Needed = missedRefusals(Site);
  if (isFalse(Site.What.Copy))
    Needed = Needed | CopyRefusals;
  if (!Site.Facts.settled())
    Needed = Needed | raised(Site, rules::Fault::Backend, Options) |
             raised(Site, rules::Fault::TpuMemory, Options);
  if (Needed.contains(rules::PyException::JaxRuntimeError)) {
    Needed.erase(rules::PyException::JaxRuntimeError);
    Needed.insert(rules::PyException::RuntimeError);
  }
  return rules::uncaught(Needed, received(Site));
}

int exportLevel(const ExportSite &Site) {
  if (Site.What.Role == ExchangeRole::ImplicitHandOver &&
      Site.Facts.Origin != ObjectOrigin::Jax)
    return 2;
  return Site.Facts.Guessed ? 1 : 0;
}

std::string describe(const ExportSite &Site) {
  std::string Array = spelled(Site.What.Subject);
  if (Site.What.Role == ExchangeRole::Export)
    return Array == "the array" ? "'__dlpack__'" : "'" + Array + ".__dlpack__'";
  return "'" + Site.What.Consumer + "'";
}

} // namespace dlpack_tidy::checks
