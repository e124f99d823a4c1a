//===- dtype.h - Element types of DLPack and of C++ -------------*- C++ -*-===//
//
// Part of dlpack_guard.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_DTYPE_H
#define DLPACK_GUARD_DTYPE_H

#include "dlpack_guard/abi.h"
#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace dlpack_guard {

/// The values of DLDataTypeCode that C++ has types for, as numbers: an older
/// dlpack.h lists fewer.
namespace dtype_code {
inline constexpr std::uint8_t Int = 0;
inline constexpr std::uint8_t UInt = 1;
inline constexpr std::uint8_t Float = 2;
inline constexpr std::uint8_t OpaqueHandle = 3;
inline constexpr std::uint8_t Bfloat = 4;
inline constexpr std::uint8_t Complex = 5;
inline constexpr std::uint8_t Bool = 6;
inline constexpr std::uint8_t Bcomplex = 18;
} // namespace dtype_code

/// The DLDataType of a C++ type. To add a type (a half, say) specialise it with
/// `static constexpr DLDataType value{code, bits, lanes};`.
template <typename T, typename = void> struct dtype_traits;

template <> struct dtype_traits<bool> {
  static constexpr DLDataType value{dtype_code::Bool, 8 * sizeof(bool), 1};
};
template <typename T>
struct dtype_traits<T, std::enable_if_t<std::is_integral_v<T>>> {
  static constexpr DLDataType value{std::is_signed_v<T> ? dtype_code::Int
                                                        : dtype_code::UInt,
                                    8 * sizeof(T), 1};
};
template <> struct dtype_traits<float> {
  static constexpr DLDataType value{dtype_code::Float, 32, 1};
};
template <> struct dtype_traits<double> {
  static constexpr DLDataType value{dtype_code::Float, 64, 1};
};
template <> struct dtype_traits<std::complex<float>> {
  static constexpr DLDataType value{dtype_code::Complex, 64, 1};
};
template <> struct dtype_traits<std::complex<double>> {
  static constexpr DLDataType value{dtype_code::Complex, 128, 1};
};

/// The DLDataType of \p T, const or not.
template <typename T> constexpr DLDataType dtype_of() {
  return dtype_traits<std::remove_cv_t<T>>::value;
}

constexpr bool same_dtype(const DLDataType &L, const DLDataType &R) {
  return L.code == R.code && L.bits == R.bits && L.lanes == R.lanes;
}

/// Whether DLPack defines this code with this number of bits. Codes newer than
/// this header are unknown whatever version a capsule is stamped with.
constexpr bool is_known_dtype(const DLDataType &Type) {
  const unsigned Bits = Type.bits;
  switch (Type.code) {
  case dtype_code::Int:
  case dtype_code::UInt:
    return Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64 || Bits == 4 ||
           Bits == 2 || Bits == 1 || Bits == 128;
  case dtype_code::Float:
    return Bits == 16 || Bits == 32 || Bits == 64 || Bits == 80 || Bits == 128;
  case dtype_code::Bfloat:
    return Bits == 16;
  case dtype_code::Complex:
    return Bits == 32 || Bits == 64 || Bits == 128;
  case dtype_code::Bool:
    return Bits == 8;
  case dtype_code::Bcomplex:
    return Bits == 32;
  case 15: // kDLFloat6_e2m3fn
  case 16: // kDLFloat6_e3m2fn
    return Bits == 6;
  case 17: // kDLFloat4_e2m1fn
    return Bits == 4;
  default: // 7 .. 14: the float8 family; 3 is opaque, never data
    return Type.code >= 7 && Type.code <= 14 && Bits == 8;
  }
}

/// Bits of one element, all lanes.
constexpr std::int64_t element_bits(const DLDataType &Type) {
  return std::int64_t(Type.bits) * Type.lanes;
}

/// Bytes the address of an element must be a multiple of so that C++ may read
/// it as what it is: the size of the scalar, the half of it for complex types,
/// and no more than 8 (x86-64's 16-byte types live with that).
constexpr std::uint32_t natural_alignment(const DLDataType &Type) {
  const bool Pair =
      Type.code == dtype_code::Complex || Type.code == dtype_code::Bcomplex;
  const std::uint32_t Bytes = Type.bits / (Pair ? 16u : 8u);
  if (Bytes >= 8)
    return 8;
  return Bytes >= 4 ? 4 : Bytes >= 2 ? 2 : 1;
}

} // namespace dlpack_guard

#endif // DLPACK_GUARD_DTYPE_H
