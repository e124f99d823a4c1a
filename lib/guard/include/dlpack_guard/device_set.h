//===- device_set.h - Sets of device types ----------------------*- C++ -*-===//
//
// Part of dlpack_guard.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_DEVICE_SET_H
#define DLPACK_GUARD_DEVICE_SET_H

#include "dlpack_guard/rules.h"
#include <cstddef>
#include <initializer_list>

namespace dlpack_guard {

/// Device types a tensor may have. A value DLPack has no name for is in no set
/// but all(): what is not listed is refused.
class DeviceSet {
public:
  constexpr DeviceSet() = default;
  constexpr DeviceSet(std::initializer_list<std::int32_t> Types) {
    for (std::int32_t Type : Types)
      Bits |= bit(Type);
  }

  /// Memory the host may read at any time: kDLCPU, kDLCUDAHost, kDLROCMHost,
  /// kDLTPUHost. kDLCUDAManaged is not among them, because it may be read only
  /// once the device has been synchronised.
  static constexpr DeviceSet host() {
    DeviceSet Set;
    for (const DeviceRow &Row : DeviceRows)
      if (Row.Host == HostAccess::Always)
        Set.Bits |= bit(Row.Value);
    return Set;
  }
  /// Every device type, also one that has no name yet. For code that looks at
  /// the device itself before it touches the data.
  static constexpr DeviceSet all() {
    DeviceSet Set;
    Set.Bits = ~std::uint64_t(0);
    return Set;
  }

  constexpr bool contains(std::int32_t Type) const {
    return (Bits & bit(Type)) != 0;
  }
  constexpr bool is_subset_of(DeviceSet Other) const {
    return (Bits & ~Other.Bits) == 0;
  }
  friend constexpr DeviceSet operator|(DeviceSet L, DeviceSet R) {
    L.Bits |= R.Bits;
    return L;
  }
  friend constexpr bool operator==(DeviceSet L, DeviceSet R) {
    return L.Bits == R.Bits;
  }
  friend constexpr bool operator!=(DeviceSet L, DeviceSet R) {
    return L.Bits != R.Bits;
  }

private:
  /// Values outside 0 .. 62 share the last bit, which only all() has.
  static constexpr std::uint64_t bit(std::int32_t Type) {
    return std::uint64_t(1) << (Type >= 0 && Type < 63 ? Type : 63);
  }

  std::uint64_t Bits = 0;
};

/// "kDLCUDA", or nullptr for a value without a name.
constexpr const char *device_name(std::int32_t Type) {
  for (const DeviceRow &Row : DeviceRows)
    if (Row.Value == Type)
      return Row.Name;
  return nullptr;
}

namespace detail {

/// Whether the work on this memory is ordered by streams that `__dlpack__` can
/// be given. Host memory, Metal and the rest have none: there only None is
/// allowed.
constexpr bool hasStreams(std::int32_t Type) noexcept {
  return Type == device::CUDA || Type == device::CUDAManaged ||
         Type == device::ROCM;
}

} // namespace detail
} // namespace dlpack_guard

#endif // DLPACK_GUARD_DEVICE_SET_H
