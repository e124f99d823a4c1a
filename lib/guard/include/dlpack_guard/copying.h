//===- copying.h - compact copies of host memory ----------------*- C++ -*-===//
//
// Part of dlpack_guard. What `copy=True` needs: the elements of a strided
// tensor in host memory, one after the other in C order.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_COPYING_H
#define DLPACK_GUARD_COPYING_H

#include "dlpack_guard/device_set.h"
#include "dlpack_guard/dtype.h"
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

namespace dlpack_guard {
namespace detail {

/// XLA takes host memory without a copy only where it is aligned so far.
inline constexpr std::align_val_t CopyAlignment{64};

struct FreeAligned {
  void operator()(void *Memory) const {
    ::operator delete(Memory, CopyAlignment);
  }
};
using AlignedMemory = std::unique_ptr<void, FreeAligned>;

/// At least one byte, so that a NULL result always means "out of memory".
inline AlignedMemory allocateAligned(std::size_t Bytes) noexcept {
  return AlignedMemory(
      ::operator new(Bytes != 0 ? Bytes : 1, CopyAlignment, std::nothrow));
}

/// Whether host code may read this memory at any time.
inline bool isHostMemory(const DLDevice &Device) {
  return DeviceSet::host().contains(device_type(Device));
}

/// A strided view, without what else a DLTensor has: the caller has looked at
/// that. Strides are in elements.
struct StridedView {
  const std::int64_t *Shape;
  const std::int64_t *Strides;
  std::int32_t Rank;
  std::size_t ItemBytes;
};

/// Copies from dimension \p Dim on; returns where the next element goes.
inline char *copyFrom(const StridedView &View, std::int32_t Dim,
                      const char *Source, char *Destination) {
  const auto Item = static_cast<std::int64_t>(View.ItemBytes);
  if (Dim == View.Rank) {
    std::memcpy(Destination, Source, View.ItemBytes);
    return Destination + Item;
  }
  const std::int64_t Extent = View.Shape[Dim];
  if (Dim + 1 == View.Rank && View.Strides[Dim] == 1) {
    std::memcpy(Destination, Source, static_cast<std::size_t>(Extent * Item));
    return Destination + Extent * Item;
  }
  for (std::int64_t Index = 0; Index < Extent; ++Index)
    Destination = copyFrom(
        View, Dim + 1, Source + Index * View.Strides[Dim] * Item, Destination);
  return Destination;
}

/// Copies the elements of \p View to \p Destination, \p Bytes of them, in C
/// order. False, and nothing copied, where the host cannot read them. Where the
/// view is not compact its elements are whole bytes: smaller ones have no
/// address of their own.
inline bool copyCompact(void *Destination, const DLTensor &View,
                        std::uint64_t Bytes, bool IsCompact) {
  if (!isHostMemory(View.device))
    return false;
  if (Bytes == 0)
    return true;
  const char *Source = static_cast<const char *>(View.data) + View.byte_offset;
  if (IsCompact || View.strides == nullptr)
    std::memcpy(Destination, Source, static_cast<std::size_t>(Bytes));
  else
    copyFrom({View.shape, View.strides, View.ndim,
              static_cast<std::size_t>(element_bits(View.dtype) / 8)},
             0, Source, static_cast<char *>(Destination));
  return true;
}

} // namespace detail
} // namespace dlpack_guard

#endif // DLPACK_GUARD_COPYING_H
