//===- RecordFilesTest.cpp - The tables against the records' own JSON -----===//
//
// Skipped where the records are not at hand: see CMakeLists.txt.
//
//===----------------------------------------------------------------------===//

#include "rules/Consumers.h"
#include "rules/ErrorMessages.h"
#include "rules/HostCalls.h"
#include "rules/JaxPlatforms.h"
#include "rules/Producers.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace dlpack_tidy::rules;
namespace fs = std::filesystem;

namespace {

/// The message with each Python replacement field as a hole.
std::string holes(const std::string &Message) {
  return std::regex_replace(Message, std::regex("\\{[^}]*\\}"), "{}");
}

std::string filled(std::string Pattern, const std::string &With) {
  for (std::size_t At; (At = Pattern.find("{}")) != Pattern.npos;)
    Pattern.replace(At, 2, With);
  return Pattern;
}

class RecordFiles : public ::testing::Test {
protected:
  void SetUp() override {
    const char *Named = std::getenv("DLPACK_TIDY_RECORDS");
    fs::path Folder = Named ? Named : DLPACK_TIDY_RECORDS;
    std::error_code Ignored;
    if (!fs::is_directory(Folder, Ignored))
      GTEST_SKIP() << "no records in " << Folder;
    for (const fs::directory_entry &Entry : fs::directory_iterator(Folder))
      if (Entry.path().extension() == ".json")
        read(Entry.path());
    ASSERT_FALSE(Records.empty()) << "no record in " << Folder;
  }

  void read(const fs::path &Path) {
    std::ifstream In(Path);
    std::stringstream Text;
    Text << In.rdbuf();
    auto Value = llvm::json::parse(Text.str());
    ASSERT_TRUE(static_cast<bool>(Value)) << Path;
    const llvm::json::Object *Record =
        Value->getAsObject() ? Value->getAsObject()->getObject("record")
                             : nullptr;
    ASSERT_NE(Record, nullptr) << Path;
    Records.push_back(*Record);
  }

  static std::string field(const llvm::json::Object &Record, const char *Name) {
    auto Text = Record.getString(Name);
    return Text ? std::string(Text->data(), Text->size()) : std::string();
  }

  /// The row that describes the record.
  static const ErrorRule *rowOf(const llvm::json::Object &Record) {
    std::string Pattern = holes(field(Record, "errorMessage"));
    for (const ErrorRule &Rule : errorRules())
      if (Pattern == Rule.Pattern)
        return &Rule;
    return nullptr;
  }

  std::vector<llvm::json::Object> Records;
};

TEST_F(RecordFiles, MessagesAreRows) {
  for (const llvm::json::Object &Record : Records) {
    std::string Slug = field(Record, "slug");
    const ErrorRule *Row = rowOf(Record);
    ASSERT_NE(Row, nullptr) << Slug;
    std::string Tag = field(Record, "backgroundTag");
    std::string_view Check = Row->Check;
    EXPECT_TRUE(Check == Tag || Check == "dlpack-" + Tag) << Slug;
    std::regex Pattern(field(Record, "messagePattern"));
    for (const char *With : {"METAL", "8"}) {
      std::string Message = filled(Row->Pattern, With);
      EXPECT_TRUE(std::regex_search(Message, Pattern)) << Message;
      EXPECT_EQ(explainError(Message), Row) << Message;
    }
  }
}

TEST_F(RecordFiles, ExceptionClasses) {
  for (const llvm::json::Object &Record : Records) {
    const ErrorRule *Row = rowOf(Record);
    ASSERT_NE(Row, nullptr);
    EXPECT_EQ(exceptionNamed(field(Record, "errorClass")), Row->Exception);
  }
}

TEST_F(RecordFiles, PlatformsOfValidationCodeAndTypeGuard) {
  unsigned Lists = 0;
  for (const llvm::json::Object &Record : Records)
    for (const char *Name : {"validationCode", "typeGuard"}) {
      std::string Code = field(Record, Name);
      std::smatch Braces;
      if (!std::regex_search(Code, Braces, std::regex("\\{([^}]*)\\}")))
        continue;
      ++Lists;
      std::string List = Braces[1];
      PlatformSet Listed;
      std::regex Quoted("'([^']*)'");
      for (std::sregex_iterator It(List.begin(), List.end(), Quoted), End;
           It != End; ++It)
        Listed = Listed | platformsNamed((*It)[1].str());
      EXPECT_EQ(Listed, dlpackPlatforms()) << Code;
    }
  EXPECT_GE(Lists, 2u);
}

TEST_F(RecordFiles, MemoryKindsTheyName) {
  unsigned Named = 0;
  for (const llvm::json::Object &Record : Records) {
    std::string Code = field(Record, "validationCode");
    std::smatch Kind;
    if (!std::regex_search(Code, Kind,
                           std::regex("memory_kind != '([a-z_]+)'")))
      continue;
    ++Named;
    EXPECT_TRUE(
        tpuExportMemoryKinds().contains(memoryKindNamed(Kind[1].str())));
  }
  EXPECT_GE(Named, 1u);
}

/// Every call `module.name(` in the records' solutions and fixes that our
/// tables must know.
TEST_F(RecordFiles, CallsOfSolutionsAndFixes) {
  std::set<std::string> Seen;
  for (const llvm::json::Object &Record : Records) {
    std::string Text = field(Record, "exampleFix") + "\n" +
                       field(Record, "tryCatchPattern") + "\n";
    if (const llvm::json::Array *Solutions = Record.getArray("solutions"))
      for (const llvm::json::Value &V : *Solutions)
        if (auto S = V.getAsString())
          Text += std::string(S->data(), S->size()) + "\n";
    std::regex Call("\\b(np|jax|torch)\\.(\\w+)");
    for (std::sregex_iterator It(Text.begin(), Text.end(), Call), End;
         It != End; ++It)
      Seen.insert((*It)[1].str() == "np" ? "numpy." + (*It)[2].str()
                                         : (*It)[0].str());
  }
  for (const char *Known : {"numpy.asarray", "jax.device_get"}) {
    EXPECT_TRUE(Seen.count(Known)) << Known;
    EXPECT_NE(hostCall(Known), nullptr) << Known;
  }
  for (const char *Known : {"torch.from_dlpack", "torch.as_tensor"}) {
    EXPECT_TRUE(Seen.count(Known)) << Known;
    EXPECT_NE(consumer(Known), nullptr) << Known;
  }
}

/// `except X:` in each record's tryCatchPattern receives what the release it
/// describes raises.
TEST_F(RecordFiles, HandlersReceiveTheError) {
  for (const llvm::json::Object &Record : Records) {
    std::string Code = field(Record, "tryCatchPattern");
    std::smatch Handler;
    ASSERT_TRUE(std::regex_search(Code, Handler, std::regex("except (\\w+):")))
        << Code;
    auto Caught = exceptionNamed(Handler[1].str());
    ASSERT_TRUE(Caught.has_value()) << Code;
    const ErrorRule *Row = rowOf(Record);
    ASSERT_NE(Row, nullptr);
    ExceptionSet Raised =
        Code.find("torch.from_dlpack") != Code.npos
            ? jaxExceptions(*consumer("torch.from_dlpack"), Row->Why, {0, 11})
            : jaxExceptions(ExportCall::Dlpack, Row->Why, {0, 11});
    EXPECT_FALSE(Raised.empty());
    EXPECT_TRUE(uncaught(Raised, {*Caught}).empty()) << Code;
  }
}

} // namespace
