//===- JaxPlatforms.h - What jax.Array.__dlpack_device__ answers -*- C++
//-*-===//
//
// Part of dlpack-tidy. JAX platform x memory kind x release -> DLPack device
// type, or the error JAX raises instead. Written down from jax/_src/array.py
// at the release tags and from running eight releases, 0.4.25 .. 0.12.0.1.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_JAXPLATFORMS_H
#define DLPACK_TIDY_RULES_JAXPLATFORMS_H

#include "rules/DeviceTypes.h"
#include "rules/EnumSet.h"
#include "rules/Versions.h"
#include <optional>
#include <string>
#include <string_view>

namespace dlpack_tidy::rules {

struct ErrorRule;

/// Where a jax.Array lives. Other stands for every plugin backend (METAL, ipu,
/// neuron, ...).
enum class Platform { Cpu, Cuda, Rocm, OneApi, Tpu, Other };
using PlatformSet = EnumSet<Platform, 6>;

/// "cpu", "cuda", "rocm", "oneapi", "tpu", "another backend".
const char *name(Platform P);

/// "cpu, tpu"; "any platform"; "no platform".
std::string str(PlatformSet Platforms);

/// The platforms a string names in a comparison with x.platform() or
/// Device.platform. "gpu" is CUDA, ROCm and oneAPI (x.platform() says "gpu"
/// for all three); a string JAX has no platform for names Other. Case is
/// ignored, because callers lower or raise it before they compare.
PlatformSet platformsNamed(std::string_view Name);

/// Platforms whose arrays JAX \p V can export through DLPack; Tpu only from
/// pinned host memory.
PlatformSet dlpackPlatforms(Version V = Version::latest());

/// The values of jax.Array.sharding.memory_kind. None is Python's None (JAX
/// 0.4 on the CPU, shardings built without a kind).
enum class MemoryKind { None, Device, PinnedHost, UnpinnedHost, Other };
using MemoryKindSet = EnumSet<MemoryKind, 5>;

/// "device", "pinned_host" and "unpinned_host" by value; anything else Other.
MemoryKind memoryKindNamed(std::string_view Name);

/// The memory kinds that let a TPU array be exported: "pinned_host" alone.
constexpr MemoryKindSet tpuExportMemoryKinds() {
  return MemoryKindSet::of({MemoryKind::PinnedHost});
}

/// What x.__dlpack_device__() does. Exactly one of the two is set, except for
/// releases before 0.4.15, which have no __dlpack_device__: neither.
struct ExportOutcome {
  std::optional<int> DeviceType;
  const ErrorRule *Error = nullptr;
};

ExportOutcome exportOutcome(Platform P, MemoryKind Kind, Version Jax);

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_JAXPLATFORMS_H
