//===- GuardHeaderTest.cpp - dlpack_guard/rules.h is current --------------===//

#include "rules/GuardHeader.h"
#include "rules/DeviceTypes.h"
#include "rules/RuleIds.h"
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

using namespace dlpack_tidy::rules;

static std::string committed() {
  std::ifstream In(DLPACK_TIDY_GUARD_RULES);
  return {std::istreambuf_iterator<char>(In), {}};
}

TEST(GuardHeader, IsCurrent) {
  ASSERT_FALSE(committed().empty()) << DLPACK_TIDY_GUARD_RULES;
  EXPECT_EQ(committed(), guardHeader())
      << "run dlpack-guard-rules " << DLPACK_TIDY_GUARD_RULES;
}

TEST(GuardHeader, HoldsEveryRuleAndDevice) {
  const std::string Text = guardHeader();
  for (const Rule &R : allRules()) {
    EXPECT_NE(Text.find('"' + std::string(R.Id) + '"'), std::string::npos);
    EXPECT_NE(Text.find('"' + std::string(R.Advice) + '"'), std::string::npos);
  }
  for (const DeviceType &D : DeviceTypes)
    EXPECT_NE(Text.find('"' + std::string(D.Name) + '"'), std::string::npos);
}
