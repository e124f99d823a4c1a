//===- Producers.h - What array libraries export ----------------*- C++ -*-===//
//
// Part of dlpack-tidy. Per producer and release: the device types it serves in
// `dl_device`, the kind of capsule it makes, the flags it sets.
//
// Run: JAX 0.4.25 .. 0.12.0.1, NumPy 2.5, PyTorch 2.15, TensorFlow 2.21, MLX
// 0.32, tvm-ffi 0.1.15, array-api-strict 2.6, pyarrow 26, Warp 1.19, ONNX
// Runtime 1.32, nanobind 3.1. Read: CuPy 15, and where each release began.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_PRODUCERS_H
#define DLPACK_TIDY_RULES_PRODUCERS_H

#include "rules/DeviceTypes.h"
#include "rules/Versions.h"

namespace dlpack_tidy::rules {

enum class Library {
  Jax,
  NumPy,
  PyTorch,
  CuPy,
  TensorFlow,
  Mlx,
  Nanobind,
  TvmFfi,
  ArrayApiStrict,
  PyArrow,
  Warp,
  OnnxRuntime
};

/// First JAX release with the dl_device, copy and max_version keywords.
inline constexpr Version JaxDlDeviceKeyword{0, 4, 27};

/// First JAX release that makes versioned capsules, with READ_ONLY set: from
/// here on whoever asks for a writable array is refused.
inline constexpr Version JaxVersionedCapsule{0, 12};

/// Device types JAX serves in `x.__dlpack__(dl_device=(type, id))` in every
/// release from \p MinJax on. Whether the backend is installed is another
/// question: a RuntimeError. None before the keyword existed.
DeviceSet acceptedDeviceTypes(Version MinJax);

/// Device types JAX refuses in some release from \p MinJax on. Not quite the
/// complement: JAX takes (0, id) for no request at all.
DeviceSet refusedDeviceTypes(Version MinJax);

/// The same question for any producer in every release from \p Min on. A
/// library that serves only its tensor's own device type, whatever that is
/// (nanobind, tvm-ffi), has no fixed list: everything.
DeviceSet acceptedDeviceTypes(Library Producer, Version Min);

/// The capsules a library makes.
struct Producer {
  Library Lib;
  const char *Name;
  /// Device types __dlpack_device__ may answer in the newest release.
  DeviceSet Reports;
  /// First release that answers `max_version=(1, 0)` with a versioned capsule;
  /// Version::latest() where no release does, so that whoever asks must still
  /// expect "dltensor".
  Version VersionedSince;
  /// First release whose __dlpack__ knows the keyword max_version;
  /// Version::latest() where it answers TypeError.
  Version MaxVersionKeyword;
  /// Sets READ_ONLY in the versioned capsules of its read-only arrays.
  bool SetsReadOnly;
  /// Its arrays are immutable: every export must be treated as read-only.
  bool Immutable;
  /// Refuses to export a read-only array to a caller without max_version.
  bool RefusesLegacyReadOnly;
  /// Makes a copy for copy=True; elsewhere that is refused or ignored.
  bool CopiesOnRequest;
};

/// The row of \p L. Every enumerator has one.
const Producer &producer(Library L);

/// "JAX", "NumPy", "PyTorch", ...
const char *name(Library L);

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_PRODUCERS_H
