//===- check.h - Is this tensor what the consumer can take? -----*- C++ -*-===//
//
// Part of dlpack_guard. Pure validation of the struct: no allocation, no
// Python, and no element is read.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_CHECK_H
#define DLPACK_GUARD_CHECK_H

#include "dlpack_guard/detail/check_fields.h"

namespace dlpack_guard {
namespace detail {

/// The power-of-two sizes is_known_dtype() knows of a code, as one mask; codes
/// and sizes beyond these take the long way.
inline constexpr std::uint8_t UsualBits[] = {
    0xFF, 0xFF, 16 | 32 | 64 | 128, 0, 16, 32 | 64 | 128, 8};

constexpr bool isUsualDtype(const DLDataType &Type) {
  return Type.lanes == 1 && Type.code < sizeof UsualBits &&
         (Type.bits & (Type.bits - 1)) == 0 &&
         (UsualBits[Type.code] & Type.bits) != 0;
}

/// Whether strides with gaps, or negative ones, stay within 2^50 elements.
inline bool reachesLittle(const DLTensor &Tensor) noexcept {
  std::uint64_t Reach = 0, Large = 0;
  for (std::int32_t I = 0; I != Tensor.ndim; ++I) {
    const auto Last = static_cast<std::uint64_t>(Tensor.shape[I]) - 1;
    const std::int64_t Stride = Tensor.strides[I];
    const auto Step = static_cast<std::uint64_t>(Stride < 0 ? ~Stride : Stride);
    Large |= Step;
    Reach += Last * (Step + 1);
  }
  return Large < (1u << 28) && Reach < (std::uint64_t(1) << 50);
}

/// Whether the shape is a usual one and the elements lie as wanted: up to 16
/// sizes from 1 to 2^28, so that there is no overflow to look for.
inline bool liesAsWanted(const DLTensor &Tensor, Layout Order) noexcept {
  std::uint64_t Size = 1, Large = 0, Gaps = 0;
  for (std::int32_t I = Tensor.ndim; I-- != 0;) {
    const auto Last = static_cast<std::uint64_t>(Tensor.shape[I]) - 1;
    const auto Stride = static_cast<std::uint64_t>(Tensor.strides[I]);
    Gaps |= Last != 0 ? Stride ^ Size : 0;
    Large |= Last | (Size >> 6); // a size of 0 is huge here
    Size *= Last + 1;
  }
  if (Large >= (1u << 28) || Order == Layout::Fortran)
    return false;
  return Gaps == 0 || (Order == Layout::Any && reachesLittle(Tensor));
}

/// Whether \p Tensor is a usual one and fits. False means only that
/// checkClosely() has to decide.
inline bool fitsAtOnce(const DLTensor &Tensor, const Requirements &Wanted,
                       bool ReadOnly) noexcept {
  const bool TypeFits =
      Wanted.Dtype.bits != 0
          ? Tensor.dtype.lanes == 1 && same_dtype(Tensor.dtype, Wanted.Dtype)
          : isUsualDtype(Tensor.dtype);
  const std::int32_t Device = device_type(Tensor.device);
  if (!TypeFits || !Wanted.Devices.contains(Device) ||
      OpaqueHandles.contains(Device) || Tensor.ndim < Wanted.MinRank ||
      Tensor.ndim > Wanted.MaxRank || Tensor.ndim < 0 || Tensor.ndim > 16 ||
      Tensor.strides == nullptr || Tensor.shape == nullptr ||
      (Wanted.Writable && ReadOnly) || !liesAsWanted(Tensor, Wanted.Order))
    return false;
  const auto Address = reinterpret_cast<std::uintptr_t>(Tensor.data);
  const std::uint32_t Alignment =
      Wanted.Alignment ? Wanted.Alignment : natural_alignment(Tensor.dtype);
  return Address != 0 && Tensor.byte_offset < (1u << 31) &&
         Address < UINTPTR_MAX / 2 &&
         ((Address + Tensor.byte_offset) & (Alignment - 1)) == 0;
}

} // namespace detail

/// Whether \p Tensor is what \p Wanted asks for. \p ReadOnly says whether its
/// data may not be written, which the struct itself cannot tell.
///
/// Looked at: ndim (0 .. 64), shape (sizes >= 0, product within 64 bits),
/// strides (elements; NULL is row-major; sizes 0 and 1 exempt), device, dtype
/// (code, bits, lanes), data and byte_offset (bytes). What the pointers point
/// to cannot be verified: shape and strides must hold ndim numbers.
inline Status check(const DLTensor &Tensor,
                    const Requirements &Wanted = detail::AnyHostTensor,
                    bool ReadOnly = false) noexcept {
  if (detail::fitsAtOnce(Tensor, Wanted, ReadOnly))
    return {};
  return detail::checkClosely(Tensor, Wanted, ReadOnly);
}

} // namespace dlpack_guard

#endif // DLPACK_GUARD_CHECK_H
