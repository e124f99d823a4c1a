//===--- UnsupportedBackend.cpp - dlpack-unsupported-backend --------------===//
//
// Flags an export that some way reaches without anything having asked where the
// array lives. JAX exports from CPU, CUDA, ROCm, oneAPI and pinned TPU host
// memory; a plug-in backend (METAL, ipu) or plain TPU memory raises there.
//
//===----------------------------------------------------------------------===//

#include "checks/ExportRules.h"

#include "rules/Consumers.h"

using namespace dlpack_tidy::flow;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::checks {
namespace {

std::string message(const ExportSite &Site) {
  std::string Array = spelled(Site.What.Subject);
  std::string Named = Array == "the array" ? Array : "'" + Array + "'";
  std::string Text = describe(Site);
  if (Site.What.Role == ExchangeRole::Export)
    Text += " fails with a RuntimeError";
  else if (const rules::Consumer *Known = rules::consumer(Site.What.Consumer);
           Known && !Known->AsksDevice)
    Text += " fails in the producer";
  else
    Text += " raises BufferError";
  Text += " when " + Named +
          " is a jax.Array on a backend without DLPack (METAL and other "
          "plug-ins, plain TPU memory), and some path gets here without "
          "asking; call '__dlpack_device__' on it first, test its platform, "
          "or hand over a host copy";
  return Text;
}

} // namespace

std::optional<fixes::Finding>
unsupportedBackend(const ExportSite &Site, const ExportOptions &Options,
                   const fixes::SourceText &Text) {
  if (faultOf(Site, Options) != ExportFault::Backend)
    return std::nullopt;
  fixes::Finding Found;
  Found.At = Site.What.Call->Range;
  Found.Message = message(Site);
  Found.Level = exportLevel(Site);
  fixes::addInOrder(Found.Fixes, Options.Style,
                    {fixes::copyToHost(Site, Text),
                     fixes::askDevice(Site, Text),
                     fixes::callGuard(Site, Text)});
  return Found;
}

} // namespace dlpack_tidy::checks
