#include "driver/Uri.h"

#include "gtest/gtest.h"

using namespace dlpack_tidy::driver;

namespace {

TEST(UriTest, EncodesWhatIsNoPlainLetter) {
  EXPECT_EQ(uriOf("src/a-b_c.d~e.cpp"), "src/a-b_c.d~e.cpp");
  EXPECT_EQ(uriOf("a b/c%41#d?e:f"), "a%20b/c%2541%23d%3Fe%3Af");
  EXPECT_EQ(uriOf("gr\xC3\xB6\xDF"), "gr%C3%B6%DF");
}

TEST(UriTest, ComesBack) {
  std::string All;
  for (int Each = 1; Each < 256; ++Each)
    All += static_cast<char>(Each);
  EXPECT_EQ(pathOf(uriOf(All)), All);
  EXPECT_EQ(pathOf("a%2"), "a%2");
  EXPECT_EQ(pathOf("a%zz"), "a%zz");
}

} // namespace
