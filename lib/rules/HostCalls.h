//===- HostCalls.h - Calls that move an array without DLPack ----*- C++ -*-===//
//
// Part of dlpack-tidy. The documented ways round DLPack: calls that go through
// __array__ or the library's own transfer, where their result lives, and
// whether it still shares memory with an immutable JAX array on the CPU.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_HOSTCALLS_H
#define DLPACK_TIDY_RULES_HOSTCALLS_H

#include <string_view>

namespace dlpack_tidy::rules {

enum class HostResult {
  /// Shares memory with an array on the CPU, copies from a device. For an
  /// immutable JAX array the view is read-only, but torch ignores that: writing
  /// through a tensor made from it changes the JAX array.
  ViewOrCopy,
  /// Always memory of its own.
  Copy,
  /// Python numbers, lists or bytes.
  Values
};

struct HostCall {
  /// "numpy.asarray", or ".tolist" for a method of the array.
  const char *Function;
  HostResult Result;
  /// The result is in host memory on every backend. Otherwise it is an array of
  /// the called library, on its default device or where the argument was.
  bool EndsOnHost;
};

struct HostCallRange {
  const HostCall *First;
  const HostCall *Last;
  const HostCall *begin() const { return First; }
  const HostCall *end() const { return Last; }
};
HostCallRange hostCalls();

/// The host call with this name, or nullptr. Methods are looked up with a dot
/// in front: ".tolist".
const HostCall *hostCall(std::string_view Dotted);

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_HOSTCALLS_H
