//===- managed.h - make a managed tensor ------------------------*- C++ -*-===//
//
// Part of dlpack_guard. For producers without Python: one allocation holds the
// managed struct, copies of shape and strides, and the owner of the memory, so
// nothing that the consumer reads can die before the deleter has run.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_MANAGED_H
#define DLPACK_GUARD_MANAGED_H

#include "dlpack_guard/abi.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace dlpack_guard {

/// The DLPack version of the structs that this header makes.
inline constexpr DLPackVersion ProducedVersion{AbiMajor, AbiMinor};

namespace detail {

/// The managed struct is the first member, so its address is the package's.
/// Shape and strides follow the struct in the same allocation.
template <typename Managed, typename Owner> struct Package {
  Managed Handle;
  Owner Kept;

  static constexpr std::size_t extentsOffset() {
    constexpr std::size_t Unit = alignof(std::int64_t);
    return (sizeof(Package) + Unit - 1) / Unit * Unit;
  }

  std::int64_t *extents() {
    return reinterpret_cast<std::int64_t *>(reinterpret_cast<char *>(this) +
                                            extentsOffset());
  }

  static void destroy(Managed *Handle) {
    auto *Self = static_cast<Package *>(Handle->manager_ctx);
    Self->~Package();
    std::free(Self);
  }
};

/// Copies shape and strides to \p Extents, filling in C order where the view
/// has no strides. Strides of a scalar are not NULL either: PyTorch refuses an
/// offset without strides.
inline void ownExtents(DLTensor &Made, const DLTensor &View,
                       std::int64_t *Extents) {
  const auto Rank = static_cast<std::size_t>(View.ndim);
  Made.shape = Extents;
  Made.strides = Extents + Rank;
  if (Rank == 0)
    return;
  std::memcpy(Made.shape, View.shape, Rank * sizeof(std::int64_t));
  if (View.strides != nullptr) {
    std::memcpy(Made.strides, View.strides, Rank * sizeof(std::int64_t));
    return;
  }
  // Unsigned, because a tensor without elements may have any other extents.
  std::uint64_t Step = 1;
  for (std::size_t Dim = Rank; Dim-- > 0;) {
    Made.strides[Dim] = static_cast<std::int64_t>(Step);
    Step *=
        static_cast<std::uint64_t>(View.shape[Dim] > 0 ? View.shape[Dim] : 1);
  }
}

inline void label(DLManagedTensor &, std::uint64_t) {}
inline void label(DLManagedTensorVersioned &Made, std::uint64_t Flags) {
  Made.version = ProducedVersion;
  Made.flags = Flags;
}

} // namespace detail

/// A managed tensor over the memory that \p View describes.
///
/// \tparam Managed DLManagedTensor or DLManagedTensorVersioned.
/// \param View shape and strides in elements; both are copied, and NULL strides
///        are filled in C order.
/// \param Flags DLPACK_FLAG_BITMASK_*; a DLManagedTensor cannot carry any.
/// \param Kept keeps the memory alive; moved in, destroyed by the deleter, on
///        whatever thread the consumer calls it.
/// \returns NULL when there is no memory, and for a view with a negative rank
///          or without the shape its rank needs; \p Kept is then untouched.
template <typename Managed, typename Owner>
Managed *make_managed(const DLTensor &View, std::uint64_t Flags,
                      Owner &&Kept) noexcept {
  using Package = detail::Package<Managed, std::decay_t<Owner>>;
  static_assert(std::is_nothrow_move_constructible_v<std::decay_t<Owner>>,
                "an owner that may throw would leave the tensor half made");
  static_assert(alignof(Package) <= alignof(std::max_align_t),
                "malloc does not align that far");
  if (View.ndim < 0 || (View.ndim > 0 && View.shape == nullptr))
    return nullptr;
  const auto Rank = static_cast<std::size_t>(View.ndim);
  void *Memory = std::malloc(Package::extentsOffset() +
                             (2 * Rank + 1) * sizeof(std::int64_t));
  if (Memory == nullptr)
    return nullptr;
  auto *Made = new (Memory) Package{Managed{}, std::forward<Owner>(Kept)};
  Made->Handle.dl_tensor = View;
  detail::ownExtents(Made->Handle.dl_tensor, View, Made->extents());
  Made->Handle.manager_ctx = Made;
  Made->Handle.deleter = Package::destroy;
  detail::label(Made->Handle, Flags);
  return &Made->Handle;
}

} // namespace dlpack_guard

#endif // DLPACK_GUARD_MANAGED_H
