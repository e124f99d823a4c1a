//===- exported.h - what a producer says of its array -----------*- C++ -*-===//
//
// Part of dlpack_guard. A description that is complete by construction: the
// producer writes down what it has, the export fills in the rest.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_EXPORTED_H
#define DLPACK_GUARD_EXPORTED_H

#include "dlpack_guard/core.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>

namespace dlpack_guard {

/// An array as its producer describes it. Shape and strides are copied in, in
/// elements. What is not said is: CPU memory, C order, no offset; writable
/// unless the pointer is to const.
///
///     return dlpack_guard::Exported(Self.data(), {Self.rows(), Self.cols()});
class Exported {
public:
  /// NumPy's limit; no library that DLPack knows takes more.
  static constexpr std::size_t MaxRank = 64;

  Exported() = default;

  /// An array of arithmetic or complex elements at \p Data. \p Extents is
  /// anything with begin() and end() over integers.
  template <typename T, typename Range>
  Exported(T *Data, const Range &Extents) {
    setData(Data);
    Rank = assign(Shape, Extents);
  }
  template <typename T>
  Exported(T *Data, std::initializer_list<std::int64_t> Extents) {
    setData(Data);
    Rank = assign(Shape, Extents);
  }

  /// The array that \p View describes, to pass on an imported tensor. A rank
  /// or shape that cannot be is refused at the export.
  Exported(const DLTensor &View, bool ReadOnly)
      : Data(View.data), Device(View.device), Dtype(View.dtype),
        Offset(View.byte_offset), Rank(MaxRank + 1), IsReadOnly(ReadOnly) {
    HasStrides = View.strides != nullptr;
    const auto Dims = static_cast<std::size_t>(View.ndim);
    if (View.ndim < 0 || Dims > MaxRank || (Dims > 0 && View.shape == nullptr))
      return;
    Rank = assign(Shape, Span{View.shape, Dims});
    if (HasStrides)
      StrideCount = assign(Strides, Span{View.strides, Dims});
  }

  // Only what is in use of the two arrays is copied.
  Exported(const Exported &Other) { *this = Other; }
  Exported(Exported &&Other) noexcept { *this = std::move(Other); }
  Exported &operator=(const Exported &Other) {
    if (this == &Other)
      return *this;
    copyFields(Other);
    Kept = Other.Kept;
    Synchronize = Other.Synchronize;
    CopyToHost = Other.CopyToHost;
    return *this;
  }
  Exported &operator=(Exported &&Other) noexcept {
    if (this == &Other)
      return *this;
    copyFields(Other);
    Kept = std::move(Other.Kept);
    Synchronize = std::move(Other.Synchronize);
    CopyToHost = std::move(Other.CopyToHost);
    return *this;
  }
  ~Exported() = default;

  /// Steps between elements, in elements, one for each dimension.
  template <typename Range> Exported &strides(const Range &Steps) {
    StrideCount = assign(Strides, Steps);
    HasStrides = true;
    return *this;
  }
  Exported &strides(std::initializer_list<std::int64_t> Steps) {
    return strides<std::initializer_list<std::int64_t>>(Steps);
  }
  /// For elements that C++ has no type for (bfloat16, float8, int4, lanes).
  Exported &dtype(DLDataType Type) {
    Dtype = Type;
    return *this;
  }
  /// The device of the memory: a kDL… or device::… value. Of CPU memory the id
  /// is always 0.
  Exported &device(std::int32_t Type, std::int32_t Id = 0) {
    Device = make_device(Type, Id);
    return *this;
  }
  /// Bytes from the pointer to the first element, for devices whose pointers
  /// are handles; elsewhere the export adds it to the pointer.
  Exported &byte_offset(std::uint64_t Bytes) {
    Offset = Bytes;
    return *this;
  }
  Exported &read_only(bool Is = true) {
    IsReadOnly = Is;
    return *this;
  }
  /// Negative strides go out only when asked for: PyTorch before 2.14 aborts
  /// the process on them, and JAX, MLX and Arrow refuse them.
  Exported &allow_negative_strides() {
    MayBeNegative = true;
    return *this;
  }
  /// The owner of the memory, in place of the Python object that is exported.
  /// It is released on any thread, without the GIL.
  Exported &keep(std::shared_ptr<const void> Owner) {
    Kept = std::move(Owner);
    return *this;
  }
  /// Makes the elements safe to use on the consumer's stream; needed on CUDA,
  /// ROCm and managed memory. The argument is the consumer's stream: CUDA 1
  /// (legacy default), 2 (per-thread default) or a handle; ROCm 0 or a handle.
  /// False refuses the export. Not called where the consumer passed -1.
  Exported &synchronize(std::function<bool(std::int64_t Stream)> Wait) {
    Synchronize = std::move(Wait);
    return *this;
  }
  /// Copies the elements to host memory, compact in C order, for a consumer
  /// that asks device memory for `dl_device=(1, 0)`; returns once they are
  /// there. False refuses the export.
  Exported &copy_to_host(std::function<bool(void *Destination)> Copy) {
    CopyToHost = std::move(Copy);
    return *this;
  }

  /// The description as a struct whose shape and strides are in this object.
  /// Its strides are NULL where none were given.
  DLTensor view() const {
    DLTensor View{};
    View.data = Data;
    View.device = Device;
    View.ndim = static_cast<std::int32_t>(Rank);
    View.dtype = Dtype;
    View.shape = const_cast<std::int64_t *>(Shape);
    View.strides = HasStrides ? const_cast<std::int64_t *>(Strides) : nullptr;
    View.byte_offset = Offset;
    return View;
  }
  bool isReadOnly() const { return IsReadOnly; }
  bool mayHaveNegativeStrides() const { return MayBeNegative; }
  /// Whether rank and strides fit together and into this object.
  bool isConsistent() const {
    return Rank <= MaxRank && (!HasStrides || StrideCount == Rank);
  }
  const std::shared_ptr<const void> &kept() const { return Kept; }
  const std::function<bool(std::int64_t)> &synchronizer() const {
    return Synchronize;
  }
  const std::function<bool(void *)> &hostCopier() const { return CopyToHost; }

private:
  struct Span {
    const std::int64_t *First;
    std::size_t Size;
    const std::int64_t *begin() const { return First; }
    const std::int64_t *end() const { return First + Size; }
  };

  void copyFields(const Exported &Other) noexcept {
    Data = Other.Data;
    Device = Other.Device;
    Dtype = Other.Dtype;
    Offset = Other.Offset;
    IsReadOnly = Other.IsReadOnly;
    HasStrides = Other.HasStrides;
    MayBeNegative = Other.MayBeNegative;
    Rank = Other.Rank;
    StrideCount = Other.StrideCount;
    std::copy_n(Other.Shape, std::min(Rank, MaxRank), Shape);
    std::copy_n(Other.Strides, std::min(StrideCount, MaxRank), Strides);
  }

  template <typename T> void setData(T *Start) {
    Data = const_cast<void *>(static_cast<const void *>(Start));
    IsReadOnly = std::is_const_v<T>;
    if constexpr (!std::is_void_v<T>)
      Dtype = dtype_of<std::remove_cv_t<T>>();
  }

  /// The number of \p Values, of which at most MaxRank are kept.
  template <typename Range>
  static std::size_t assign(std::int64_t *To, const Range &Values) {
    std::size_t Count = 0;
    for (const auto &Value : Values) {
      if (Count < MaxRank)
        To[Count] = static_cast<std::int64_t>(Value);
      ++Count;
    }
    return Count;
  }

  void *Data = nullptr;
  DLDevice Device = make_device(device::CPU);
  DLDataType Dtype{};
  std::uint64_t Offset = 0;
  std::size_t Rank = 0;
  std::size_t StrideCount = 0;
  bool IsReadOnly = false;
  bool HasStrides = false;
  bool MayBeNegative = false;
  std::int64_t Shape[MaxRank];
  std::int64_t Strides[MaxRank];
  std::shared_ptr<const void> Kept;
  std::function<bool(std::int64_t)> Synchronize;
  std::function<bool(void *)> CopyToHost;
};

} // namespace dlpack_guard

#endif // DLPACK_GUARD_EXPORTED_H
