//===--- dlpack_guard/core.h - why an export was refused, and what to do --===//
//
// Part of dlpack_guard, a C++17 header-only library: the rules of dlpack-tidy
// at run time. This header needs nothing but the standard library.
//
//===----------------------------------------------------------------------===//
#ifndef DLPACK_GUARD_CORE_H
#define DLPACK_GUARD_CORE_H

#include <string>
#include <string_view>

namespace dlpack_guard {

/// A rule an array can break, under the name of the check that finds the code.
struct Rule {
  const char *Name;
  const char *Advice; ///< what to do about it, an imperative phrase
};

/// The array's platform has no DLPack device type: METAL and other plug-ins.
inline constexpr Rule UnsupportedBackend{
    "dlpack-unsupported-backend",
    "copy the array through the host (numpy.array or jax.device_get), or ask "
    "__dlpack_device__ before exporting and choose per backend"};

/// TPU memory other than "pinned_host".
inline constexpr Rule TpuMemoryKind{
    "dlpack-tpu-memory-kind",
    "move the array with jax.device_put(x, "
    "x.sharding.with_memory_kind('pinned_host')), or copy it with "
    "jax.device_get"};

/// The rule behind what a producer's `__dlpack_device__` said when it refused.
inline const Rule &ruleOfRefusal(std::string_view Message) {
  const bool IsTpu =
      Message.find("TPU pinned host memory") != std::string_view::npos ||
      Message.find("got platform: tpu") != std::string_view::npos;
  return IsTpu ? TpuMemoryKind : UnsupportedBackend;
}

/// "<what the producer said> [rule]: advice".
inline std::string explainedRefusal(std::string_view Message) {
  const Rule &Broken = ruleOfRefusal(Message);
  std::string Text(Message);
  Text += " [";
  Text += Broken.Name;
  Text += "]: ";
  Text += Broken.Advice;
  return Text;
}

} // namespace dlpack_guard

#endif // DLPACK_GUARD_CORE_H
