//===- ConsumersTest.cpp - Consumers and host calls -----------------------===//

#include "rules/Consumers.h"
#include "rules/HostCalls.h"
#include "gtest/gtest.h"
#include <set>

using namespace dlpack_tidy::rules;

namespace {

TEST(Consumers, NamesAreExactAndUnique) {
  std::set<std::string_view> Names;
  for (const Consumer &C : consumers()) {
    EXPECT_TRUE(Names.insert(C.Function).second) << C.Function;
    EXPECT_EQ(consumer(C.Function), &C);
  }
  for (const char *Text : {"from_dlpack", "np.from_dlpack", "torch", "",
                           "torch.from_dlpack ", "xtorch.from_dlpack"})
    EXPECT_EQ(consumer(Text), nullptr) << Text;
}

TEST(Consumers, CustomaryAliases) {
  EXPECT_EQ(customaryModule("np"), "numpy");
  EXPECT_EQ(customaryModule("jnp"), "jax.numpy");
  EXPECT_EQ(customaryModule("mx"), "mlx.core");
  EXPECT_EQ(customaryModule("numpy"), "");
}

// Which of them call __dlpack_device__ and so meet JAX's platform test.
TEST(Consumers, WhoAsksForTheDevice) {
  for (const char *Asks :
       {"torch.from_dlpack", "torch.utils.dlpack.from_dlpack",
        "torch.as_tensor", "torch.asarray", "torch.tensor",
        "jax.dlpack.from_dlpack", "jax.numpy.from_dlpack", "cupy.from_dlpack",
        "warp.from_dlpack"})
    EXPECT_TRUE(consumer(Asks)->AsksDevice) << Asks;
  for (const char *Never :
       {"numpy.from_dlpack", "array_api_strict.from_dlpack",
        "tvm_ffi.from_dlpack", "mlx.core.array", "mlx.core.from_dlpack",
        "pyarrow.Array.from_dlpack", "onnxruntime.OrtValue.from_dlpack",
        "nanobind::ndarray<T>", "nanobind::ndarray<const T>"})
    EXPECT_FALSE(consumer(Never)->AsksDevice) << Never;
}

TEST(Consumers, ProtocolArguments) {
  const Consumer &NumPy = *consumer("numpy.from_dlpack");
  EXPECT_EQ(NumPy.MaxVersion.Major, 1);
  EXPECT_TRUE(NumPy.PassesDeviceAndCopy);
  EXPECT_FALSE(NumPy.PassesStream);
  const Consumer &Jax = *consumer("jax.dlpack.from_dlpack");
  EXPECT_EQ(Jax.MaxVersion.Minor, 3);
  EXPECT_TRUE(Jax.PassesStream);
  for (const char *Bare :
       {"tvm_ffi.from_dlpack", "mlx.core.array",
        "onnxruntime.OrtValue.from_dlpack", "nanobind::ndarray<const T>"})
    EXPECT_EQ(consumer(Bare)->MaxVersion.Major, 0) << Bare;
  EXPECT_EQ(consumer("nanobind::ndarray<T>")->MaxVersion.Major, 1);
}

TEST(Consumers, Capsules) {
  const Consumer &Jax = *consumer("jax.dlpack.from_dlpack");
  EXPECT_TRUE(Jax.TakesCapsule.contains({0, 6, 2}));
  EXPECT_FALSE(Jax.TakesCapsule.contains({0, 7, 2}));
  EXPECT_TRUE(Jax.TakesObject);
  const Consumer &Tf = *consumer("tensorflow.experimental.dlpack.from_dlpack");
  EXPECT_TRUE(Tf.TakesCapsule.contains({2, 21}));
  EXPECT_FALSE(Tf.TakesObject);
  EXPECT_FALSE(consumer("numpy.from_dlpack")->TakesCapsule.contains({2, 5}));
}

// Writing through the result of these changed an immutable JAX array.
TEST(Consumers, WhoCanWrite) {
  for (const char *Writes :
       {"torch.from_dlpack", "torch.as_tensor", "torch.asarray",
        "tvm_ffi.from_dlpack", "warp.from_dlpack", "nanobind::ndarray<T>"})
    EXPECT_TRUE(consumer(Writes)->CanWrite) << Writes;
  for (const char *Safe :
       {"numpy.from_dlpack", "torch.tensor", "mlx.core.array",
        "jax.dlpack.from_dlpack", "nanobind::ndarray<const T>"})
    EXPECT_FALSE(consumer(Safe)->CanWrite) << Safe;
  for (const char *Copies : {"torch.tensor", "mlx.core.array"})
    EXPECT_TRUE(consumer(Copies)->Copies) << Copies;
  for (const Consumer &C : consumers())
    EXPECT_FALSE(C.Copies && C.CanWrite) << C.Function;
}

TEST(Consumers, ConversionsAreHandOversOnlyOfDLPackObjects) {
  for (const char *Text :
       {"torch.as_tensor", "torch.asarray", "torch.tensor", "mlx.core.array"})
    EXPECT_TRUE(consumer(Text)->TakesAnything) << Text;
  EXPECT_FALSE(consumer("torch.from_dlpack")->TakesAnything);
}

TEST(Consumers, AcceptedDevices) {
  const Consumer &NumPy = *consumer("numpy.from_dlpack");
  EXPECT_EQ(NumPy.Accepts, DeviceSet::of({1, 3, 11, 13}));
  const Consumer &Torch = *consumer("torch.from_dlpack");
  for (int V : {3, 11, 13, 18, 20})
    EXPECT_FALSE(Torch.Accepts.contains(V)) << V;
  EXPECT_TRUE(consumer("jax.dlpack.from_dlpack")->Accepts.contains(20));
  EXPECT_FALSE(consumer("jax.dlpack.from_dlpack")->Accepts.contains(13));
}

// What a handler around the call must expect of a jax.Array.
TEST(Consumers, JaxErrorsThatReachTheCaller) {
  const ExceptionSet Buffer{PyException::BufferError};
  const ExceptionSet Runtime{PyException::JaxRuntimeError};
  const Consumer &Torch = *consumer("torch.from_dlpack");
  for (Fault Why : {Fault::Backend, Fault::TpuMemory}) {
    EXPECT_EQ(jaxExceptions(Torch, Why, {0, 11}), Buffer);
    EXPECT_EQ(
        jaxExceptions(Torch, Why, {0, 4, 15}),
        (ExceptionSet{PyException::BufferError, PyException::ValueError}));
    EXPECT_EQ(jaxExceptions(*consumer("numpy.from_dlpack"), Why, {0, 11}),
              Runtime)
        << "NumPy never asks, so the plugin's C++ error arrives";
    EXPECT_EQ(jaxExceptions(*consumer("nanobind::ndarray<T>"), Why, {0, 11}),
              ExceptionSet{PyException::TypeError});
  }
  EXPECT_EQ(jaxExceptions(Torch, Fault::Tracer, {0, 11}),
            ExceptionSet{PyException::AttributeError});
  EXPECT_EQ(
      jaxExceptions(*consumer("numpy.from_dlpack"), Fault::Tracer, {0, 11}),
      ExceptionSet{PyException::ConcretizationTypeError});
  EXPECT_TRUE(
      jaxExceptions(*consumer("tensorflow.experimental.dlpack.from_dlpack"),
                    Fault::Backend, {0, 11})
          .empty())
      << "it is handed a capsule: the export failed before";
}

TEST(HostCalls, ViewsAndCopies) {
  for (const char *View : {"numpy.asarray", "jax.device_get"})
    EXPECT_EQ(hostCall(View)->Result, HostResult::ViewOrCopy) << View;
  EXPECT_EQ(hostCall("numpy.array")->Result, HostResult::Copy);
  EXPECT_EQ(hostCall(".tolist")->Result, HostResult::Values);
  EXPECT_EQ(hostCall("tolist"), nullptr) << "a method is looked up with a dot";
  EXPECT_EQ(hostCall("numpy.from_dlpack"), nullptr);
}

TEST(HostCalls, NotEveryOneEndsOnTheHost) {
  for (const char *Host : {"numpy.asarray", "numpy.array", "jax.device_get",
                           ".tolist", ".__array__"})
    EXPECT_TRUE(hostCall(Host)->EndsOnHost) << Host;
  for (const char *Own :
       {"jax.numpy.asarray", "jax.numpy.array", "tensorflow.convert_to_tensor"})
    EXPECT_FALSE(hostCall(Own)->EndsOnHost) << Own;
}

TEST(HostCalls, AreNoConsumers) {
  for (const HostCall &C : hostCalls())
    EXPECT_EQ(consumer(C.Function), nullptr) << C.Function;
}

} // namespace
