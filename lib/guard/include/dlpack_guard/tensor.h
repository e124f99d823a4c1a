//===- tensor.h - The owner of an imported tensor ---------------*- C++ -*-===//
//
// Part of dlpack_guard.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_TENSOR_H
#define DLPACK_GUARD_TENSOR_H

#include "dlpack_guard/check.h"
#include <new>
#include <utility>

namespace dlpack_guard {

/// Owns a managed tensor, legacy or versioned, that passed a check; its deleter
/// runs exactly once. Move-only. An empty Tensor owns nothing.
class Tensor {
public:
  /// Runs \p Deleter on \p Managed in the surroundings it needs. Python's takes
  /// the GIL, and does nothing once the interpreter is gone.
  using Gate = void (*)(void (*Deleter)(void *Managed), void *Managed);

  Tensor() noexcept = default;
  Tensor(const Tensor &) = delete;
  Tensor &operator=(const Tensor &) = delete;
  Tensor(Tensor &&Other) noexcept { steal(Other); }
  Tensor &operator=(Tensor &&Other) noexcept {
    if (this != &Other) {
      reset();
      steal(Other);
    }
    return *this;
  }
  ~Tensor() { reset(); }

  /// Takes \p Managed, checks it, and puts it into \p Out. Whatever the answer,
  /// \p Managed belongs to the callee from here on: a refused tensor is deleted
  /// at once, through \p Through if that is given. NULL is refused.
  static Status adopt(DLManagedTensorVersioned *Managed,
                      const Requirements &Wanted, Tensor &Out,
                      Gate Through = nullptr) noexcept {
    if (Managed != nullptr && Managed->version.major == AbiMajor &&
        Out.adoptAtOnce(Managed, Managed->dl_tensor, Wanted, Managed->flags,
                        true, Through))
      return {};
    return adoptClosely(Managed, Wanted, Out, Through);
  }
  /// The same for the legacy struct, which carries no flags: it counts as
  /// read-only unless Wanted.LegacyIsWritable.
  static Status adopt(DLManagedTensor *Managed, const Requirements &Wanted,
                      Tensor &Out, Gate Through = nullptr) noexcept {
    if (Managed != nullptr &&
        Out.adoptAtOnce(Managed, Managed->dl_tensor, Wanted,
                        legacyFlags(Wanted), false, Through))
      return {};
    return adoptClosely(Managed, Wanted, Out, Through);
  }

  /// adopt() for a tensor of this major version that is usual and fits; false
  /// leaves everything, and the ownership, as it was.
  static bool adopt_usual(DLManagedTensorVersioned *Managed,
                          const Requirements &Wanted, Tensor &Out,
                          Gate Through = nullptr) noexcept {
    return Out.adoptAtOnce(Managed, Managed->dl_tensor, Wanted, Managed->flags,
                           true, Through);
  }

  /// Whether a tensor is owned. The other accessors need one.
  explicit operator bool() const noexcept { return View != nullptr; }

  /// Number of dimensions.
  std::int32_t ndim() const noexcept { return View->ndim; }
  /// ndim() sizes; not to be touched for ndim() 0, where it may be NULL.
  const std::int64_t *shape() const noexcept { return View->shape; }
  std::int64_t shape(std::int32_t I) const noexcept { return View->shape[I]; }
  /// ndim() strides in elements, also where the producer left them out. Never
  /// NULL.
  const std::int64_t *strides() const noexcept {
    if (View->strides != nullptr)
      return View->strides;
    return Heap != nullptr ? Heap : Inline;
  }
  std::int64_t strides(std::int32_t I) const noexcept { return strides()[I]; }
  /// Number of elements.
  std::int64_t size() const noexcept {
    std::int64_t Product = 1;
    for (std::int32_t I = 0; I != View->ndim; ++I)
      if (View->shape[I] == 0)
        return 0;
    for (std::int32_t I = 0; I != View->ndim; ++I)
      Product *= View->shape[I];
    return Product;
  }
  DLDataType dtype() const noexcept { return View->dtype; }
  DLDevice device() const noexcept { return View->device; }
  std::int32_t device_type() const noexcept {
    return dlpack_guard::device_type(View->device);
  }
  /// Whether the data may not be written.
  bool read_only() const noexcept {
    return (Flags & DLPACK_FLAG_BITMASK_READ_ONLY) != 0;
  }
  /// Whether the producer says that this is a copy nobody else sees.
  bool is_copied() const noexcept {
    return (Flags & DLPACK_FLAG_BITMASK_IS_COPIED) != 0;
  }
  /// Whether elements smaller than a byte take a byte each.
  bool is_padded() const noexcept {
    return (Flags & DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED) != 0;
  }
  /// Whether the struct is the versioned one.
  bool is_versioned() const noexcept { return Versioned; }
  /// The struct as the producer made it. Its strides may be NULL and its data
  /// needs byte_offset added: prefer the accessors.
  const DLTensor &raw() const noexcept { return *View; }

  /// The address of the first element in \p Out: data plus byte_offset (bytes).
  /// Refused if T is not the element type (void stands for any), if T is not
  /// const and the tensor read-only, or if the device has handles and no
  /// addresses. NULL for a tensor without elements.
  template <typename T> Status data(T *&Out) const noexcept {
    Out = nullptr;
    if (View == nullptr)
      return nothing();
    if constexpr (!std::is_void_v<T>)
      if (!same_dtype(View->dtype, dtype_of<T>()))
        return Status(rule::Dtype, "the elements are {dtype}, not {dtype}",
                      Status::pack(View->dtype), Status::pack(dtype_of<T>()));
    if (!std::is_const_v<T> && read_only())
      return Status(rule::ReadOnly,
                    "the tensor is read-only, and its data is asked for "
                    "writing");
    if (detail::OpaqueHandles.contains(device_type()))
      return Status(rule::UncheckedDevice,
                    "data on {device} is a handle, not an address",
                    device_type())
          .advise("use raw().data and raw().byte_offset with the device's own "
                  "library");
    if (View->data != nullptr && size() != 0)
      Out = reinterpret_cast<T *>(static_cast<char *>(View->data) +
                                  View->byte_offset);
    return {};
  }
  /// The same, but throws Error instead (ends the program where there are no
  /// exceptions). Cannot fail after an import that asked for
  /// Requirements::of<T>().
  template <typename T> T *data() const {
    T *Address;
    if (Status Bad = data(Address); !Bad)
      detail::fail(Bad);
    return Address;
  }

  /// Runs the deleter now.
  void reset() noexcept {
    if (Managed != nullptr) {
      void *Owned = std::exchange(Managed, nullptr);
      void (*const Delete)(void *) = Versioned
                                         ? deleteAs<DLManagedTensorVersioned>
                                         : deleteAs<DLManagedTensor>;
      if (Through != nullptr)
        Through(Delete, Owned);
      else
        Delete(Owned);
    }
    View = nullptr;
    if (Heap != nullptr)
      delete[] std::exchange(Heap, nullptr);
  }

  /// Gives the struct up: the caller must run its deleter. NULL if the other
  /// struct is owned.
  DLManagedTensorVersioned *release_versioned() noexcept {
    return Versioned ? static_cast<DLManagedTensorVersioned *>(release())
                     : nullptr;
  }
  DLManagedTensor *release_legacy() noexcept {
    return Versioned ? nullptr : static_cast<DLManagedTensor *>(release());
  }

private:
  static constexpr std::int32_t InlineDimensions = 6;

  Tensor(void *Managed, bool Versioned, Gate Through) noexcept
      : Managed(Managed), Through(Through), Versioned(Versioned) {}

  static Status nothing() noexcept {
    return Status(rule::CapsuleOwnership, "there is no tensor")
        .advise("hand over a tensor that nobody else has taken");
  }

  template <typename Struct> static void deleteAs(void *Owned) {
    auto *Typed = static_cast<Struct *>(Owned);
    if (Typed->deleter != nullptr)
      Typed->deleter(Typed);
  }

  static std::uint64_t legacyFlags(const Requirements &Wanted) noexcept {
    return Wanted.LegacyIsWritable ? 0 : DLPACK_FLAG_BITMASK_READ_ONLY;
  }

  /// Takes a usual tensor that fits; false leaves everything as it was.
  bool adoptAtOnce(void *Taken, const DLTensor &Found,
                   const Requirements &Wanted, std::uint64_t TakenFlags,
                   bool IsVersioned, Gate TakenThrough) noexcept {
    if (!detail::fitsAtOnce(Found, Wanted,
                            TakenFlags & DLPACK_FLAG_BITMASK_READ_ONLY))
      return false;
    if (Managed != nullptr)
      reset();
    Managed = Taken;
    View = &Found;
    Through = TakenThrough;
    Flags = TakenFlags;
    Versioned = IsVersioned;
    return true;
  }

  DLPACK_GUARD_COLD static Status
  adoptClosely(DLManagedTensorVersioned *Managed, const Requirements &Wanted,
               Tensor &Out, Gate Through) noexcept {
    if (Managed == nullptr)
      return nothing();
    Tensor Made(Managed, true, Through);
    // Of another major version nothing but version, manager_ctx and deleter
    // can be relied on, so the tensor is not touched before this.
    if (Managed->version.major != AbiMajor)
      return Status(rule::Version,
                    "the tensor has the layout of DLPack {}.{}, and {}.x is "
                    "understood",
                    Managed->version.major, Managed->version.minor, AbiMajor)
          .advise("ask the producer for max_version=(1, 3)");
    Made.Flags = Managed->flags;
    return Made.admit(Managed->dl_tensor, Wanted, Out);
  }
  DLPACK_GUARD_COLD static Status adoptClosely(DLManagedTensor *Managed,
                                               const Requirements &Wanted,
                                               Tensor &Out,
                                               Gate Through) noexcept {
    if (Managed == nullptr)
      return nothing();
    Tensor Made(Managed, false, Through);
    Made.Flags = legacyFlags(Wanted);
    return Made.admit(Managed->dl_tensor, Wanted, Out);
  }

  Status admit(const DLTensor &Found, const Requirements &Wanted,
               Tensor &Out) noexcept {
    if (Status Bad = check(Found, Wanted, read_only()); !Bad)
      return Bad;
    View = &Found;
    if (Found.strides == nullptr && !fillStrides())
      return Status(rule::Strides, "no memory for {} strides", Found.ndim)
          .advise("free memory and try again");
    Out = std::move(*this);
    return {};
  }

  /// Writes row-major strides down; false if memory ran out.
  bool fillStrides() noexcept {
    std::int64_t *Into = Inline;
    if (View->ndim > InlineDimensions) {
      Heap = new (std::nothrow) std::int64_t[View->ndim];
      if ((Into = Heap) == nullptr)
        return false;
    }
    std::uint64_t Step = 1; // sizes next to a 0 may overflow; unused then
    for (std::int32_t I = View->ndim; I-- != 0;) {
      Into[I] = static_cast<std::int64_t>(Step);
      Step *= static_cast<std::uint64_t>(View->shape[I]);
    }
    return true;
  }

  void *release() noexcept {
    void *Owned = std::exchange(Managed, nullptr);
    reset();
    return Owned;
  }

  void steal(Tensor &Other) noexcept {
    Managed = std::exchange(Other.Managed, nullptr);
    View = std::exchange(Other.View, nullptr);
    Heap = std::exchange(Other.Heap, nullptr);
    Through = Other.Through;
    Flags = Other.Flags;
    Versioned = Other.Versioned;
    if (View != nullptr && View->strides == nullptr && Heap == nullptr)
      for (std::int32_t I = 0; I != View->ndim; ++I)
        Inline[I] = Other.Inline[I];
  }

  void *Managed = nullptr;
  const DLTensor *View = nullptr;
  std::int64_t *Heap = nullptr;
  Gate Through = nullptr;
  std::uint64_t Flags = 0;
  bool Versioned = false;
  std::int64_t Inline[InlineDimensions];
};

} // namespace dlpack_guard

#endif // DLPACK_GUARD_TENSOR_H
