//===- Sample.h - Tensors for the guard's tests -----------------*- C++ -*-===//

#ifndef DLPACK_GUARD_TEST_SAMPLE_H
#define DLPACK_GUARD_TEST_SAMPLE_H

#include "dlpack_guard/core.h"
#include <vector>

/// A float32 tensor over a buffer of 64 elements; tests bend one field each.
struct Sample {
  alignas(64) float Elements[64] = {};
  std::vector<std::int64_t> Shape, Strides;
  DLTensor T{};

  explicit Sample(std::vector<std::int64_t> Sizes,
                  std::vector<std::int64_t> Steps = {})
      : Shape(std::move(Sizes)), Strides(std::move(Steps)) {
    for (int I = 0; I != 64; ++I)
      Elements[I] = static_cast<float>(I);
    T.data = Elements;
    T.device = dlpack_guard::make_device(dlpack_guard::device::CPU);
    T.ndim = static_cast<std::int32_t>(Shape.size());
    T.dtype = dlpack_guard::dtype_of<float>();
    T.shape = Shape.data();
    T.strides = Strides.empty() ? nullptr : Strides.data();
  }
  Sample(const Sample &) = delete;
};

/// A managed tensor that counts what happens to it.
template <typename Struct> struct Managed {
  Sample Of;
  Struct M{};
  int Deleted = 0;

  explicit Managed(std::vector<std::int64_t> Sizes,
                   std::vector<std::int64_t> Steps = {})
      : Of(std::move(Sizes), std::move(Steps)) {
    M.dl_tensor = Of.T;
    M.manager_ctx = this;
    M.deleter = [](Struct *Self) {
      ++static_cast<Managed *>(Self->manager_ctx)->Deleted;
    };
    if constexpr (std::is_same_v<Struct, DLManagedTensorVersioned>)
      M.version = {1, 3};
  }
};
using Versioned = Managed<DLManagedTensorVersioned>;
using Legacy = Managed<DLManagedTensor>;

#endif // DLPACK_GUARD_TEST_SAMPLE_H
