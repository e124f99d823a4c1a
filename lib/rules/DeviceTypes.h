//===- DeviceTypes.h - The DLDeviceType values ------------------*- C++ -*-===//
//
// Part of dlpack-tidy. Every value of DLDeviceType, and a set of them. Code
// under analysis may use any of a dozen copies of the enum, so everything
// here is keyed by the value; names are for messages only.
//
// Sources: include/dlpack/dlpack.h at each tag v0.2 .. v1.1, its v1.3 copy in
// Apache Arrow, and dlpack pull requests 188 and 189 for 19, 20 and 21.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_DEVICETYPES_H
#define DLPACK_TIDY_RULES_DEVICETYPES_H

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

namespace dlpack_tidy::rules {

/// Whether code running on the host may dereference DLTensor::data.
enum class HostAccess {
  Never,            ///< Device memory, or an opaque handle (OpenCL, Metal).
  AfterSynchronise, ///< Managed memory: once the device is synchronised.
  Always,           ///< CPU memory and pinned host memory.
  Unknown           ///< Depends on the runtime that made the tensor.
};

struct DeviceType {
  int Value;
  const char *Name;    ///< "kDLCUDA"
  const char *OldName; ///< "kDLGPU" (dlpack up to v0.4), or nullptr
  const char *Since;   ///< dlpack tag that first has Name: "v0.5"; "unreleased"
  HostAccess Host;
};

inline constexpr DeviceType DeviceTypes[] = {
    {1, "kDLCPU", nullptr, "v0.2", HostAccess::Always},
    {2, "kDLCUDA", "kDLGPU", "v0.5", HostAccess::Never},
    {3, "kDLCUDAHost", "kDLCPUPinned", "v0.5", HostAccess::Always},
    {4, "kDLOpenCL", nullptr, "v0.2", HostAccess::Never},
    {7, "kDLVulkan", nullptr, "v0.3", HostAccess::Never},
    {8, "kDLMetal", nullptr, "v0.2", HostAccess::Never},
    {9, "kDLVPI", nullptr, "v0.2", HostAccess::Unknown},
    {10, "kDLROCM", nullptr, "v0.2", HostAccess::Never},
    {11, "kDLROCMHost", nullptr, "v0.6", HostAccess::Always},
    {12, "kDLExtDev", nullptr, "v0.3", HostAccess::Unknown},
    {13, "kDLCUDAManaged", nullptr, "v0.6", HostAccess::AfterSynchronise},
    {14, "kDLOneAPI", nullptr, "v0.7", HostAccess::Unknown},
    {15, "kDLWebGPU", nullptr, "v0.7", HostAccess::Never},
    {16, "kDLHexagon", nullptr, "v0.7", HostAccess::Unknown},
    {17, "kDLMAIA", nullptr, "v1.0", HostAccess::Never},
    {18, "kDLTrn", nullptr, "v1.2", HostAccess::Unknown},
    {19, "kDLTPU", nullptr, "unreleased", HostAccess::Never},
    {20, "kDLTPUHost", nullptr, "unreleased", HostAccess::Always},
    {21, "kDLAscend", nullptr, "unreleased", HostAccess::Unknown},
};

/// The entry for \p Value, or nullptr for a value that means no device (0, 5,
/// 6 and everything above 21).
const DeviceType *deviceType(int Value);

/// "kDLCUDA", or "device type 42" for a value without a name.
std::string deviceName(int Value);

/// The device types a value may have at one point of a program.
///
/// Values 0 .. 62 are tracked one by one; all others (DLDeviceType is an
/// int32_t, so all of them can arrive) share one member, "any other value".
/// Removing one of those others therefore removes nothing, which keeps the
/// set an over-approximation when `type != 100` is learnt.
class DeviceSet {
public:
  constexpr DeviceSet() = default;

  static constexpr DeviceSet none() { return DeviceSet(); }
  static constexpr DeviceSet all() { return DeviceSet(~std::uint64_t(0)); }
  static constexpr DeviceSet of(std::initializer_list<int> Values) {
    DeviceSet Set;
    for (int V : Values)
      Set.insert(V);
    return Set;
  }

  constexpr bool contains(int Value) const { return (Bits & bit(Value)) != 0; }
  constexpr void insert(int Value) { Bits |= bit(Value); }
  constexpr void erase(int Value) {
    if (isTracked(Value))
      Bits &= ~bit(Value);
  }

  constexpr bool empty() const { return Bits == 0; }
  constexpr bool isAll() const { return ~Bits == 0; }
  constexpr bool isSubsetOf(DeviceSet Other) const {
    return (Bits & ~Other.Bits) == 0;
  }
  constexpr bool intersects(DeviceSet Other) const {
    return (Bits & Other.Bits) != 0;
  }
  /// Whether values above 62 or below 0 are in the set.
  constexpr bool admitsUnknown() const { return (Bits & OtherBit) != 0; }

  /// Every value that is not in the set. Exact for sets without "any other
  /// value"; to learn `type != V` use erase(V).
  constexpr DeviceSet complement() const { return DeviceSet(~Bits); }

  /// The one value of a set that holds exactly one tracked value.
  std::optional<int> single() const;

  /// Number of members; "any other value" counts as one.
  unsigned size() const;

  /// Calls \p Visit with each tracked member, smallest first.
  template <typename Visitor> void forEach(Visitor Visit) const {
    for (int V = 0; V <= LastTracked; ++V)
      if (contains(V))
        Visit(V);
  }

  /// For messages: "kDLCPU, kDLCUDA"; "kDLCPU, kDLCUDA, kDLCUDAHost, ...";
  /// "any device type"; "any device type except kDLCPU"; "no device type".
  std::string str(unsigned MaxNames = 4) const;

  friend constexpr DeviceSet operator&(DeviceSet L, DeviceSet R) {
    return DeviceSet(L.Bits & R.Bits);
  }
  friend constexpr DeviceSet operator|(DeviceSet L, DeviceSet R) {
    return DeviceSet(L.Bits | R.Bits);
  }
  friend constexpr DeviceSet operator-(DeviceSet L, DeviceSet R) {
    return DeviceSet(L.Bits & ~R.Bits);
  }
  friend constexpr bool operator==(DeviceSet L, DeviceSet R) {
    return L.Bits == R.Bits;
  }
  friend constexpr bool operator!=(DeviceSet L, DeviceSet R) {
    return L.Bits != R.Bits;
  }

private:
  static constexpr int LastTracked = 62;
  static constexpr std::uint64_t OtherBit = std::uint64_t(1) << 63;

  explicit constexpr DeviceSet(std::uint64_t Bits) : Bits(Bits) {}
  static constexpr bool isTracked(int Value) {
    return Value >= 0 && Value <= LastTracked;
  }
  static constexpr std::uint64_t bit(int Value) {
    return isTracked(Value) ? std::uint64_t(1) << Value : OtherBit;
  }

  std::uint64_t Bits = 0;
};

/// Device types with the given host access.
constexpr DeviceSet withHostAccess(HostAccess Access) {
  DeviceSet Set;
  for (const DeviceType &D : DeviceTypes)
    if (D.Host == Access)
      Set.insert(D.Value);
  return Set;
}

/// Device types whose data the host may read at any time: 1, 3, 11, 20.
constexpr DeviceSet hostReadable() {
  return withHostAccess(HostAccess::Always);
}

/// The same once the device has been synchronised: 13 (managed) joins them.
constexpr DeviceSet hostReadableAfterSync() {
  return hostReadable() | withHostAccess(HostAccess::AfterSynchronise);
}

/// Every device type that has a name.
constexpr DeviceSet namedDeviceTypes() {
  DeviceSet Set;
  for (const DeviceType &D : DeviceTypes)
    Set.insert(D.Value);
  return Set;
}

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_DEVICETYPES_H
