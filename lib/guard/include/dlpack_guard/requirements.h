//===- requirements.h - What a consumer can take ----------------*- C++ -*-===//
//
// Part of dlpack_guard.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_REQUIREMENTS_H
#define DLPACK_GUARD_REQUIREMENTS_H

#include "dlpack_guard/device_set.h"
#include "dlpack_guard/dtype.h"
#include <cstdint>

namespace dlpack_guard {

/// How the elements must lie. Dimensions of size 0 and 1 never matter, and a
/// tensor without elements has every layout.
enum class Layout : std::uint8_t {
  Any,       ///< any strides, negative and zero ones included
  C,         ///< row-major, no gaps
  Fortran,   ///< column-major, no gaps
  Contiguous ///< one of the two
};

/// Documented ways out that may be taken instead of refusing; none unless
/// asked for. Bits of a set.
enum class Fallback : std::uint8_t {
  None = 0,
  /// Copy through the host (numpy.array, else dl_device=kDLCPU with copy=True)
  /// where the array's device has no DLPack or is not accepted.
  HostCopy = 1,
  /// Leave dl_device out where the producer does not serve the one asked for.
  NativeDevice = 2
};
constexpr Fallback operator|(Fallback L, Fallback R) {
  return static_cast<Fallback>(static_cast<unsigned>(L) |
                               static_cast<unsigned>(R));
}
constexpr bool allows(Fallback Set, Fallback Way) {
  return (static_cast<unsigned>(Set) & static_cast<unsigned>(Way)) != 0;
}

/// What a tensor must be like. The default takes any element type, rank and
/// layout in host memory, for reading.
///
///     auto Wanted = Requirements::of<const float>().rank(2).order(Layout::C);
struct Requirements {
  /// Stands for "the consumer uses the device's default stream".
  static constexpr std::int64_t DefaultStream = -2;
  /// More dimensions than any library makes; bounds what a broken tensor with
  /// a random ndim can make us read.
  static constexpr std::int32_t MostDimensions = 64;

  DeviceSet Devices = DeviceSet::host();
  DLDataType Dtype{0, 0, 0}; ///< bits 0: any type DLPack defines, one lane
  std::int32_t MinRank = 0;
  std::int32_t MaxRank = MostDimensions;
  std::uint32_t Alignment = 0; ///< bytes; 0: the element type's own
  Layout Order = Layout::Any;
  bool Writable = false;
  /// A legacy capsule cannot say that its data are read-only; it counts as
  /// read-only unless this says that the producer is known to be writable.
  bool LegacyIsWritable = false;
  Fallback Ways = Fallback::None;
  /// The stream the consumer reads on, for CUDA and ROCm: -1 asks for no
  /// synchronisation, 1 and 2 are CUDA's legacy and per-thread default, greater
  /// numbers are handles. Ignored where the memory has no streams.
  std::int64_t Stream = DefaultStream;
  /// dl_device of the request; type 0: the array's own device.
  std::int32_t RequestType = 0;
  std::int32_t RequestId = 0;
  /// Ask the producer for a copy nobody else sees (copy=True).
  bool Copy = false;

  /// Elements of type \p T; for reading if T is const, else for writing too.
  template <typename T> static constexpr Requirements of() {
    Requirements Wanted;
    Wanted.Dtype = dtype_of<T>();
    Wanted.Writable = !std::is_const_v<T>;
    return Wanted;
  }
  constexpr Requirements on(DeviceSet Accepted) const {
    Requirements R = *this;
    R.Devices = Accepted;
    return R;
  }
  constexpr Requirements dtype(DLDataType Type) const {
    Requirements R = *this;
    R.Dtype = Type;
    return R;
  }
  constexpr Requirements rank(std::int32_t Exactly) const {
    return rank(Exactly, Exactly);
  }
  constexpr Requirements rank(std::int32_t Least, std::int32_t Most) const {
    Requirements R = *this;
    R.MinRank = Least;
    R.MaxRank = Most;
    return R;
  }
  constexpr Requirements order(Layout Wanted) const {
    Requirements R = *this;
    R.Order = Wanted;
    return R;
  }
  /// \p Bytes must be a power of two.
  constexpr Requirements aligned(std::uint32_t Bytes) const {
    Requirements R = *this;
    R.Alignment = Bytes;
    return R;
  }
  constexpr Requirements writable(bool Wanted = true) const {
    Requirements R = *this;
    R.Writable = Wanted;
    return R;
  }
  constexpr Requirements legacy_is_writable() const {
    Requirements R = *this;
    R.LegacyIsWritable = true;
    return R;
  }
  constexpr Requirements or_else(Fallback Way) const {
    Requirements R = *this;
    R.Ways = R.Ways | Way;
    return R;
  }
  constexpr Requirements stream(std::int64_t Handle) const {
    Requirements R = *this;
    R.Stream = Handle;
    return R;
  }
  constexpr Requirements request_device(std::int32_t Type,
                                        std::int32_t Id = 0) const {
    Requirements R = *this;
    R.RequestType = Type;
    R.RequestId = Id;
    return R;
  }
  constexpr Requirements copy(bool Wanted = true) const {
    Requirements R = *this;
    R.Copy = Wanted;
    return R;
  }
};

namespace detail {
/// The default, made once: import_tensor(x) need not fill one in each time.
inline constexpr Requirements AnyHostTensor{};
} // namespace detail

} // namespace dlpack_guard

#endif // DLPACK_GUARD_REQUIREMENTS_H
