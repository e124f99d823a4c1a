// Stands in for PyTorch's header where it is not installed.
#pragma once
#include <dlpack/dlpack.h>
namespace at {
class Tensor;
Tensor fromDLPack(DLManagedTensor *);
DLManagedTensor *toDLPack(const Tensor &);
} // namespace at
