//===- ProducersTest.cpp --------------------------------------------------===//

#include "rules/Producers.h"
#include "rules/JaxPlatforms.h"
#include "gtest/gtest.h"

using namespace dlpack_tidy::rules;

namespace {

TEST(Producers, JaxAcceptsMoreWithEachRelease) {
  EXPECT_EQ(acceptedDeviceTypes({0, 4, 25}), DeviceSet::none())
      << "no keyword dl_device: TypeError for every value";
  for (Version V : {Version{0, 4, 27}, Version{0, 5, 1}, Version{0, 6, 2},
                    Version{0, 7, 2}, Version{0, 10, 1}})
    EXPECT_EQ(acceptedDeviceTypes(V), DeviceSet::of({1, 2, 10})) << V.str();
  EXPECT_EQ(acceptedDeviceTypes({0, 10, 2}), DeviceSet::of({1, 2, 3, 10}));
  for (Version V : {Version{0, 11}, Version{0, 12, 0, 1}})
    EXPECT_EQ(acceptedDeviceTypes(V), DeviceSet::of({1, 2, 3, 10, 11, 14, 20}))
        << V.str();
  EXPECT_EQ(acceptedDeviceTypes(Library::Jax, {0, 11}),
            acceptedDeviceTypes({0, 11}));
}

TEST(Producers, JaxRefusesTheRest) {
  DeviceSet Refused = refusedDeviceTypes({0, 5, 1});
  for (int V : {3, 4, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 99})
    EXPECT_TRUE(Refused.contains(V)) << V;
  for (int V : {1, 2, 10})
    EXPECT_FALSE(Refused.contains(V)) << V;
  EXPECT_FALSE(Refused.contains(0)) << "(0, id) counts as no request";
  for (int V : {8, 13, 19})
    EXPECT_TRUE(refusedDeviceTypes({0, 12}).contains(V)) << V;
  EXPECT_TRUE(refusedDeviceTypes({0, 4, 25}).contains(1));
}

TEST(Producers, JaxAcceptsWhatItReports) {
  Version Newest{0, 12, 0, 1};
  EXPECT_EQ(producer(Library::Jax).Reports, acceptedDeviceTypes(Newest));
  DeviceSet Answered;
  PlatformSet::all().forEach([&](Platform P) {
    MemoryKindSet::all().forEach([&](MemoryKind Kind) {
      if (auto Type = exportOutcome(P, Kind, Newest).DeviceType)
        Answered.insert(*Type);
    });
  });
  EXPECT_EQ(Answered, producer(Library::Jax).Reports);
}

TEST(Producers, OthersServeTheirOwnDevices) {
  EXPECT_EQ(acceptedDeviceTypes(Library::NumPy, {2, 5}), DeviceSet::of({1}));
  EXPECT_EQ(acceptedDeviceTypes(Library::NumPy, {1, 26}), DeviceSet::none());
  EXPECT_FALSE(acceptedDeviceTypes(Library::PyTorch, {2, 15}).contains(3))
      << "pinned memory is no torch device";
  EXPECT_TRUE(acceptedDeviceTypes(Library::PyTorch, {2, 15}).contains(8));
  EXPECT_EQ(acceptedDeviceTypes(Library::Mlx, {0, 32}), DeviceSet::of({1, 8}));
  EXPECT_EQ(acceptedDeviceTypes(Library::PyArrow, {26}), DeviceSet::of({1}));
  for (Library L : {Library::TensorFlow, Library::Warp, Library::OnnxRuntime})
    EXPECT_EQ(acceptedDeviceTypes(L, {99}), DeviceSet::none()) << name(L);
}

TEST(Producers, VersionedCapsules) {
  EXPECT_EQ(producer(Library::Jax).VersionedSince, (Version{0, 12}));
  EXPECT_EQ(producer(Library::NumPy).VersionedSince, (Version{2, 1}));
  // They take the argument and answer with a legacy capsule all the same.
  for (Library L : {Library::Mlx, Library::TensorFlow}) {
    EXPECT_EQ(producer(L).VersionedSince, Version::latest()) << name(L);
    EXPECT_LT(producer(L).MaxVersionKeyword, Version::latest()) << name(L);
  }
  // They answer the argument with TypeError.
  for (Library L : {Library::Warp, Library::OnnxRuntime})
    EXPECT_EQ(producer(L).MaxVersionKeyword, Version::latest()) << name(L);
}

TEST(Producers, ReadOnlyData) {
  EXPECT_TRUE(producer(Library::Jax).Immutable);
  EXPECT_TRUE(producer(Library::Jax).SetsReadOnly);
  EXPECT_TRUE(producer(Library::NumPy).RefusesLegacyReadOnly);
  EXPECT_FALSE(producer(Library::Jax).RefusesLegacyReadOnly)
      << "the flag is lost in a legacy capsule";
  EXPECT_FALSE(producer(Library::PyTorch).SetsReadOnly);
}

TEST(Producers, EachRowIsItsEnumerators) {
  for (unsigned I = 0; I <= static_cast<unsigned>(Library::OnnxRuntime); ++I) {
    Library L = static_cast<Library>(I);
    EXPECT_EQ(producer(L).Lib, L);
    EXPECT_FALSE(producer(L).Reports.empty()) << name(L);
    EXPECT_LE(producer(L).MaxVersionKeyword, producer(L).VersionedSince)
        << name(L);
  }
}

} // namespace
