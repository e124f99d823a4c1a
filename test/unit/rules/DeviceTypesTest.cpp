//===- DeviceTypesTest.cpp ------------------------------------------------===//

#include "rules/DeviceTypes.h"
#include "gtest/gtest.h"

using namespace dlpack_tidy::rules;

namespace {

TEST(DeviceTypes, EveryValueTo21HasARowExceptTheUnusedOnes) {
  for (int V = -1; V <= 22; ++V) {
    const bool Named = V >= 1 && V <= 21 && V != 5 && V != 6;
    const DeviceType *D = deviceType(V);
    ASSERT_EQ(D != nullptr, Named) << V;
    if (D) {
      EXPECT_EQ(D->Value, V);
    }
  }
}

TEST(DeviceTypes, NamesFollowTheHeader) {
  EXPECT_STREQ(deviceType(2)->Name, "kDLCUDA");
  EXPECT_STREQ(deviceType(2)->OldName, "kDLGPU");
  EXPECT_STREQ(deviceType(2)->Since, "v0.5");
  EXPECT_STREQ(deviceType(3)->OldName, "kDLCPUPinned");
  EXPECT_EQ(deviceType(1)->OldName, nullptr);
  for (int V : {19, 20, 21})
    EXPECT_STREQ(deviceType(V)->Since, "unreleased");
  EXPECT_EQ(deviceName(13), "kDLCUDAManaged");
  EXPECT_EQ(deviceName(42), "device type 42");
}

TEST(DeviceTypes, HostReadability) {
  EXPECT_EQ(hostReadable(), DeviceSet::of({1, 3, 11, 20}));
  EXPECT_EQ(hostReadableAfterSync(), DeviceSet::of({1, 3, 11, 13, 20}));
}

TEST(DeviceSet, HoldsTrackedValuesOneByOne) {
  DeviceSet S = DeviceSet::of({1, 2});
  EXPECT_TRUE(S.contains(1));
  EXPECT_FALSE(S.contains(3));
  S.erase(1);
  EXPECT_EQ(S, DeviceSet::of({2}));
  S.erase(2);
  EXPECT_TRUE(S.empty());
  EXPECT_EQ(DeviceSet::of({0, 62}).size(), 2u);
}

TEST(DeviceSet, OtherValuesShareOneMember) {
  DeviceSet S = DeviceSet::of({100});
  EXPECT_TRUE(S.admitsUnknown());
  EXPECT_TRUE(S.contains(-1)) << "may hold any value outside 0 .. 62";
  S.erase(100);
  EXPECT_TRUE(S.contains(101)) << "learning type != 100 says nothing of 101";
  EXPECT_FALSE(DeviceSet::of({1, 62}).admitsUnknown());
  EXPECT_TRUE(DeviceSet::all().admitsUnknown());
}

TEST(DeviceSet, Algebra) {
  DeviceSet Host = hostReadable();
  EXPECT_EQ((DeviceSet::all() & Host), Host);
  EXPECT_EQ((Host - DeviceSet::of({20})), DeviceSet::of({1, 3, 11}));
  EXPECT_EQ((DeviceSet::of({1}) | DeviceSet::of({2})), DeviceSet::of({1, 2}));
  EXPECT_TRUE(DeviceSet::of({3}).isSubsetOf(Host));
  EXPECT_FALSE(DeviceSet::all().isSubsetOf(Host));
  EXPECT_FALSE(Host.complement().intersects(Host));
  EXPECT_EQ(Host.complement().complement(), Host);
  EXPECT_EQ(DeviceSet::of({8}).single(), 8);
  EXPECT_EQ(DeviceSet::of({8, 9}).single(), std::nullopt);
  EXPECT_EQ(DeviceSet::of({99}).single(), std::nullopt);
}

TEST(DeviceSet, ReadsWellInMessages) {
  EXPECT_EQ(DeviceSet::none().str(), "no device type");
  EXPECT_EQ(DeviceSet::all().str(), "any device type");
  EXPECT_EQ(DeviceSet::of({2, 8}).str(), "kDLCUDA, kDLMetal");
  EXPECT_EQ(DeviceSet::of({1, 2, 3, 4, 7}).str(2), "kDLCPU, kDLCUDA, ...");
  EXPECT_EQ(DeviceSet::of({5}).str(), "device type 5");
  EXPECT_EQ(DeviceSet::of({1}).complement().str(),
            "any device type except kDLCPU");
  EXPECT_EQ(DeviceSet::of({200}).str(), "an unknown device type");
  EXPECT_EQ(DeviceSet::of({2, 200}).str(), "kDLCUDA or an unknown device type");
}

} // namespace
