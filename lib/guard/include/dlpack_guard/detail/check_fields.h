//===- check_fields.h - What is wrong with a tensor -------------*- C++ -*-===//
//
// Part of dlpack_guard. The exact checks, field by field; check.h asks them
// where its quick pass cannot tell.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_DETAIL_CHECK_FIELDS_H
#define DLPACK_GUARD_DETAIL_CHECK_FIELDS_H

#include "dlpack_guard/requirements.h"
#include "dlpack_guard/status.h"

#if defined(__GNUC__)
#define DLPACK_GUARD_COLD __attribute__((noinline, cold))
#define DLPACK_GUARD_FLAT __attribute__((flatten)) ///< calls are inlined
#else
#define DLPACK_GUARD_COLD
#define DLPACK_GUARD_FLAT
#endif

namespace dlpack_guard {
namespace detail {

/// DLTensor::data of these is a handle, so nothing can be added to it.
inline constexpr DeviceSet OpaqueHandles{device::OpenCL, device::Vulkan,
                                         device::Metal, device::WebGPU};

inline Status checkDtype(const DLDataType &Type, const Requirements &Wanted) {
  if (Wanted.Dtype.bits != 0) {
    if (same_dtype(Type, Wanted.Dtype))
      return {};
    return Status(rule::Dtype,
                  "the elements are {dtype}, and {dtype} is wanted",
                  Status::pack(Type), Status::pack(Wanted.Dtype))
        .advise("convert the array before handing it over (x.astype)");
  }
  if (Type.lanes == 1 && is_known_dtype(Type))
    return {};
  return Status(rule::Dtype, "the elements are {dtype}, which cannot be read",
                Status::pack(Type));
}

inline Status checkRank(const DLTensor &Tensor, const Requirements &Wanted) {
  if (Tensor.ndim < 0 || Tensor.ndim > Requirements::MostDimensions)
    return Status(rule::IncompleteExport,
                  "the tensor claims to have {} dimensions", Tensor.ndim)
        .advise("report this to the producer: the struct was not filled");
  if (Tensor.ndim < Wanted.MinRank || Tensor.ndim > Wanted.MaxRank)
    return Status(rule::Strides,
                  "the tensor has {} dimensions, and {} to {} are wanted",
                  Tensor.ndim, Wanted.MinRank, Wanted.MaxRank)
        .advise("reshape the array before handing it over");
  if (Tensor.ndim > 0 && Tensor.shape == nullptr)
    return Status(rule::IncompleteExport,
                  "the tensor has {} dimensions and no shape", Tensor.ndim)
        .advise("report this to the producer: the struct was not filled");
  return {};
}

/// What one pass over the shape finds.
struct Extent {
  std::int64_t Size = 1; ///< number of elements
  bool C = true;
  bool Fortran = true;
};

inline Status tooLarge(const DLTensor &Tensor) {
  return Status(rule::Narrowing,
                "the sizes of the {} dimensions multiply to more than an "
                "address can reach",
                Tensor.ndim)
      .advise("report this to the producer: shape or strides are wrong");
}

/// Shape and strides of a tensor with elements. Offsets are counted in bits
/// below, so that packed types are counted right; 2^63 bits hold any memory.
inline Status measureStrides(const DLTensor &Tensor, Extent &Found) {
  const std::int64_t Unit = element_bits(Tensor.dtype);
  std::int64_t Forward = 1, Reach = 0, Backward = 1;
  for (std::int32_t I = 0; I != Tensor.ndim; ++I) {
    const std::int64_t Last = Tensor.shape[I] - 1, Stride = Tensor.strides[I];
    if (Last == 0)
      continue;
    Found.Fortran &= Stride == Forward;
    Forward *= Tensor.shape[I]; // cannot overflow: the product was computed
    std::int64_t Span;
    // The magnitude of INT64_MIN overflows as well.
    if (__builtin_mul_overflow(Stride < 0 ? -(Stride + 1) : Stride, Last,
                               &Span) ||
        __builtin_add_overflow(Reach, Span, &Reach) ||
        __builtin_add_overflow(Reach, Stride < 0 ? Last : 0, &Reach))
      return tooLarge(Tensor);
  }
  for (std::int32_t I = Tensor.ndim; I-- != 0;) {
    if (Tensor.shape[I] == 1)
      continue;
    Found.C &= Tensor.strides[I] == Backward;
    Backward *= Tensor.shape[I];
  }
  std::int64_t Bits;
  if (__builtin_add_overflow(Reach, 1, &Reach) ||
      __builtin_mul_overflow(Reach, Unit, &Bits))
    return tooLarge(Tensor);
  return {};
}

inline Status measure(const DLTensor &Tensor, Extent &Found) {
  bool Overflow = false, Empty = false;
  std::int32_t Long = 0;
  for (std::int32_t I = 0; I != Tensor.ndim; ++I) {
    const std::int64_t Dimension = Tensor.shape[I];
    if (Dimension < 0)
      return Status(rule::IncompleteExport, "dimension {} has size {}", I,
                    Dimension)
          .advise("report this to the producer: the shape is wrong");
    Empty |= Dimension == 0;
    Long += Dimension > 1;
    Overflow |= __builtin_mul_overflow(Found.Size, Dimension, &Found.Size);
  }
  if (Empty) { // No element has an address, so strides mean nothing.
    Found.Size = 0;
    return {};
  }
  std::int64_t Bits;
  if (Overflow ||
      __builtin_mul_overflow(Found.Size, element_bits(Tensor.dtype), &Bits))
    return tooLarge(Tensor);
  if (Tensor.strides != nullptr)
    return measureStrides(Tensor, Found);
  Found.Fortran = Long <= 1; // NULL strides: row-major
  return {};
}

inline Status checkOrder(const Extent &Found, Layout Wanted) {
  if (Found.Size == 0)
    return {};
  const bool Fits =
      Wanted == Layout::Any || (Wanted == Layout::C && Found.C) ||
      (Wanted == Layout::Fortran && Found.Fortran) ||
      (Wanted == Layout::Contiguous && (Found.C || Found.Fortran));
  if (Fits)
    return {};
  const char *Text = Wanted == Layout::C
                         ? "the elements do not lie row-major without gaps"
                     : Wanted == Layout::Fortran
                         ? "the elements do not lie column-major without gaps"
                         : "the elements do not lie without gaps";
  return Status(rule::Strides, Text)
      .advise("hand over a contiguous copy (numpy.ascontiguousarray(x), "
              "x.contiguous())");
}

/// The address of the first element: it must exist, and be aligned.
inline Status checkAddress(const DLTensor &Tensor, std::uint32_t Alignment) {
  if (Tensor.data == nullptr)
    return Status(rule::NullData, "the tensor has elements and NULL data")
        .advise("report this to the producer: only a tensor without elements "
                "may have NULL data");
  const bool Handle = OpaqueHandles.contains(device_type(Tensor.device));
  const std::uintptr_t Base =
      Handle ? 0 : reinterpret_cast<std::uintptr_t>(Tensor.data);
  // No object is larger than PTRDIFF_MAX, and C++ cannot add more to a pointer.
  if (Tensor.byte_offset > PTRDIFF_MAX ||
      Tensor.byte_offset > UINTPTR_MAX - Base)
    return Status(rule::ByteOffset, "byte_offset leads past the last address")
        .advise("report this to the producer: byte_offset is wrong");
  if (((Base + static_cast<std::uintptr_t>(Tensor.byte_offset)) &
       (Alignment - 1)) == 0)
    return {};
  return Status(rule::ByteOffset,
                "the first element's address (data plus the byte_offset of {}) "
                "is no multiple of {} bytes",
                static_cast<std::int64_t>(Tensor.byte_offset), Alignment)
      .advise("hand over a copy, which has an address of its own "
              "(numpy.array(x))");
}

/// check() for tensors that may be wrong: says what is.
DLPACK_GUARD_COLD inline Status checkClosely(const DLTensor &Tensor,
                                             const Requirements &Wanted,
                                             bool ReadOnly) noexcept {
  const std::int32_t Type = device_type(Tensor.device);
  if (!Wanted.Devices.contains(Type))
    return Status(rule::UncheckedDevice,
                  "the tensor is on {device}, which is not accepted here", Type)
        .advise("move the array to an accepted device, or copy it to the host "
                "(numpy.array, jax.device_get, x.cpu())");
  if (Status Bad = checkDtype(Tensor.dtype, Wanted); !Bad)
    return Bad;
  if (Status Bad = checkRank(Tensor, Wanted); !Bad)
    return Bad;
  Extent Found;
  if (Status Bad = measure(Tensor, Found); !Bad)
    return Bad;
  if (Wanted.Order != Layout::Any)
    if (Status Bad = checkOrder(Found, Wanted.Order); !Bad)
      return Bad;
  if (Found.Size != 0) {
    const std::uint32_t Alignment =
        Wanted.Alignment ? Wanted.Alignment : natural_alignment(Tensor.dtype);
    if (Status Bad = checkAddress(Tensor, Alignment); !Bad)
      return Bad;
  }
  if (Wanted.Writable && ReadOnly)
    return Status(rule::ReadOnly, "the tensor is read-only, and a writable one "
                                  "is wanted")
        .advise("hand over a copy (numpy.array(x)), or take the data as const; "
                "JAX arrays are always read-only");
  return {};
}

} // namespace detail
} // namespace dlpack_guard

#endif // DLPACK_GUARD_DETAIL_CHECK_FIELDS_H
