//===- KnownErrorsTest.cpp - Rules behind the producers' messages ---------===//

#include "dlpack_guard/core.h"
#include <gtest/gtest.h>

using namespace dlpack_guard;

static std::string ruleOf(std::string_view Text) {
  const KnownError *Known = detail::knownError(Text);
  return Known ? Known->Broken->Id : "";
}

TEST(KnownErrors, TheRecords) {
  EXPECT_EQ(ruleOf("BufferError: __dlpack__ device only supported for TPU "
                   "pinned host memory"),
            "dlpack-tpu-memory-kind");
  EXPECT_EQ(ruleOf("__dlpack__ device only supported for CPU, GPU and TPU "
                   "pinned host, got platform: METAL"),
            "dlpack-unsupported-backend");
  EXPECT_EQ(ruleOf("The device specification passed to to_dlpack contains an "
                   "unsupported device type (DLDeviceType: 8)"),
            "dlpack-unsupported-device-type");
}

TEST(KnownErrors, OlderWordings) {
  EXPECT_EQ(ruleOf("ValueError: __dlpack__ device only supported for CPU and "
                   "GPU, got platform: tpu"),
            "dlpack-tpu-memory-kind");
  EXPECT_EQ(ruleOf("KeyError: 8"), "dlpack-unsupported-device-type");
}

TEST(KnownErrors, Gaps) {
  using detail::containsPattern;
  EXPECT_TRUE(containsPattern("xx a 1 b", "a {} b"));
  EXPECT_FALSE(containsPattern("a 1\n b", "a {} b"));
  EXPECT_TRUE(containsPattern("KeyError: 12\nmore", "KeyError: {#}"));
  EXPECT_FALSE(containsPattern("KeyError: 12a", "KeyError: {#}"));
  EXPECT_FALSE(containsPattern("KeyError: ", "KeyError: {#}"));
  EXPECT_FALSE(containsPattern("", "a"));
}

TEST(KnownErrors, EveryMessageFindsItself) {
  for (const KnownError &Known : KnownErrors) {
    std::string Text = Known.Pattern;
    for (const char *Gap : {"{#}", "{}"})
      for (std::size_t At; (At = Text.find(Gap)) != std::string::npos;)
        Text.replace(At, std::strlen(Gap), "7");
    EXPECT_NE(detail::knownError(Text), nullptr) << Text;
  }
}

TEST(KnownErrors, Strangers) {
  EXPECT_EQ(ruleOf("division by zero"), "");
  EXPECT_EQ(ruleOf(""), "");
  EXPECT_EQ(ruleOf(std::string(1 << 20, '{')), "");
}

TEST(KnownErrors, ExplainedRefusal) {
  const std::string Text = explainedRefusal("never heard of");
  EXPECT_EQ(Text.find("never heard of [dlpack-unsupported-backend]: "), 0u);
}
