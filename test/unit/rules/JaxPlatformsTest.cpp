//===- JaxPlatformsTest.cpp -----------------------------------------------===//

#include "rules/JaxPlatforms.h"
#include "rules/ErrorMessages.h"
#include "gtest/gtest.h"

using namespace dlpack_tidy::rules;

namespace {

TEST(JaxPlatforms, NamesOfComparisons) {
  EXPECT_EQ(platformsNamed("cpu"), PlatformSet{Platform::Cpu});
  EXPECT_EQ(platformsNamed("cuda"), PlatformSet{Platform::Cuda});
  EXPECT_EQ(platformsNamed("rocm"), PlatformSet{Platform::Rocm});
  EXPECT_EQ(platformsNamed("oneapi"), PlatformSet{Platform::OneApi});
  EXPECT_EQ(platformsNamed("tpu"), PlatformSet{Platform::Tpu});
  EXPECT_EQ(platformsNamed("TPU"), PlatformSet{Platform::Tpu});
  EXPECT_EQ(platformsNamed("gpu"),
            (PlatformSet{Platform::Cuda, Platform::Rocm, Platform::OneApi}));
  for (const char *Plugin : {"METAL", "metal", "ipu", "neuron", "", "cpu "})
    EXPECT_EQ(platformsNamed(Plugin), PlatformSet{Platform::Other}) << Plugin;
}

TEST(JaxPlatforms, ExportablePlatformsGrew) {
  EXPECT_EQ(dlpackPlatforms(), PlatformSet::of({Platform::Other}).complement());
  EXPECT_EQ(dlpackPlatforms({0, 10, 2}),
            (PlatformSet{Platform::Cpu, Platform::Cuda, Platform::Rocm}));
  EXPECT_EQ(dlpackPlatforms({0, 11}), dlpackPlatforms());
}

TEST(JaxPlatforms, MemoryKinds) {
  EXPECT_EQ(memoryKindNamed("pinned_host"), MemoryKind::PinnedHost);
  EXPECT_EQ(memoryKindNamed("unpinned_host"), MemoryKind::UnpinnedHost);
  EXPECT_EQ(memoryKindNamed("device"), MemoryKind::Device);
  EXPECT_EQ(memoryKindNamed("Pinned_Host"), MemoryKind::Other);
  EXPECT_EQ(tpuExportMemoryKinds(), MemoryKindSet{MemoryKind::PinnedHost});
}

TEST(JaxPlatforms, ReadWellInMessages) {
  EXPECT_EQ(str(PlatformSet::none()), "no platform");
  EXPECT_EQ(str(PlatformSet::all()), "any platform");
  EXPECT_EQ(str(PlatformSet{Platform::Tpu, Platform::Cpu}), "cpu, tpu");
}

struct Answer {
  Platform Where;
  MemoryKind Kind;
  Version Jax;
  int DeviceType; ///< 0: an error
  const char *Error;
};

// The answers of __dlpack_device__ by release, from JAX's source at the tags;
// those of tpu and METAL seen by running each release named.
const Answer Answers[] = {
    {Platform::Cpu, MemoryKind::None, {0, 4, 25}, 1, nullptr},
    {Platform::Cpu, MemoryKind::PinnedHost, {0, 12}, 1, nullptr},
    {Platform::Cuda, MemoryKind::Device, {0, 12}, 2, nullptr},
    {Platform::Cuda, MemoryKind::PinnedHost, {0, 10, 1}, 2, nullptr},
    {Platform::Cuda, MemoryKind::PinnedHost, {0, 10, 2}, 3, nullptr},
    {Platform::Rocm, MemoryKind::PinnedHost, {0, 10, 2}, 10, nullptr},
    {Platform::Rocm, MemoryKind::PinnedHost, {0, 11}, 11, nullptr},
    {Platform::Rocm, MemoryKind::Device, {0, 11}, 10, nullptr},
    {Platform::OneApi, MemoryKind::PinnedHost, {0, 11}, 14, nullptr},
    {Platform::OneApi, MemoryKind::Device, {0, 10, 2}, 0, "jax-unknown-gpu"},
    {Platform::OneApi,
     MemoryKind::Device,
     {0, 4, 25},
     0,
     "jax-unknown-gpu-0.4.15"},
    {Platform::Tpu, MemoryKind::PinnedHost, {0, 11}, 20, nullptr},
    {Platform::Tpu, MemoryKind::Device, {0, 11}, 0, "jax-tpu-memory-kind"},
    {Platform::Tpu,
     MemoryKind::UnpinnedHost,
     {0, 12, 0, 1},
     0,
     "jax-tpu-memory-kind"},
    {Platform::Tpu, MemoryKind::None, {0, 12}, 0, "jax-tpu-memory-kind"},
    {Platform::Tpu, MemoryKind::PinnedHost, {0, 10, 2}, 0, "jax-tpu-0.4.26"},
    {Platform::Tpu, MemoryKind::Device, {0, 4, 30}, 0, "jax-tpu-0.4.26"},
    {Platform::Tpu, MemoryKind::Device, {0, 4, 25}, 0, "jax-tpu-0.4.15"},
    {Platform::Other,
     MemoryKind::Device,
     {0, 12, 0, 1},
     0,
     "jax-unsupported-backend"},
    {Platform::Other,
     MemoryKind::PinnedHost,
     {0, 11},
     0,
     "jax-unsupported-backend"},
    {Platform::Other,
     MemoryKind::Device,
     {0, 7, 2},
     0,
     "jax-unsupported-backend-0.4.26"},
    {Platform::Other,
     MemoryKind::None,
     {0, 4, 25},
     0,
     "jax-unsupported-backend-0.4.15"},
};

TEST(JaxPlatforms, DeviceQueryByRelease) {
  for (const Answer &A : Answers) {
    SCOPED_TRACE(std::string(name(A.Where)) + ", JAX " + A.Jax.str());
    ExportOutcome Out = exportOutcome(A.Where, A.Kind, A.Jax);
    if (A.DeviceType) {
      EXPECT_EQ(Out.DeviceType, A.DeviceType);
      EXPECT_EQ(Out.Error, nullptr);
      continue;
    }
    EXPECT_EQ(Out.DeviceType, std::nullopt);
    ASSERT_NE(Out.Error, nullptr);
    EXPECT_STREQ(Out.Error->Id, A.Error);
    EXPECT_TRUE(Out.Error->Releases.contains(A.Jax));
  }
}

TEST(JaxPlatforms, NothingToAskBefore0_4_15) {
  ExportOutcome Out =
      exportOutcome(Platform::Cpu, MemoryKind::None, {0, 4, 14});
  EXPECT_EQ(Out.DeviceType, std::nullopt);
  EXPECT_EQ(Out.Error, nullptr);
}

TEST(JaxPlatforms, EveryAnswerIsADeviceTypeJaxAlsoAccepts) {
  Version Newest{0, 12, 0, 1};
  dlpackPlatforms(Newest).forEach([&](Platform P) {
    MemoryKindSet::all().forEach([&](MemoryKind Kind) {
      ExportOutcome Out = exportOutcome(P, Kind, Newest);
      EXPECT_NE(Out.DeviceType.has_value(), Out.Error != nullptr);
      if (Out.DeviceType) {
        EXPECT_NE(deviceType(*Out.DeviceType), nullptr);
      }
    });
  });
}

} // namespace
