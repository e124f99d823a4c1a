//===--- Exchange.h - what a Python-level call does with an array ---------===//
#ifndef DLPACK_TIDY_MODEL_EXCHANGE_H
#define DLPACK_TIDY_MODEL_EXCHANGE_H

#include "model/PyExpr.h"

namespace dlpack_tidy::model {

enum class ExchangeRole {
  Export,           ///< `x.__dlpack__(…)`: makes a capsule
  HandOver,         ///< `consumer.from_dlpack(x)`: the consumer asks for one
  ImplicitHandOver, ///< `torch.as_tensor(x)`: takes the DLPack way unasked
  CapsuleHandOver,  ///< `consumer.from_dlpack(capsule)`
  LegacyExport,     ///< `jax.dlpack.to_dlpack(x)` and its kind
  DeviceQuery,      ///< `x.__dlpack_device__()`
  HostCopy,  ///< `numpy.array(x)`, `jax.device_get(x)`: result on the host
  DevicePut, ///< `jax.device_put(x, sharding)`: memory kind as asked
  Guard      ///< a call known to settle the backend of its argument
};

/// One call, and the array it is about.
struct Exchange {
  ExchangeRole Role = ExchangeRole::Export;
  PyRef Call = nullptr;
  /// The array that is exported, handed over or asked about.
  PyRef Subject = nullptr;
  /// HandOver: dotted name of the consumer where it starts at an import
  /// ("torch.from_dlpack"), else the attribute's name ("from_dlpack").
  std::string Consumer;

  // Arguments of an export, as far as they are given; null where absent.
  PyRef Stream = nullptr;
  PyRef MaxVersion = nullptr;
  PyRef DlDevice = nullptr;
  PyRef Copy = nullptr;
  /// `__dlpack__(1)`: the stream, passed by position.
  bool PositionalStream = false;

  bool isExport() const {
    return Role == ExchangeRole::Export || Role == ExchangeRole::HandOver ||
           Role == ExchangeRole::ImplicitHandOver;
  }
};

/// What \p Call does, or nothing where it is no exchange. Aliasing
/// (`x.a = x.__dlpack__`), probing (`hasattr`) and forwarding
/// (`x.__dlpack__(**kwargs)` inside an exporter of that name) are none.
std::optional<Exchange> classify(PyRef Call);

/// The argument in which a consumer expects the array: the first, or one with
/// the name that some library gives it; null where there is none.
PyRef arrayArgument(PyRef Call);

/// The array that the capsule handed over in \p What was made of: `x` of
/// `from_dlpack(to_dlpack(x))` and of `from_dlpack(x.__dlpack__())`; null where
/// it is not in sight.
PyRef arrayOfCapsule(const Exchange &What);

/// What an expression asks about an array: `x.platform()`,
/// `x.device.platform`, `next(iter(x.devices())).platform`,
/// `x.sharding.memory_kind`, `x.__dlpack_device__()[0]`.
enum class Question { Platform, MemoryKind, DeviceType, DeviceId, Devices };
struct Query {
  Question Asked;
  PyRef Subject;
};
std::optional<Query> query(PyRef Value);

/// The array whose devices \p Value is, or is one of: `x.devices()`,
/// `next(iter(x.devices()))`, `x.device`; null where it is none.
PyRef arrayOfDevice(PyRef Value);

/// Who made the object that \p Value evaluates to, as far as the expression
/// says: `numpy.zeros(3)` is a host array, `jnp.ones(3)` a JAX array.
ObjectOrigin originOf(PyRef Value);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_EXCHANGE_H
