//===- ErrorMessagesTest.cpp ----------------------------------------------===//

#include "rules/ErrorMessages.h"
#include "gtest/gtest.h"
#include <chrono>
#include <set>
#include <string>

using namespace dlpack_tidy::rules;

namespace {

std::string explainedAs(std::string_view Text) {
  const ErrorRule *Rule = explainError(Text);
  return Rule ? Rule->Id : "";
}

/// A message the pattern describes.
std::string filled(std::string Pattern, const std::string &With) {
  for (std::size_t At; (At = Pattern.find("{#}")) != Pattern.npos;)
    Pattern.replace(At, 3, "8");
  for (std::size_t At; (At = Pattern.find("{}")) != Pattern.npos;)
    Pattern.replace(At, 2, With);
  return Pattern;
}

TEST(Patterns, HolesStandForTextOfOneLine) {
  EXPECT_TRUE(matchesPattern("got platform: METAL", "got platform: {}"));
  EXPECT_TRUE(matchesPattern("a (1, 2) b", "a ({}) b"));
  EXPECT_TRUE(matchesPattern("a () b", "a ({}) b"));
  EXPECT_FALSE(matchesPattern("a (1\n2) b", "a ({}) b"));
  EXPECT_FALSE(matchesPattern("a (1", "a ({}) b"));
  EXPECT_TRUE(matchesPattern("xx Device TPU_0 cannot", "Device {} cannot"));
  EXPECT_FALSE(matchesPattern("anything", ""));
}

TEST(Patterns, WhiteSpaceMayBeWrapped) {
  EXPECT_TRUE(matchesPattern("TPU pinned\n   host memory", "TPU pinned host"));
  EXPECT_FALSE(matchesPattern("TPUpinned", "TPU pinned"));
}

TEST(Patterns, NumbersEndTheirLine) {
  EXPECT_TRUE(matchesPattern("KeyError: 8", "KeyError: {#}"));
  EXPECT_TRUE(matchesPattern("KeyError: 13\nmore", "KeyError: {#}"));
  EXPECT_FALSE(matchesPattern("KeyError: 'name'", "KeyError: {#}"));
  EXPECT_FALSE(matchesPattern("KeyError: 8 items", "KeyError: {#}"));
  EXPECT_FALSE(matchesPattern("KeyError: ", "KeyError: {#}"));
}

TEST(ErrorTable, IdsAreUnique) {
  std::set<std::string> Ids;
  for (const ErrorRule &Rule : errorRules()) {
    EXPECT_TRUE(Ids.insert(Rule.Id).second) << Rule.Id;
    EXPECT_EQ(errorRule(Rule.Id), &Rule);
    EXPECT_LT(Rule.Releases.Since, Rule.Releases.Before) << Rule.Id;
    EXPECT_FALSE(std::string(Rule.Advice).empty()) << Rule.Id;
  }
  EXPECT_EQ(errorRule("no-such-error"), nullptr);
}

// Whatever a library says must lead to the row that describes it, or to an
// equal pattern of a newer release.
TEST(ErrorTable, EveryMessageIsExplained) {
  for (const ErrorRule &Rule : errorRules()) {
    std::string_view Pattern = Rule.Pattern;
    if (Pattern.empty())
      continue;
    for (const char *With : {"METAL", "something else (1, 2)"}) {
      std::string Text =
          "Traceback (most recent call last):\n  File \"a.py\", line 3\n" +
          std::string(name(Rule.Exception)) + ": " + filled(Rule.Pattern, With);
      const ErrorRule *Found = explainError(Text);
      ASSERT_NE(Found, nullptr) << Rule.Id;
      EXPECT_STREQ(Found->Check, Rule.Check) << Rule.Id << " as " << Found->Id;
      EXPECT_STREQ(Found->Pattern, Rule.Pattern) << Rule.Id;
    }
  }
}

TEST(ErrorTable, RangesOfEqualPatternsDoNotOverlap) {
  for (const ErrorRule &A : errorRules())
    for (const ErrorRule &B : errorRules()) {
      if (&A == &B || std::string_view(A.Pattern).empty() ||
          std::string_view(A.Pattern) != B.Pattern)
        continue;
      EXPECT_TRUE(A.Releases.Before <= B.Releases.Since ||
                  B.Releases.Before <= A.Releases.Since)
          << A.Id << " and " << B.Id;
    }
}

// Texts as the libraries printed them, run or from public reports.
TEST(Explain, RealMessages) {
  EXPECT_EQ(explainedAs("BufferError: __dlpack__ device only supported for CPU "
                        "and GPU, got platform: tpu"),
            "jax-tpu-0.4.26");
  EXPECT_EQ(explainedAs("ValueError: __dlpack__ device only supported for CPU "
                        "and GPU, got platform: METAL"),
            "jax-unsupported-backend-0.4.26");
  EXPECT_EQ(explainedAs("jaxlib.xla_extension.XlaRuntimeError: "
                        "INVALID_ARGUMENT: Device TPU_0(process=0,(0,0,0,0)) "
                        "cannot be used as a DLPack device."),
            "jax-tpu-device");
  EXPECT_EQ(explainedAs("JaxRuntimeError: INVALID_ARGUMENT: Device METAL:0 "
                        "cannot be used as a DLPack device."),
            "jax-plugin-device");
  EXPECT_EQ(explainedAs("KeyError: <DLDeviceType.kDLCPUPinned: 3>"),
            "jax-dl-device-0.4.27-enum");
  EXPECT_EQ(explainedAs("  File \"jax/_src/dlpack.py\", line 110\nKeyError: 8"),
            "jax-dl-device-0.4.27");
  EXPECT_EQ(explainedAs("Unknown backend cuda. Available backends are ['cpu']"),
            "jax-missing-backend");
  EXPECT_EQ(explainedAs("Backend 'tpu' failed to initialize: INTERNAL: Failed "
                        "to open libtpu.so"),
            "jax-failed-backend");
  EXPECT_EQ(explainedAs("JAX does not support any version below (0, 5) but "
                        "version ((0, 4)) was requested."),
            "jax-max-version");
  EXPECT_EQ(explainedAs("TypeError: 'jaxlib._jax.Device' object is not "
                        "callable"),
            "jax-device-method");
  EXPECT_EQ(explainedAs("DynamicJaxprTracer has no attribute "
                        "__dlpack_device__"),
            "jax-device-tracer");
  EXPECT_EQ(explainedAs("BufferError: Unsupported device_type: 20"),
            "torch-import-device");
  EXPECT_EQ(explainedAs("RuntimeError: Storage size calculation overflowed "
                        "with sizes=[8] and strides=[-1]"),
            "torch-import-negative");
  EXPECT_EQ(explainedAs("TypeError: sum(): incompatible function arguments. "
                        "The following argument types are supported:"),
            "binding-overload");
  EXPECT_EQ(explainedAs("InvalidArgumentError: DLPack tensor must be a capsule "
                        "with name \"dltensor\", got \"used_dltensor\"."),
            "jax-import-name");
  EXPECT_EQ(explainedAs("TypeError: OrtValue.__dlpack__() got an unexpected "
                        "keyword argument 'max_version'"),
            "unexpected-max-version");
  EXPECT_EQ(explainedAs("Cannot export to device (2, 0), tensor is on (1, 0)."),
            "pyarrow-dl-device");
}

TEST(Explain, PartsOfAMessageWillDo) {
  EXPECT_EQ(explainedAs("only supported for TPU pinned host memory"),
            "jax-tpu-memory-kind");
  EXPECT_EQ(explainedAs("  contains an unsupported device type "),
            "jax-dl-device");
}

TEST(Explain, SilentOnOtherTexts) {
  for (const char *Text :
       {"", " ", "\n", "device", "not supported", "BufferError",
        "KeyError: 'name'", "ZeroDivisionError: division by zero",
        "ValueError: could not convert string to float: 'abc'",
        "RuntimeError: CUDA out of memory", "platform: tpu"})
    EXPECT_EQ(explainError(Text), nullptr) << Text << explainedAs(Text);
}

TEST(Explain, TheFirstErrorOfALogWins) {
  EXPECT_EQ(explainedAs("NumPy only supports stream=None.\n"
                        "__dlpack__ device only supported for TPU pinned host "
                        "memory\n"),
            "numpy-stream");
}

TEST(Explain, LongTextsEndSoon) {
  std::string Text;
  while (Text.size() < (1u << 20))
    Text += "got platform: Device Backend ' Unknown backend Cannot export to "
            "device (";
  auto Start = std::chrono::steady_clock::now();
  EXPECT_EQ(explainError(Text), nullptr) << explainedAs(Text);
  std::string Binary(1u << 20, '\0');
  EXPECT_EQ(explainError(Binary), nullptr);
  auto Seconds = std::chrono::steady_clock::now() - Start;
  EXPECT_LT(std::chrono::duration<double>(Seconds).count(), 10.0);
}

TEST(JaxExceptions, TheTwoProtocolCallsDiffer) {
  const ExceptionSet Buffer{PyException::BufferError};
  for (Fault Why : {Fault::Backend, Fault::TpuMemory}) {
    EXPECT_EQ(jaxExceptions(ExportCall::DlpackDevice, Why, {0, 4, 26}), Buffer);
    EXPECT_EQ(
        jaxExceptions(ExportCall::DlpackDevice, Why, {0, 4, 25}),
        (ExceptionSet{PyException::BufferError, PyException::ValueError}));
    EXPECT_EQ(jaxExceptions(ExportCall::Dlpack, Why, {0, 12}),
              ExceptionSet{PyException::JaxRuntimeError})
        << "except BufferError misses it";
  }
}

TEST(JaxExceptions, DlDeviceByRelease) {
  auto Raised = [](Version Min) {
    return jaxExceptions(ExportCall::Dlpack, Fault::DeviceType, Min);
  };
  EXPECT_EQ(Raised({0, 5, 1}), ExceptionSet{PyException::BufferError});
  EXPECT_EQ(Raised({0, 4, 30}),
            (ExceptionSet{PyException::BufferError, PyException::KeyError}));
  EXPECT_EQ(Raised({0, 4, 25}),
            (ExceptionSet{PyException::BufferError, PyException::KeyError,
                          PyException::TypeError}));
  EXPECT_EQ(jaxExceptions(ExportCall::Dlpack, Fault::MissingBackend, {0, 12}),
            ExceptionSet{PyException::RuntimeError});
  EXPECT_EQ(jaxExceptions(ExportCall::Dlpack, Fault::CopyRefused, {0, 12}),
            ExceptionSet{PyException::ValueError});
}

} // namespace
