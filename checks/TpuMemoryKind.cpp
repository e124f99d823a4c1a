//===--- TpuMemoryKind.cpp - dlpack-tpu-memory-kind -----------------------===//
//
// Flags an export on a way whose platform test lets a TPU array through while
// nothing has shown that its memory kind is "pinned_host". JAX exports TPU
// arrays from pinned host memory only (kDLTPUHost); the default memory kind of
// a TPU array is not that.
//
//===----------------------------------------------------------------------===//

#include "checks/ExportRules.h"

using namespace dlpack_tidy::flow;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::checks {

std::optional<fixes::Finding> tpuMemoryKind(const ExportSite &Site,
                                            const ExportOptions &Options,
                                            const fixes::SourceText &Text) {
  if (faultOf(Site, Options) != ExportFault::MemoryKind)
    return std::nullopt;
  fixes::Finding Found;
  Found.At = Site.What.Call->Range;
  Found.Message =
      describe(Site) +
      " fails for an array in TPU memory, which the platform test lets "
      "through: JAX exports TPU arrays from memory kind \"pinned_host\" only; "
      "test 'sharding.memory_kind', move the array with jax.device_put, or "
      "hand over a host copy";
  Found.Level = exportLevel(Site);
  fixes::addInOrder(
      Found.Fixes, fixes::FixStyle::HostCopy,
      {fixes::requirePinnedHost(Site, Text), std::nullopt, std::nullopt});
  fixes::addInOrder(Found.Fixes, Options.Style,
                    {fixes::copyToHost(Site, Text),
                     fixes::askDevice(Site, Text),
                     fixes::callGuard(Site, Text)});
  return Found;
}

} // namespace dlpack_tidy::checks
