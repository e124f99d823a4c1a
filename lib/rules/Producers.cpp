//===- Producers.cpp - What array libraries export ------------------------===//

#include "rules/Producers.h"

namespace dlpack_tidy::rules {

static constexpr Version Never = Version::latest();

namespace {
/// What most producers have in common: mutable arrays, no flags, no copy.
struct Row : Producer {
  constexpr Row(Library Lib, const char *Name, DeviceSet Reports)
      : Producer{Lib, Name, Reports, Never, Never, false, false, false, false} {
  }
  constexpr Row versionedSince(Version V) const {
    Row R = *this;
    R.VersionedSince = R.MaxVersionKeyword = V;
    return R;
  }
  constexpr Row keywordSince(Version V) const {
    Row R = *this;
    R.MaxVersionKeyword = V;
    return R;
  }
  constexpr Row setsReadOnly() const {
    Row R = *this;
    R.SetsReadOnly = true;
    return R;
  }
  constexpr Row immutable() const {
    Row R = *this;
    R.Immutable = true;
    return R;
  }
  constexpr Row refusesLegacyReadOnly() const {
    Row R = *this;
    R.RefusesLegacyReadOnly = true;
    return R;
  }
  constexpr Row copies() const {
    Row R = *this;
    R.CopiesOnRequest = true;
    return R;
  }
};
} // namespace

static constexpr Producer Producers[] = {
    Row(Library::Jax, "JAX", DeviceSet::of({1, 2, 3, 10, 11, 14, 20}))
        .versionedSince(JaxVersionedCapsule)
        .keywordSince(JaxDlDeviceKeyword)
        .setsReadOnly()
        .immutable()
        .copies(),
    // Views of imported tensors report the tensor's own device.
    Row(Library::NumPy, "NumPy", DeviceSet::of({1, 3, 11, 13}))
        .versionedSince({2, 1})
        .setsReadOnly()
        .refusesLegacyReadOnly()
        .copies(),
    Row(Library::PyTorch, "PyTorch", DeviceSet::of({1, 2, 3, 8, 10, 12, 14}))
        .versionedSince({2, 9})
        .copies(),
    // copy=True is served only towards the CPU.
    Row(Library::CuPy, "CuPy", DeviceSet::of({2, 10, 13}))
        .versionedSince({14, 0}),
    Row(Library::TensorFlow, "TensorFlow", DeviceSet::of({1, 2}))
        .keywordSince({2, 21})
        .immutable(),
    Row(Library::Mlx, "MLX", DeviceSet::of({1, 8}))
        .keywordSince({0, 32})
        .copies(),
    Row(Library::Nanobind, "nanobind", DeviceSet::all())
        .versionedSince({2, 10})
        .setsReadOnly(),
    Row(Library::TvmFfi, "tvm-ffi", DeviceSet::all()).versionedSince({0, 1}),
    Row(Library::ArrayApiStrict, "array-api-strict", DeviceSet::of({1}))
        .versionedSince({2, 6, 1})
        .setsReadOnly()
        .refusesLegacyReadOnly()
        .copies(),
    Row(Library::PyArrow, "pyarrow", DeviceSet::of({1, 2, 3}))
        .versionedSince({26, 0})
        .setsReadOnly()
        .immutable()
        .copies(),
    Row(Library::Warp, "Warp", DeviceSet::of({1, 2, 3})),
    Row(Library::OnnxRuntime, "ONNX Runtime", DeviceSet::of({1, 2})),
};

static_assert(sizeof(Producers) / sizeof(Producers[0]) ==
                  static_cast<unsigned>(Library::OnnxRuntime) + 1,
              "one row an enumerator, in its order");

const Producer &producer(Library L) {
  return Producers[static_cast<unsigned>(L)];
}

const char *name(Library L) { return producer(L).Name; }

// JAX keeps a dictionary DLDeviceType -> platform; these are the releases that
// added to it.
DeviceSet acceptedDeviceTypes(Version MinJax) {
  if (MinJax < JaxDlDeviceKeyword)
    return DeviceSet::none();
  DeviceSet Set = DeviceSet::of({1, 2, 10});
  if (MinJax >= Version{0, 10, 2})
    Set.insert(3);
  if (MinJax >= Version{0, 11})
    Set = Set | DeviceSet::of({11, 14, 20});
  return Set;
}

DeviceSet refusedDeviceTypes(Version MinJax) {
  DeviceSet Set = acceptedDeviceTypes(MinJax).complement();
  if (MinJax >= JaxDlDeviceKeyword)
    Set.erase(0);
  return Set;
}

/// What a producer with the keyword dl_device serves.
static DeviceSet servedDeviceTypes(Library Producer) {
  switch (Producer) {
  case Library::NumPy:
  case Library::ArrayApiStrict:
  case Library::PyArrow:
    return DeviceSet::of({1});
  case Library::PyTorch:
    // The types ATen's converter has a torch device for.
    return DeviceSet::of({1, 2, 4, 8, 10, 12, 14, 17});
  case Library::CuPy:
    return DeviceSet::of({1, 2, 10, 13});
  case Library::Mlx:
    return DeviceSet::of({1, 8});
  case Library::Nanobind:
  case Library::TvmFfi:
    return DeviceSet::all();
  case Library::Jax:
  case Library::TensorFlow:
  case Library::Warp:
  case Library::OnnxRuntime:
    break;
  }
  return DeviceSet::none();
}

DeviceSet acceptedDeviceTypes(Library L, Version Min) {
  if (L == Library::Jax)
    return acceptedDeviceTypes(Min);
  // All of them learnt dl_device together with max_version.
  if (Min < producer(L).MaxVersionKeyword)
    return DeviceSet::none();
  return servedDeviceTypes(L);
}

} // namespace dlpack_tidy::rules
