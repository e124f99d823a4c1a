//===- Consumers.h - Calls that take a tensor through DLPack ----*- C++ -*-===//
//
// Part of dlpack-tidy. What a consumer does with the object it is handed: which
// protocol methods it calls and with which arguments (seen by handing each of
// them an object that records its calls), and what may be done with the result.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_CONSUMERS_H
#define DLPACK_TIDY_RULES_CONSUMERS_H

#include "rules/DeviceTypes.h"
#include "rules/ErrorMessages.h"
#include <string_view>

namespace dlpack_tidy::rules {

/// The `max_version` a consumer passes; {0, 0} when it passes none.
struct ProtocolVersion {
  int Major = 0;
  int Minor = 0;
};

struct Consumer {
  /// "torch.from_dlpack"; "nanobind::ndarray<T>" for a C++ parameter.
  const char *Function;
  const char *Library; ///< "PyTorch"
  /// Calls x.__dlpack_device__() before x.__dlpack__(), and so meets the errors
  /// of a backend without DLPack.
  bool AsksDevice;
  /// What its newest release passes as max_version.
  ProtocolVersion MaxVersion;
  /// Passes dl_device and copy as keywords even when not asked to (as None).
  bool PassesDeviceAndCopy;
  /// Passes `stream` (None for memory without streams).
  bool PassesStream;
  /// Releases of Library that take a raw capsule; empty: none.
  VersionRange TakesCapsule;
  /// Takes an object with __dlpack__.
  bool TakesObject;
  /// Prefers DLPack but also takes lists, scalars, NumPy arrays
  /// (torch.as_tensor): a hand-over only if the argument offers DLPack.
  bool TakesAnything;
  /// The result owns a copy: nothing of the producer is shared.
  bool Copies;
  /// The result shares memory and may be written through, also when the
  /// producer's array is read-only or immutable.
  bool CanWrite;
  /// Turns the producer's exception into its own TypeError.
  bool HidesErrors;
  /// Device types its newest release can take.
  DeviceSet Accepts;
  /// What its newest release raises itself for a device, an element type or a
  /// rank it cannot take, where an older one raised RuntimeError. Source for
  /// NumPy: pull request 31000, in 2.5.0.
  ExceptionSet Refuses;
};

struct ConsumerRange {
  const Consumer *First;
  const Consumer *Last;
  const Consumer *begin() const { return First; }
  const Consumer *end() const { return Last; }
};
ConsumerRange consumers();

/// The consumer with this fully qualified name ("torch.from_dlpack"; true
/// aliases of the libraries such as "torch.utils.dlpack.from_dlpack" too), or
/// nullptr. Import aliases ("np.from_dlpack") are for the caller to resolve.
const Consumer *consumer(std::string_view Dotted);

/// The module that text without its imports usually means: "np" is "numpy".
/// Empty for a name that is no customary alias.
std::string_view customaryModule(std::string_view Alias);

/// The exception types that reach the caller of \p C when a jax.Array with
/// fault \p Why is handed to it, in any JAX release from \p MinJax on.
ExceptionSet jaxExceptions(const Consumer &C, Fault Why, Version MinJax);

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_CONSUMERS_H
