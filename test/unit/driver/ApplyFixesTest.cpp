#include "driver/ApplyFixes.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace dlpack_tidy::driver;

namespace {

class ApplyFixesTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("fixes", "py", Path));
    std::error_code Failed;
    llvm::raw_fd_ostream(Path, Failed) << Text;
    ASSERT_FALSE(Failed);
  }
  void TearDown() override { llvm::sys::fs::remove(Path); }

  Edit replace(unsigned Offset, unsigned Length, std::string New) {
    Edit Made;
    Made.File = std::string(Path);
    Made.Offset = Offset;
    Made.Length = Length;
    Made.Text = std::move(New);
    Made.FileHash = llvm::hash_value(llvm::StringRef(Text));
    return Made;
  }
  Finding finding(std::vector<Edit> Edits, bool Safe = true) {
    Finding Made;
    Made.File = std::string(Path);
    Made.Line = ++Line;
    Made.Fixes.push_back({Safe, "a fix", std::move(Edits)});
    return Made;
  }
  std::string written() {
    return (*llvm::MemoryBuffer::getFile(Path))->getBuffer().str();
  }

  const std::string Text = "abcdef\n";
  llvm::SmallString<128> Path;
  unsigned Line = 0;
};

TEST_F(ApplyFixesTest, AppliesWhatDoesNotOverlap) {
  Report Found;
  Found.Findings = {finding({replace(4, 1, "E")}), finding({replace(1, 2, "")}),
                    finding({replace(0, 0, "^")})};
  FixOutcome Done = applyFixes(Found, /*Unsafe=*/false);
  EXPECT_EQ(written(), "^adEf\n");
  EXPECT_EQ(Done.Fixed.size(), 3u);
  EXPECT_TRUE(Done.PutOff.empty());
}

TEST_F(ApplyFixesTest, NamesTheOneOfTwoThatHasToWait) {
  Report Found;
  Found.Findings = {finding({replace(1, 3, "x")}),
                    finding({replace(5, 1, "F"), replace(3, 2, "y")})};
  FixOutcome Done = applyFixes(Found, /*Unsafe=*/false);
  // Whole or not at all: the second one's other edit is not made either.
  EXPECT_EQ(written(), "axef\n");
  ASSERT_EQ(Done.Fixed.size(), 1u);
  EXPECT_EQ(Done.Fixed.front().Line, 1u);
  ASSERT_EQ(Done.PutOff.size(), 1u);
  EXPECT_EQ(Done.PutOff.front().Line, 2u);
}

TEST_F(ApplyFixesTest, DifferentInsertionsAtOnePlaceConflict) {
  Report Found;
  Found.Findings = {finding({replace(2, 0, "x")}),
                    finding({replace(2, 0, "y")})};
  FixOutcome Done = applyFixes(Found, /*Unsafe=*/false);
  EXPECT_EQ(written(), "abxcdef\n");
  EXPECT_EQ(Done.PutOff.size(), 1u);
}

TEST_F(ApplyFixesTest, MakesAnEditThatSeveralFixesShareOnce) {
  Report Found;
  Edit Include = replace(0, 0, "#include <x>\n");
  Found.Findings = {finding({Include, replace(1, 1, "B")}),
                    finding({Include, replace(3, 1, "D")})};
  FixOutcome Done = applyFixes(Found, /*Unsafe=*/false);
  EXPECT_EQ(written(), "#include <x>\naBcDef\n");
  EXPECT_EQ(Done.Fixed.size(), 2u);
}

TEST_F(ApplyFixesTest, LeavesUnsafeOnesUnlessAsked) {
  Report Found;
  Found.Findings = {finding({replace(1, 1, "B")}, /*Safe=*/false)};
  EXPECT_TRUE(applyFixes(Found, /*Unsafe=*/false).Fixed.empty());
  EXPECT_EQ(written(), Text);
  EXPECT_EQ(applyFixes(Found, /*Unsafe=*/true).Fixed.size(), 1u);
  EXPECT_EQ(written(), "aBcdef\n");
}

TEST_F(ApplyFixesTest, DoesNotTouchAFileThatIsNoLongerTheSame) {
  Report Found;
  Found.Findings = {finding({replace(1, 1, "B")})};
  Found.Findings.front().Fixes.front().Edits.front().FileHash ^= 1;
  FixOutcome Done = applyFixes(Found, /*Unsafe=*/false);
  EXPECT_EQ(written(), Text);
  EXPECT_TRUE(Done.Fixed.empty());
  EXPECT_EQ(Done.Problems.size(), 1u);
}

} // namespace
