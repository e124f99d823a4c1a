//===- Producers.h - What array libraries export ----------------*- C++ -*-===//
//
// Part of dlpack-tidy. Per producer and release: the device types it serves in
// `dl_device`, the kind of capsule it makes, the flags it sets. Run for JAX,
// NumPy, PyTorch, MLX, TensorFlow, tvm-ffi and nanobind; read for the others.
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
  Paddle,
  PyArrow
};

/// "JAX", "NumPy", "PyTorch", ...
const char *name(Library L);

/// Device types \p Producer serves in `x.__dlpack__(dl_device=(type, id))` in
/// every release from \p Min on; others are refused or fail. Whether the
/// backend is installed is another question (a RuntimeError in JAX).
/// A library that has no dl_device keyword at \p Min serves none.
DeviceSet acceptedDeviceTypes(Library Producer, Version Min);

/// The same for JAX, which is what the checks assume of an unknown producer.
DeviceSet acceptedDeviceTypes(Version MinJax);

/// Device types JAX refuses in `dl_device` in some release from \p MinJax on.
/// Not quite the complement: (0, id) is no request at all for JAX.
DeviceSet refusedDeviceTypes(Version MinJax);

/// First JAX release with the dl_device, copy and max_version keywords.
inline constexpr Version JaxDlDeviceKeyword{0, 4, 27};

/// First JAX release that makes versioned, read-only capsules.
inline constexpr Version JaxVersionedCapsule{0, 12};

/// The capsules a library makes.
struct Producer {
  Library Lib;
  const char *Name;
  /// Device types __dlpack_device__ may answer in the newest release.
  DeviceSet Reports;
  /// First release that answers `max_version=(1, 0)` with a versioned capsule;
  /// Version::latest() where no release does (MLX, TensorFlow).
  Version VersionedSince;
  /// Sets READ_ONLY in the versioned capsules of its read-only arrays.
  bool SetsReadOnly;
  /// Its arrays are immutable, so that every export is read-only.
  bool Immutable;
  /// Refuses to export a read-only array to a caller without max_version.
  bool RefusesLegacyReadOnly;
  /// copy=True makes a copy (elsewhere it is refused or ignored).
  bool CopiesOnRequest;
  /// The data of an empty export may be NULL.
  bool NullDataWhenEmpty;
  /// The strides of an export with ndim > 0 may be NULL.
  bool NullStrides;
  /// byte_offset may be other than zero.
  bool UsesByteOffset;
};

/// The row of \p L. Every enumerator has one.
const Producer &producer(Library L);

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_PRODUCERS_H
