//===- Producers.cpp - What array libraries export ------------------------===//

#include "rules/Producers.h"

namespace dlpack_tidy::rules {

static constexpr Version Never = Version::latest();

// PyTorch, CuPy, Paddle and pyarrow were read, the others run.
static constexpr Producer Producers[] = {
    // Lib, name, reported devices, versioned since, sets READ_ONLY, immutable,
    // refuses legacy read-only, copies, NULL data, NULL strides, byte_offset
    {Library::Jax,
     "JAX",
     DeviceSet::of({1, 2, 3, 10, 11, 14, 20}),
     {0, 12},
     true,
     true,
     false,
     true,
     false,
     false,
     false},
    {Library::NumPy,
     "NumPy",
     DeviceSet::of({1, 3, 11, 13}),
     {2, 1},
     true,
     false,
     true,
     true,
     false,
     false,
     false},
    {Library::PyTorch,
     "PyTorch",
     DeviceSet::of({1, 2, 3, 8, 10, 12, 14}),
     {2, 9},
     false,
     false,
     false,
     true,
     true,
     false,
     true},
    {Library::CuPy,
     "CuPy",
     DeviceSet::of({2, 10, 13}),
     {14, 0},
     false,
     false,
     false,
     false,
     false,
     false,
     false},
    {Library::TensorFlow, "TensorFlow", DeviceSet::of({1, 2}), Never, false,
     true, false, false, false, false, false},
    {Library::Mlx, "MLX", DeviceSet::of({1, 8}), Never, false, false, false,
     true, false, false, true},
    {Library::Nanobind,
     "nanobind",
     DeviceSet::all(),
     {2, 10},
     true,
     false,
     false,
     false,
     true,
     false,
     true},
    {Library::TvmFfi,
     "tvm-ffi",
     DeviceSet::all(),
     {0, 1},
     false,
     false,
     false,
     false,
     true,
     true,
     true},
    {Library::ArrayApiStrict,
     "array-api-strict",
     DeviceSet::of({1}),
     {2, 1},
     true,
     false,
     true,
     true,
     false,
     false,
     false},
    {Library::Paddle, "Paddle", DeviceSet::of({1, 2, 3}), Never, false, false,
     false, false, true, false, false},
    {Library::PyArrow,
     "pyarrow",
     DeviceSet::of({1, 2, 3}),
     {26, 0},
     true,
     true,
     true,
     true,
     true,
     true,
     false},
};

static_assert(sizeof(Producers) / sizeof(Producers[0]) ==
                  static_cast<unsigned>(Library::PyArrow) + 1,
              "one row an enumerator, in its order");

const Producer &producer(Library L) {
  return Producers[static_cast<unsigned>(L)];
}

const char *name(Library L) { return producer(L).Name; }

DeviceSet acceptedDeviceTypes(Version MinJax) {
  DeviceSet Set;
  if (MinJax < JaxDlDeviceKeyword)
    return Set;
  Set = DeviceSet::of({1, 2, 10});
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

DeviceSet acceptedDeviceTypes(Library Producer, Version Min) {
  switch (Producer) {
  case Library::Jax:
    return acceptedDeviceTypes(Min);
  case Library::NumPy:
  case Library::ArrayApiStrict:
    return Min >= Version{2, 1} ? DeviceSet::of({1}) : DeviceSet::none();
  case Library::PyTorch:
    // What ATen's DLPack converter has a torch device for.
    return Min >= Version{2, 9} ? DeviceSet::of({1, 2, 4, 8, 10, 12, 14, 17})
                                : DeviceSet::none();
  case Library::CuPy:
    return Min >= Version{14, 0} ? DeviceSet::of({1, 2, 10, 13})
                                 : DeviceSet::none();
  case Library::Mlx:
    return Min >= Version{0, 32} ? DeviceSet::of({1, 8}) : DeviceSet::none();
  case Library::PyArrow:
    return Min >= Version{26, 0} ? DeviceSet::of({1}) : DeviceSet::none();
  case Library::Nanobind:
  case Library::TvmFfi:
    // The tensor's own device type, whatever it is, and no other.
    return DeviceSet::all();
  case Library::TensorFlow:
  case Library::Paddle:
    break;
  }
  return DeviceSet::none();
}

} // namespace dlpack_tidy::rules
