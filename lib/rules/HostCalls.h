//===- HostCalls.h - Calls that bring an array to the host ------*- C++ -*-===//
//
// Part of dlpack-tidy. The documented ways round DLPack: calls that end in host
// memory on every backend, and whether their result still shares memory with
// an immutable JAX array on the CPU.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_HOSTCALLS_H
#define DLPACK_TIDY_RULES_HOSTCALLS_H

#include <string_view>

namespace dlpack_tidy::rules {

enum class HostResult {
  /// Shares memory with a CPU array, copies from a device. numpy.asarray of a
  /// JAX CPU array is a read-only view, and writing through a tensor made from
  /// it changes the JAX array.
  ViewOrCopy,
  /// Always memory of its own.
  Copy,
  /// Python numbers and lists.
  Values
};

struct HostCall {
  /// "numpy.asarray", or ".tolist" for a method of the array.
  const char *Function;
  HostResult Result;
  /// Goes through __array__ or the library's own transfer and never through
  /// DLPack, so it works on every backend.
  bool AvoidsDLPack;
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
