//===--- UnsupportedDeviceType.cpp - dlpack-unsupported-device-type -------===//
//
// Flags `__dlpack__(dl_device=(type, id))` with a type that JAX maps to no
// backend, or with a type that nobody has looked at and no handler around it.
//
//===----------------------------------------------------------------------===//

#include "checks/ExportRules.h"

#include "rules/Producers.h"

using namespace dlpack_tidy::flow;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::checks {
namespace {

std::string message(const ExportSite &Site, const ExportOptions &Options) {
  if (Site.Requested->admitsUnknown())
    return "'dl_device' can ask for " + Site.Requested->str() +
           " here; a producer that does not map it raises BufferError "
           "(\"unsupported device type\"): test "
           "the type first, handle the BufferError, or leave 'dl_device' out";
  rules::DeviceSet Accepted = Options.Accepted
                                  ? *Options.Accepted
                                  : rules::acceptedDeviceTypes(Options.MinJax);
  rules::DeviceSet Refused = *Site.Requested - Accepted;
  return "'dl_device' asks for " + Refused.str() +
         ", which JAX maps to no backend: it raises BufferError "
         "(\"unsupported device type\"); leave 'dl_device' out to get the "
         "array's own device, or ask for kDLCPU";
}

} // namespace

std::optional<fixes::Finding>
unsupportedDeviceType(const ExportSite &Site, const ExportOptions &Options,
                      const fixes::SourceText &Text) {
  if (faultOf(Site, Options) != ExportFault::DeviceType)
    return std::nullopt;
  fixes::Finding Found;
  Found.At = Site.What.Call->Range;
  Found.Message = message(Site, Options);
  // Without the request nothing would vouch for an array that nobody asked
  // about; JAX serves kDLCPU from anywhere.
  if (Site.Facts.settled())
    if (std::optional<fixes::Fix> Dropped =
            fixes::dropDeviceRequest(Site, Text))
      Found.Fixes.push_back(*Dropped);
  if (std::optional<fixes::Fix> ForCpu = fixes::requestCpu(Site, Text))
    Found.Fixes.push_back(*ForCpu);
  return Found;
}

} // namespace dlpack_tidy::checks
