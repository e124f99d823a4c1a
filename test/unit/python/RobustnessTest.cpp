//===--- RobustnessTest.cpp - broken, huge and odd texts ------------------===//

#include "Seen.h"

#include <gtest/gtest.h>

using namespace dlpack_tidy::python;
using namespace dlpack_tidy::python::test;

namespace {

const std::string Export = "import jax, torch\n"
                           "def f(x: jax.Array):\n"
                           "  return torch.from_dlpack(x)\n";

std::string repeated(std::string_view Text, size_t Times) {
  std::string All;
  for (size_t I = 0; I < Times; ++I)
    All += Text;
  return All;
}

TEST(Robustness, SyntaxErrorsLeaveTheRest) {
  Analysis Found = analyse(Export + "def broken(:\n  x = = 3\n" + Export);
  EXPECT_EQ(Found.Exports.size(), 2u);
  ASSERT_EQ(Found.NotAnalysed.size(), 1u);
  EXPECT_NE(Found.NotAnalysed[0].Reason.find("syntax"), std::string::npos);
}

TEST(Robustness, UnterminatedString) {
  Analysis Found = analyse(Export + "s = '''never ends\n");
  EXPECT_EQ(Found.Exports.size(), 1u);
  EXPECT_EQ(Found.NotAnalysed.size(), 1u);
}

TEST(Robustness, InvalidUtf8AndNulBytes) {
  Analysis Found = analyse(Export + "s = '\xff\xfe\x80'\n" + Export);
  EXPECT_EQ(Found.Exports.size(), 2u);
  analyse(Export + std::string("\0\0x = \0 3\n", 11) + Export);
}

TEST(Robustness, MegabyteLiteral) {
  Analysis Found = analyse("s = '" + repeated("x", 1 << 20) + "'\n" + Export);
  EXPECT_EQ(Found.Exports.size(), 1u);
  EXPECT_TRUE(Found.NotAnalysed.empty());
}

TEST(Robustness, DeepNesting) {
  for (const char *Pair : {"()", "[]", "{}"}) {
    std::string Open(5000, Pair[0]), Close(5000, Pair[1]);
    Analysis Found = analyse("import torch\nx = torch.from_dlpack(" + Open +
                             Close + ")\n" + Export);
    EXPECT_FALSE(Found.NotAnalysed.empty());
  }
  analyse("torch.from_dlpack(" + repeated("not ", 20000) + "x)\n");
  analyse("torch.from_dlpack(" + repeated("-", 20000) + "x)\n");
  analyse("torch.from_dlpack(x" + repeated(".a", 20000) + ")\n");
  analyse("torch.from_dlpack(x" + repeated("[0]", 20000) + ")\n");
  analyse("torch.from_dlpack(x" + repeated("()", 20000) + ")\n");
  analyse("torch.from_dlpack(x" + repeated(" and y", 20000) + ")\n");
  analyse("torch.from_dlpack(" + repeated("lambda: ", 20000) + "x)\n");
  analyse("torch.from_dlpack(" + repeated("x if y else ", 20000) + "x)\n");
  std::string Blocks;
  for (size_t Depth = 0; Depth < 300; ++Depth)
    Blocks += std::string(Depth, ' ') + "if x:\n";
  analyse(Blocks + std::string(300, ' ') + "torch.from_dlpack(x)\n");
}

TEST(Robustness, LongSumsAreNoNesting) {
  Analysis Found = analyse("import jax, torch\nimport jax.numpy as jnp\n"
                           "torch.from_dlpack(jnp.ones(3)" +
                           repeated(" + 1", 3000) + ")\n");
  ASSERT_EQ(Found.Exports.size(), 1u);
  EXPECT_TRUE(Found.NotAnalysed.empty());
}

TEST(Robustness, TooManyWaysAreReported) {
  std::string Text = "import torch\ndef f(x):\n";
  for (size_t Depth = 1; Depth < 40; ++Depth)
    Text += std::string(Depth, ' ') + "while x:\n" +
            std::string(Depth + 1, ' ') + "x = y" + std::to_string(Depth) +
            "\n";
  Text += std::string(40, ' ') + "torch.from_dlpack(x)\n";
  Analysis Found = analyse(Text);
  EXPECT_LE(Found.Exports.size(), 1u);
}

TEST(Robustness, WindowsLineEndsAndByteOrderMark) {
  EXPECT_EQ(analyse("\xEF\xBB\xBFimport jax, torch\r\n"
                    "def f(x: jax.Array):\r\n"
                    "  return torch.from_dlpack(x)\r\n")
                .Exports.size(),
            1u);
}

TEST(Robustness, NothingToFindIsNotParsed) {
  EXPECT_FALSE(mentionsExchange("import numpy as np\nx = np.zeros(3)\n"));
  EXPECT_TRUE(analyse("def broken(:\n").NotAnalysed.empty());
}

} // namespace
