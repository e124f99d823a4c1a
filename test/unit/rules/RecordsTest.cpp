//===- RecordsTest.cpp - The tables against three records of JAX errors ---===//
//
// The facts of three public records of JAX's export errors, as their fields
// give them; the code they describe is at
// https://github.com/jax-ml/jax/blob/1e1c6a8fc06dfcd1247076ec5cae4640cea5d7bb/
// jax/_src/array.py#L455-L502 and jax/_src/dlpack.py#L127-L163.
// RecordFilesTest.cpp reads the records themselves where they are at hand.
//
//===----------------------------------------------------------------------===//

#include "rules/Consumers.h"
#include "rules/ErrorMessages.h"
#include "rules/HostCalls.h"
#include "rules/JaxPlatforms.h"
#include "rules/Producers.h"
#include "gtest/gtest.h"
#include <regex>

using namespace dlpack_tidy::rules;

namespace {

struct Record {
  const char *Check;          ///< our rule
  const char *Error;          ///< our row
  const char *MessagePattern; ///< a regular expression
  const char *Example;        ///< a message it matches
  Fault Why;
  ExportCall Call; ///< where it is raised
};

const Record Records[] = {
    {id::TpuMemoryKind, "jax-tpu-memory-kind",
     "__dlpack__ device only supported for TPU pinned host memory",
     "__dlpack__ device only supported for TPU pinned host memory",
     Fault::TpuMemory, ExportCall::DlpackDevice},
    {id::UnsupportedBackend, "jax-unsupported-backend",
     "__dlpack__ device only supported for CPU, GPU and TPU pinned host, got "
     "platform: (.+?)",
     "__dlpack__ device only supported for CPU, GPU and TPU pinned host, got "
     "platform: METAL",
     Fault::Backend, ExportCall::DlpackDevice},
    {id::UnsupportedDeviceType, "jax-dl-device",
     "The device specification passed to to_dlpack contains an unsupported "
     "device type \\(DLDeviceType: (.+?)\\)",
     "The device specification passed to to_dlpack contains an unsupported "
     "device type (DLDeviceType: 8)",
     Fault::DeviceType, ExportCall::Dlpack},
};

/// The records describe JAX at this release.
const Version Described{0, 11};

TEST(Records, MessagesAreRecognised) {
  for (const Record &R : Records) {
    const ErrorRule *Rule = errorRule(R.Error);
    ASSERT_NE(Rule, nullptr);
    EXPECT_STREQ(Rule->Check, R.Check);
    EXPECT_EQ(Rule->Why, R.Why);
    EXPECT_EQ(Rule->Call, R.Call);
    EXPECT_TRUE(Rule->Releases.contains(Described));
    EXPECT_TRUE(std::regex_search(R.Example, std::regex(R.MessagePattern)));
    EXPECT_EQ(explainError(R.Example), Rule);
  }
}

TEST(Records, ExceptionClassIsBufferErrorInTheReleaseDescribed) {
  for (const Record &R : Records)
    EXPECT_EQ(jaxExceptions(R.Call, R.Why, Described),
              ExceptionSet{PyException::BufferError})
        << R.Error;
}

TEST(Records, PlatformListOfTheValidationCode) {
  PlatformSet Listed;
  for (const char *Name : {"cpu", "cuda", "rocm", "oneapi", "tpu"})
    Listed = Listed | platformsNamed(Name);
  EXPECT_EQ(Listed, dlpackPlatforms(Described));
  for (const char *Name : {"ipu", "metal", "METAL"})
    EXPECT_FALSE(platformsNamed(Name).intersects(Listed)) << Name;
}

TEST(Records, MemoryKindOfTheValidationCode) {
  MemoryKind Kind = memoryKindNamed("pinned_host");
  EXPECT_TRUE(tpuExportMemoryKinds().contains(Kind));
  EXPECT_EQ(exportOutcome(Platform::Tpu, Kind, Described).DeviceType, 20);
  MemoryKindSet::of({Kind}).complement().forEach([](MemoryKind Other) {
    const ErrorRule *Error =
        exportOutcome(Platform::Tpu, Other, Described).Error;
    EXPECT_EQ(Error, errorRule("jax-tpu-memory-kind"));
  });
}

// The third record's documentation counts kDLCPU and kDLMetal among what JAX
// does not map, and its solutions offer kDLCUDAManaged. Run on eight releases,
// JAX serves the first and neither of the others.
TEST(Records, DeviceTypesOfTheSolutions) {
  DeviceSet Accepted = acceptedDeviceTypes(Described);
  EXPECT_TRUE(Accepted.contains(1));
  EXPECT_TRUE(Accepted.contains(2));
  EXPECT_FALSE(Accepted.contains(8));
  EXPECT_FALSE(Accepted.contains(13));
  for (int V : {4, 7}) // kDLOpenCL and kDLVulkan of the trigger
    EXPECT_TRUE(refusedDeviceTypes(Described).contains(V));
}

TEST(Records, SolutionsAreCallsWeKnow) {
  for (const char *Call : {"jax.device_get", "numpy.asarray", ".tolist"}) {
    const HostCall *Host = hostCall(Call);
    ASSERT_NE(Host, nullptr) << Call;
    EXPECT_TRUE(Host->EndsOnHost) << Call;
  }
}

// torch.as_tensor(np.asarray(x)) cures the error and shares the memory of an
// immutable array with a tensor that can be written.
TEST(Records, TheExampleFixAliases) {
  EXPECT_EQ(hostCall("numpy.asarray")->Result, HostResult::ViewOrCopy);
  EXPECT_TRUE(consumer("torch.as_tensor")->CanWrite);
  EXPECT_EQ(hostCall("numpy.array")->Result, HostResult::Copy);
}

// try: torch.from_dlpack(x) except BufferError: the pattern receives the
// failure because torch asks __dlpack_device__; around x.__dlpack__() it
// would not.
TEST(Records, TryCatchPattern) {
  const ExceptionSet Handler{PyException::BufferError};
  const Consumer &Torch = *consumer("torch.from_dlpack");
  for (Fault Why : {Fault::Backend, Fault::TpuMemory}) {
    EXPECT_TRUE(
        uncaught(jaxExceptions(Torch, Why, Described), Handler).empty());
    EXPECT_FALSE(
        uncaught(jaxExceptions(Torch, Why, {0, 4, 25}), Handler).empty());
    EXPECT_FALSE(
        uncaught(jaxExceptions(ExportCall::Dlpack, Why, Described), Handler)
            .empty());
  }
  EXPECT_TRUE(
      uncaught(jaxExceptions(ExportCall::Dlpack, Fault::DeviceType, Described),
               Handler)
          .empty());
}

} // namespace
