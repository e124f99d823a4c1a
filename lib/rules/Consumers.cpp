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
  constexpr Row(const char *Function, const char *Library, DeviceSet Accepts)
      : Consumer{Function, Library, false, {},    false, false,   Never,
                 true,     false,   false, false, false, Accepts, {}} {}
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
  constexpr Row refuses(PyException Raised) const {
    Row R = *this;
    R.Refuses = ExceptionSet::of({Raised});
    return R;
  }
  constexpr Row hidesErrors() const {
    Row R = *this;
    R.HidesErrors = true;
    return R;
  }
};
} // namespace

static constexpr Row Torch = Row("torch.from_dlpack", "PyTorch", TorchDevices)
                                 .asksDevice()
                                 .version(1, 0)
                                 .stream();

static constexpr Row torch(const char *Function) {
  Row R = Torch;
  R.Function = Function;
  return R;
}

static constexpr Row jax(const char *Function) {
  return Row(Function, "JAX", JaxDevices)
      .asksDevice()
      .version(1, 3)
      .stream()
      .capsule(JaxCapsule);
}

static constexpr Row mlx(const char *Function) {
  return Row(Function, "MLX", DeviceSet::of({1, 8})).capsule(Always).copies();
}

static constexpr Row pyarrow(const char *Function) {
  return Row(Function, "pyarrow", DeviceSet::of({1}))
      .version(1, 3)
      .deviceAndCopy();
}

static constexpr DeviceSet CuPyDevices = DeviceSet::of({2, 10, 13});

// What each call asks for was seen by handing it an object that records its
// calls; Paddle's row and CuPy's arguments were read.
static constexpr Consumer Consumers[] = {
    Row("numpy.from_dlpack", "NumPy", NumPyDevices)
        .version(1, 0)
        .deviceAndCopy()
        .refuses(PyException::BufferError),
    Row("array_api_strict.from_dlpack", "array-api-strict", NumPyDevices)
        .version(1, 0)
        .deviceAndCopy()
        .refuses(PyException::BufferError),
    torch("torch.from_dlpack").capsule(Always).writes(),
    torch("torch.utils.dlpack.from_dlpack").capsule(Always).writes(),
    torch("torch.as_tensor").anything().writes(),
    // Takes the buffer of a host array first, and DLPack for all others.
    torch("torch.asarray").anything().writes(),
    torch("torch.tensor").anything().copies(),
    jax("jax.dlpack.from_dlpack"),
    jax("jax.numpy.from_dlpack"),
    Row("tvm_ffi.from_dlpack", "tvm-ffi", DeviceSet::all())
        .capsule(Always)
        .writes(),
    mlx("mlx.core.from_dlpack"),
    mlx("mlx.core.array").anything(),
    mlx("mlx.core.asarray").anything(),
    Row("tensorflow.experimental.dlpack.from_dlpack", "TensorFlow",
        DeviceSet::of({1, 2}))
        .capsuleOnly(),
    Row("cupy.from_dlpack", "CuPy", CuPyDevices)
        .asksDevice()
        .version(1, 0)
        .stream()
        .capsule(Always)
        .writes(),
    Row("cupy.fromDlpack", "CuPy", CuPyDevices).capsuleOnly().writes(),
    Row("paddle.utils.dlpack.from_dlpack", "Paddle", DeviceSet::of({1, 2, 3}))
        .asksDevice()
        .version(1, 2)
        .stream()
        .capsule(Always)
        .writes(),
    pyarrow("pyarrow.Array.from_dlpack"),
    pyarrow("pyarrow.Tensor.from_dlpack"),
    Row("warp.from_dlpack", "Warp", DeviceSet::of({1, 2, 3, 13}))
        .asksDevice()
        .stream()
        .capsule(Always)
        .writes(),
    Row("onnxruntime.OrtValue.from_dlpack", "ONNX Runtime",
        DeviceSet::of({1, 2}))
        .capsule(Always)
        .writes(),
    Row("nanobind::ndarray<T>", "nanobind", DeviceSet::all())
        .version(1, 1)
        .capsule(Always)
        .writes()
        .hidesErrors(),
    Row("nanobind::ndarray<const T>", "nanobind", DeviceSet::all())
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
      {"pa", "pyarrow"},    {"wp", "warp"},       {"ort", "onnxruntime"},
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
