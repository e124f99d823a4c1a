//===- VersionsTest.cpp ---------------------------------------------------===//

#include "rules/Versions.h"
#include "gtest/gtest.h"

using namespace dlpack_tidy::rules;

namespace {

TEST(Versions, ParsesOneToFourComponents) {
  EXPECT_EQ(Version::parse("1"), (Version{1}));
  EXPECT_EQ(Version::parse("0.11"), (Version{0, 11}));
  EXPECT_EQ(Version::parse("0.4.25"), (Version{0, 4, 25}));
  EXPECT_EQ(Version::parse("0.12.0.1"), (Version{0, 12, 0, 1}));
  static_assert(Version::parse("0.11")->Minor == 11, "usable in constants");
}

TEST(Versions, RefusesEverythingElse) {
  for (const char *Text : {"", ".", "0.", ".4", "0..4", "v1.0", "1.0rc1",
                           "0.11 ", " 0.11", "-1", "+1", "0,11", "1.2.3.4.5",
                           "99999999999999999999", "0.1000000", "latest"})
    EXPECT_EQ(Version::parse(Text), std::nullopt) << '"' << Text << '"';
}

TEST(Versions, ComparesByNumberNotByText) {
  EXPECT_LT((Version{0, 4, 9}), (Version{0, 4, 25}));
  EXPECT_LT((Version{0, 9}), (Version{0, 11}));
  EXPECT_LT((Version{0, 12}), (Version{0, 12, 0, 1}));
  EXPECT_EQ((Version{0, 12}), (Version{0, 12, 0, 0}));
  EXPECT_GT((Version{1}), (Version{0, 12, 0, 1}));
  EXPECT_LE((Version{1, 0}), (Version{1}));
  EXPECT_GE(Version::latest(), (Version{999999, 0}));
  EXPECT_NE((Version{1}), (Version{2}));
}

TEST(Versions, PrintsWhatItParses) {
  for (const char *Text : {"0.11", "0.4.25", "0.12.0.1", "1.0"})
    EXPECT_EQ(Version::parse(Text)->str(), Text);
  EXPECT_EQ(Version::parse("0.12.0")->str(), "0.12");
}

TEST(VersionRange, IsHalfOpen) {
  constexpr VersionRange Range = since(0, 4, 26).until(0, 11);
  EXPECT_FALSE(Range.contains({0, 4, 25}));
  EXPECT_TRUE(Range.contains({0, 4, 26}));
  EXPECT_TRUE(Range.contains({0, 10, 2}));
  EXPECT_FALSE(Range.contains({0, 11}));
  EXPECT_TRUE(since(0, 11).contains({7}));
}

TEST(VersionRange, ReachesReleasesStillSupported) {
  constexpr VersionRange Range = since(0, 4, 26).until(0, 11);
  EXPECT_TRUE(Range.reaches({0, 4})) << "all of it is supported";
  EXPECT_TRUE(Range.reaches({0, 10, 2}));
  EXPECT_FALSE(Range.reaches({0, 11}));
  EXPECT_TRUE(since(0, 12).reaches({0, 11})) << "a later release has it";
  EXPECT_TRUE(since(0, 12).reaches(Version::latest())) << "it has not ended";
  EXPECT_FALSE(Range.reaches(Version::latest()));
  EXPECT_FALSE((VersionRange{{0, 5}, {0, 5}}).reaches({0, 4}));
}

} // namespace
