//===- StatusTest.cpp - The texts of refusals -----------------------------===//

#include "dlpack_guard/core.h"
#include <gtest/gtest.h>

using namespace dlpack_guard;

TEST(Status, Success) {
  Status Fine;
  EXPECT_TRUE(Fine.ok());
  EXPECT_STREQ(Fine.rule(), "");
  EXPECT_EQ(Fine.message(), "ok");
}

TEST(Status, SaysWhatWasFoundWhichRuleAndWhatToDo) {
  Status S(rule::UncheckedDevice, "on {device}, {dtype}, {}", 8,
           Status::pack({2, 32, 1}), -5);
  EXPECT_EQ(S.message(), "on kDLMetal (8), kDLFloat with 32 bits, -5 "
                         "[dlpack-unchecked-device]: " +
                             std::string(rule::UncheckedDevice.Advice));
  EXPECT_TRUE(S.broke(rule::UncheckedDevice));
  EXPECT_FALSE(S.broke(rule::Dtype));
  EXPECT_NE(S.advise("run").message().find("]: run"), std::string::npos);
}

TEST(Status, OddNumbers) {
  EXPECT_EQ(Status(rule::Dtype, "{}{device}{dtype}", INT64_MIN, -7,
                   Status::pack({200, 255, 65535}))
                .message()
                .substr(0, 84),
            "-9223372036854775808device type -7type code 200 with 255 bits x "
            "65535 lanes [dlpack-");
}

TEST(Status, CutsToTheBuffer) {
  Status S(rule::Dtype, "abc");
  char Small[6];
  EXPECT_EQ(S.write(Small, sizeof Small), 5u);
  EXPECT_STREQ(Small, "abc [");
  EXPECT_EQ(S.write(Small, 1), 0u);
  EXPECT_STREQ(Small, "");
  EXPECT_EQ(S.write(nullptr, 0), 0u);
}

// A cut never leaves half of a character, which Python would refuse to read.
TEST(Status, CutsBetweenCharacters) {
  char Small[6];
  detail::TextWriter Out(Small, sizeof Small);
  Out.add("abcd\xC3\xA9");
  EXPECT_STREQ(Small, "abcd");
}
