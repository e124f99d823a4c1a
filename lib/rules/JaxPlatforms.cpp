//===- JaxPlatforms.cpp - What jax.Array.__dlpack_device__ answers --------===//

#include "rules/JaxPlatforms.h"
#include "rules/ErrorMessages.h"

namespace dlpack_tidy::rules {

/// Equality of \p Text with the lower-case \p Lower, case ignored.
static bool equalsLower(std::string_view Text, std::string_view Lower) {
  if (Text.size() != Lower.size())
    return false;
  for (std::size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (C >= 'A' && C <= 'Z')
      C = static_cast<char>(C - 'A' + 'a');
    if (C != Lower[I])
      return false;
  }
  return true;
}

const char *name(Platform P) {
  switch (P) {
  case Platform::Cpu:
    return "cpu";
  case Platform::Cuda:
    return "cuda";
  case Platform::Rocm:
    return "rocm";
  case Platform::OneApi:
    return "oneapi";
  case Platform::Tpu:
    return "tpu";
  case Platform::Other:
    break;
  }
  return "another backend";
}

std::string str(PlatformSet Platforms) {
  if (Platforms.empty())
    return "no platform";
  if (Platforms == PlatformSet::all())
    return "any platform";
  std::string Text;
  Platforms.forEach([&](Platform P) {
    if (!Text.empty())
      Text += ", ";
    Text += name(P);
  });
  return Text;
}

PlatformSet platformsNamed(std::string_view Name) {
  if (equalsLower(Name, "gpu"))
    return {Platform::Cuda, Platform::Rocm, Platform::OneApi};
  for (Platform P : {Platform::Cpu, Platform::Cuda, Platform::Rocm,
                     Platform::OneApi, Platform::Tpu})
    if (equalsLower(Name, name(P)))
      return {P};
  return {Platform::Other};
}

/// First release whose __dlpack_device__ knows TPU host memory, pinned ROCm
/// memory and oneAPI.
static constexpr Version TpuAndOneApi{0, 11};
/// First release that tells pinned from ordinary CUDA memory.
static constexpr Version CudaHost{0, 10, 2};
/// First release whose __dlpack_device__ raises BufferError, not ValueError.
static constexpr Version BufferErrors{0, 4, 26};
/// First release with __dlpack_device__.
static constexpr Version DeviceQuery{0, 4, 15};

PlatformSet dlpackPlatforms(Version V) {
  PlatformSet Set{Platform::Cpu, Platform::Cuda, Platform::Rocm};
  if (V >= TpuAndOneApi)
    Set = Set | PlatformSet{Platform::OneApi, Platform::Tpu};
  return Set;
}

MemoryKind memoryKindNamed(std::string_view Name) {
  if (Name == "device")
    return MemoryKind::Device;
  if (Name == "pinned_host")
    return MemoryKind::PinnedHost;
  if (Name == "unpinned_host")
    return MemoryKind::UnpinnedHost;
  return MemoryKind::Other;
}

/// The error JAX \p Jax raises in __dlpack_device__ for \p Why.
static ExportOutcome refused(Fault Why, Version Jax) {
  for (const ErrorRule &Rule : errorRules())
    if (Rule.Why == Why && Rule.Call == ExportCall::DlpackDevice &&
        std::string_view(Rule.Library) == "JAX" && Rule.Releases.contains(Jax))
      return {std::nullopt, &Rule};
  return {};
}

ExportOutcome exportOutcome(Platform P, MemoryKind Kind, Version Jax) {
  if (Jax < DeviceQuery)
    return {};
  const bool Pinned = Kind == MemoryKind::PinnedHost;
  switch (P) {
  case Platform::Cpu:
    return {1};
  case Platform::Cuda:
    return {Pinned && Jax >= CudaHost ? 3 : 2};
  case Platform::Rocm:
    return {Pinned && Jax >= TpuAndOneApi ? 11 : 10};
  case Platform::OneApi:
    if (Jax >= TpuAndOneApi)
      return {14};
    return {std::nullopt,
            errorRule(Jax >= BufferErrors ? "jax-unknown-gpu"
                                          : "jax-unknown-gpu-0.4.15")};
  case Platform::Tpu:
    if (Pinned && Jax >= TpuAndOneApi)
      return {20};
    return refused(Fault::TpuMemory, Jax);
  case Platform::Other:
    break;
  }
  return refused(Fault::Backend, Jax);
}

} // namespace dlpack_tidy::rules
