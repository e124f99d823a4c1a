#include "driver/Report.h"
#include "driver/Fingerprint.h"

#include "gtest/gtest.h"

#include <set>

using namespace dlpack_tidy::driver;

namespace {

Finding at(unsigned Line, std::string NewText = "", bool Safe = true) {
  Finding Made;
  Made.Check = "dlpack-strides";
  Made.Message = "message";
  Made.File = "/a/header.h";
  Made.Line = Line;
  Made.Text = "line";
  if (!NewText.empty()) {
    Edit One;
    One.File = Made.File;
    One.Text = NewText;
    Made.Fixes.push_back({Safe, "fix", {One}});
  }
  return Made;
}

TEST(ReportTest, UnitesWhatSeveralUnitsSay) {
  Report Found;
  Found.Findings = {at(7, "x"), at(3), at(7, "x"), at(3)};
  Found.normalise();
  ASSERT_EQ(Found.Findings.size(), 2u);
  EXPECT_EQ(Found.Findings[0].Line, 3u);
  ASSERT_EQ(Found.Findings[1].Fixes.size(), 1u);
  EXPECT_TRUE(Found.Findings[1].Fixes.front().Safe);
}

TEST(ReportTest, KeepsBothFixesWhereUnitsDisagreeAndTrustsNeither) {
  Report Found;
  Found.Findings = {at(7, "x"), at(7, "y"), at(7, "x")};
  Found.normalise();
  ASSERT_EQ(Found.Findings.size(), 1u);
  ASSERT_EQ(Found.Findings.front().Fixes.size(), 2u);
  for (const Fix &Each : Found.Findings.front().Fixes)
    EXPECT_FALSE(Each.Safe);
}

TEST(ReportTest, DoesNotDependOnWhoWasAskedFirst) {
  auto Described = [](std::vector<Finding> Findings) {
    Report Found;
    Found.Findings = std::move(Findings);
    Found.normalise();
    std::string Words;
    for (const Finding &Each : Found.Findings) {
      Words += Each.Function + ";";
      for (const Fix &Offered : Each.Fixes)
        Words += Offered.Edits.front().Text + ";";
    }
    return Words;
  };
  Finding First = at(7, "x"), Second = at(7, "y"), Third = at(7);
  First.Function = "f<int>";
  Second.Function = "f<float>";
  EXPECT_EQ(Described({First, Second, Third}),
            Described({Third, Second, First}));
  EXPECT_EQ(Described({First, Second, Third}),
            Described({Second, Third, First}));
}

TEST(ReportTest, AFixThatOneUnitDoesNotOfferIsNotSafe) {
  Report Found;
  Found.Findings = {at(7), at(7, "x")};
  Found.normalise();
  ASSERT_EQ(Found.Findings.front().Fixes.size(), 1u);
  EXPECT_FALSE(Found.Findings.front().Fixes.front().Safe);
}

TEST(ReportTest, ASuppressionIsOfUseWhereOneUnitNeedsIt) {
  Report Found;
  Found.Suppressions = {{"/a.h", 1, 1, "dlpack-x", false, true},
                        {"/a.h", 1, 1, "dlpack-x", true, false},
                        {"/a.h", 2, 1, "dlpack-x", false, true}};
  Found.normalise();
  ASSERT_EQ(Found.Suppressions.size(), 2u);
  EXPECT_TRUE(Found.Suppressions[0].Used);
  EXPECT_FALSE(Found.Suppressions[0].Judged);
  EXPECT_FALSE(Found.Suppressions[1].Used);
}

TEST(FingerprintTest, MeansTheSameFindingElsewhere) {
  Finding Moved = at(9);
  Moved.Text = "  li  ne\t";
  Moved.Message = "better words";
  EXPECT_EQ(fingerprints({at(3)}, "/a"), fingerprints({Moved}, "/a"));
  Finding Copied = at(3);
  Copied.File = "/b/header.h";
  EXPECT_EQ(fingerprints({at(3)}, "/a"), fingerprints({Copied}, "/b"));
  EXPECT_NE(fingerprints({at(3)}, "/a"), fingerprints({Copied}, "/a"));
}

TEST(FingerprintTest, TellsFindingsApart) {
  Finding Other = at(3);
  Other.Check = "dlpack-dtype";
  Finding Inside = at(3);
  Inside.Function = "f";
  std::vector<std::string> Made =
      fingerprints({at(3), at(4), Other, Inside}, "/a");
  EXPECT_EQ(std::set<std::string>(Made.begin(), Made.end()).size(), 4u);
}

TEST(PathTest, IsSeenFromAFolder) {
  EXPECT_EQ(relativePath("/a/b/c", "/a"), "b/c");
  EXPECT_EQ(relativePath("/a/b", "/a/c/d"), "../../b");
  EXPECT_EQ(relativePath("b", "/a"), "b");
}

} // namespace
