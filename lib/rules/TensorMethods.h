//===- TensorMethods.h - Which calls view, and which write -----*- C++ -*-===//
//
// Part of dlpack-tidy. What the methods and functions of NumPy and PyTorch do
// with the memory of a tensor: hand out another view of it, or write into it.
// Seen by writing through the result of each and looking at the tensor again.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_TENSORMETHODS_H
#define DLPACK_TIDY_RULES_TENSORMETHODS_H

#include <string_view>

namespace dlpack_tidy::rules {

/// `t.view(-1)`, `t.cpu()` of a tensor on the CPU, `a.reshape(2, 2)`: the same
/// memory. What copies for some arguments (`t.float()`, `t.to(dtype)`) is not
/// among them.
bool isViewMethod(std::string_view Method);

/// `t.T`, `t.data`: the same memory.
bool isViewAttribute(std::string_view Attribute);

/// `torch.reshape(t, …)`, `torch.nn.Parameter(t)`, `numpy.ravel(a)`: the same
/// memory as the first argument's.
bool isViewFunction(std::string_view Dotted);

/// `t.add_(1)`, `a.fill(0)`: the method changes the tensor's elements.
bool isWritingMethod(std::string_view Method);

/// `numpy.copyto(a, b)`, `torch.nn.init.zeros_(t)`: the function changes the
/// elements of its first argument.
bool isWritingFunction(std::string_view Dotted);

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_TENSORMETHODS_H
