//===--- SuppressionTest.cpp - NOLINT comments in Python text -------------===//

#include "python/Suppression.h"

#include <gtest/gtest.h>

using dlpack_tidy::python::Suppressions;

namespace {

TEST(Suppression, OneLine) {
  Suppressions Found("a\nb # NOLINT(dlpack-legacy-api, dlpack-read-only)\n"
                     "c # NOLINT\nd # NOLINT(dlpack-*)\n");
  EXPECT_FALSE(Found.covers(1, "dlpack-legacy-api"));
  EXPECT_TRUE(Found.covers(2, "dlpack-legacy-api"));
  EXPECT_TRUE(Found.covers(2, "dlpack-read-only"));
  EXPECT_FALSE(Found.covers(2, "dlpack-dtype"));
  EXPECT_TRUE(Found.covers(3, "dlpack-dtype"));
  EXPECT_TRUE(Found.covers(4, "dlpack-dtype"));
  EXPECT_FALSE(Found.covers(4, "bugprone-foo"));
}

TEST(Suppression, NextLineAndRanges) {
  Suppressions Found("# NOLINTNEXTLINE(dlpack-dtype)\na\nb\n"
                     "# NOLINTBEGIN\nc\nd\n# NOLINTEND\ne\n"
                     "# NOLINTEND\n# NOLINTBEGIN never ends\nf\n");
  EXPECT_FALSE(Found.covers(1, "dlpack-dtype"));
  EXPECT_TRUE(Found.covers(2, "dlpack-dtype"));
  EXPECT_FALSE(Found.covers(3, "dlpack-dtype"));
  EXPECT_TRUE(Found.covers(5, "dlpack-dtype"));
  EXPECT_TRUE(Found.covers(6, "dlpack-dtype"));
  EXPECT_FALSE(Found.covers(8, "dlpack-dtype"));
  EXPECT_FALSE(Found.covers(11, "dlpack-dtype"));
}

} // namespace
