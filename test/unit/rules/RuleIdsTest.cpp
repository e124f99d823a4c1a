//===- RuleIdsTest.cpp ----------------------------------------------------===//

#include "rules/RuleIds.h"
#include "rules/ErrorMessages.h"
#include "gtest/gtest.h"
#include <set>
#include <string>

using namespace dlpack_tidy::rules;

namespace {

TEST(RuleIds, AreUniqueAndAdvised) {
  std::set<std::string> Ids;
  for (const Rule &R : allRules()) {
    EXPECT_TRUE(Ids.insert(R.Id).second) << R.Id;
    EXPECT_EQ(std::string(R.Id).rfind("dlpack-", 0), 0u) << R.Id;
    EXPECT_EQ(rule(R.Id), &R);
    std::string Advice = R.Advice;
    EXPECT_GT(Advice.size(), 20u) << R.Id;
    EXPECT_EQ(Advice.find('\n'), Advice.npos) << R.Id;
    EXPECT_NE(Advice.back(), '.') << R.Id << ": messages add their own";
  }
  EXPECT_EQ(rule("dlpack-no-such-rule"), nullptr);
  EXPECT_EQ(rule(""), nullptr);
}

TEST(RuleIds, EveryCheckIsARule) {
#define DLPACK_CHECK(Class, Name, Level, Fix, Summary)                         \
  EXPECT_NE(rule(Name), nullptr) << Name;
#include "checks/Checks.def"
}

TEST(RuleIds, EveryErrorBelongsToARule) {
  for (const ErrorRule &E : errorRules())
    EXPECT_NE(rule(E.Check), nullptr) << E.Id;
}

} // namespace
