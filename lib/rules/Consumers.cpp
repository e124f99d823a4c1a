//===- Consumers.cpp - Calls that take a tensor through DLPack ------------===//

#include "rules/Consumers.h"
#include <iterator>

namespace dlpack_tidy::rules {

static constexpr VersionRange Always{{0, 0}};
static constexpr VersionRange Never{{0, 0}, {0, 0}};
/// JAX took capsules to 0.7.1 (deprecated since 0.4.32).
static constexpr VersionRange JaxCapsule{{0, 1, 59}, {0, 7, 2}};

static constexpr DeviceSet NumPyDevices = DeviceSet::of({1, 3, 11, 13});
static constexpr DeviceSet TorchDevices =
    DeviceSet::of({1, 2, 4, 8, 10, 12, 14, 17});
static constexpr DeviceSet JaxDevices =
    DeviceSet::of({1, 2, 3, 10, 11, 14, 20});

namespace {
/// The columns most rows agree on, so that a row of the table below says only
/// what is particular to it.
struct Row : Consumer {
  constexpr Row(const char *Function, Library Lib, DeviceSet Accepts)
      : Consumer{Function, Lib,   false, {},    false, false,  Never,
                 true,     false, false, false, false, Accepts} {}
  constexpr Row asksDevice() const {
    Row R = *this;
    R.AsksDevice = true;
    return R;
  }
  constexpr Row version(int Major, int Minor) const {
    Row R = *this;
    R.MaxVersion = {Major, Minor};
    return R;
  }
  constexpr Row deviceAndCopy() const {
    Row R = *this;
    R.PassesDeviceAndCopy = true;
    return R;
  }
  constexpr Row stream() const {
    Row R = *this;
    R.PassesStream = true;
    return R;
  }
  constexpr Row capsule(VersionRange Releases) const {
    Row R = *this;
    R.TakesCapsule = Releases;
    return R;
  }
  constexpr Row capsuleOnly() const {
    Row R = capsule(Always);
    R.TakesObject = false;
    return R;
  }
  constexpr Row anything() const {
    Row R = *this;
    R.TakesAnything = true;
    return R;
  }
  constexpr Row copies() const {
    Row R = *this;
    R.Copies = true;
    return R;
  }
  constexpr Row writes() const {
    Row R = *this;
    R.CanWrite = true;
    return R;
  }
  constexpr Row hidesErrors() const {
    Row R = *this;
    R.HidesErrors = true;
    return R;
  }
};
} // namespace

static constexpr Row Torch =
    Row("torch.from_dlpack", Library::PyTorch, TorchDevices)
        .asksDevice()
        .version(1, 0)
        .stream();

static constexpr Row torch(const char *Function) {
  Row R = Torch;
  R.Function = Function;
  return R;
}

static constexpr Row jax(const char *Function) {
  return Row(Function, Library::Jax, JaxDevices)
      .asksDevice()
      .version(1, 3)
      .stream()
      .capsule(JaxCapsule);
}

// cupy and paddle were read, all others run.
static constexpr Consumer Consumers[] = {
    Row("numpy.from_dlpack", Library::NumPy, NumPyDevices)
        .version(1, 0)
        .deviceAndCopy(),
    Row("array_api_strict.from_dlpack", Library::ArrayApiStrict, NumPyDevices)
        .version(1, 0)
        .deviceAndCopy(),
    torch("torch.from_dlpack").capsule(Always).writes(),
    torch("torch.utils.dlpack.from_dlpack").capsule(Always).writes(),
    torch("torch.as_tensor").anything().writes(),
    torch("torch.asarray").anything().writes(),
    torch("torch.tensor").anything().copies(),
    jax("jax.dlpack.from_dlpack"),
    jax("jax.numpy.from_dlpack"),
    Row("tvm_ffi.from_dlpack", Library::TvmFfi, DeviceSet::all()).writes(),
    Row("mlx.core.array", Library::Mlx, DeviceSet::of({1, 8}))
        .anything()
        .copies(),
    Row("mlx.core.from_dlpack", Library::Mlx, DeviceSet::of({1, 8})).copies(),
    Row("tensorflow.experimental.dlpack.from_dlpack", Library::TensorFlow,
        DeviceSet::of({1, 2}))
        .capsuleOnly(),
    Row("cupy.from_dlpack", Library::CuPy, DeviceSet::of({2, 10, 13}))
        .asksDevice()
        .version(1, 0)
        .stream()
        .writes(),
    Row("paddle.utils.dlpack.from_dlpack", Library::Paddle,
        DeviceSet::of({1, 2, 3}))
        .asksDevice()
        .version(1, 2)
        .stream()
        .capsule(Always)
        .writes(),
    Row("nanobind::ndarray<T>", Library::Nanobind, DeviceSet::all())
        .version(1, 1)
        .capsule(Always)
        .writes()
        .hidesErrors(),
    Row("nanobind::ndarray<const T>", Library::Nanobind, DeviceSet::all())
        .capsule(Always)
        .hidesErrors(),
};

ConsumerRange consumers() {
  return {std::begin(Consumers), std::end(Consumers)};
}

const Consumer *consumer(std::string_view Dotted) {
  for (const Consumer &C : Consumers)
    if (Dotted == C.Function)
      return &C;
  return nullptr;
}

std::string_view customaryModule(std::string_view Alias) {
  struct Custom {
    const char *Alias;
    const char *Module;
  };
  static constexpr Custom Customs[] = {
      {"np", "numpy"},      {"jnp", "jax.numpy"}, {"mx", "mlx.core"},
      {"tf", "tensorflow"}, {"cp", "cupy"},       {"th", "torch"},
  };
  for (const Custom &C : Customs)
    if (Alias == C.Alias)
      return C.Module;
  return {};
}

ExceptionSet jaxExceptions(const Consumer &C, Fault Why, Version MinJax) {
  if (C.HidesErrors)
    return {PyException::TypeError};
  ExceptionSet Set;
  if (C.AsksDevice)
    Set = jaxExceptions(ExportCall::DlpackDevice, Why, MinJax);
  // A fault that __dlpack_device__ reports never reaches __dlpack__.
  if (Set.empty() && C.TakesObject)
    Set = jaxExceptions(ExportCall::Dlpack, Why, MinJax);
  return Set;
}

} // namespace dlpack_tidy::rules
