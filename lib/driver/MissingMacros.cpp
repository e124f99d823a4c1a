//===--- MissingMacros.cpp - check macros whose headers are missing -------===//

#include "driver/MissingMacros.h"

#include "driver/HiddenParts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>
#include <optional>

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

constexpr StringLiteral GuardWords[] = {
    "CHECK",    "CHECKS", "EXPECT",  "EXPECTS", "ASSERT", "ENFORCE", "REQUIRE",
    "REQUIRES", "ENSURE", "ENSURES", "VERIFY",  "ICHECK", "DCHECK"};
constexpr StringLiteral FailWords[] = {"FAIL", "THROW", "RAISE", "UNREACHABLE"};
constexpr StringLiteral DecorationWords[] = {
    "API",    "EXPORT", "EXPORTS", "PUBLIC",      "HIDDEN",   "DLL",
    "INLINE", "DECL",   "LOCAL",   "FORCEINLINE", "NODISCARD"};
constexpr struct {
  StringLiteral Word;
  StringLiteral Operator;
} Comparisons[] = {{"EQ", "=="}, {"NE", "!="}, {"LT", "<"},
                   {"LE", "<="}, {"GT", ">"},  {"GE", ">="}};

bool isWord(char Each) { return isAlnum(Each) || Each == '_'; }

bool isShouting(StringRef Name) {
  return Name.size() > 2 && clang::isUppercase(Name.front()) &&
         none_of(Name, [](char Each) { return clang::isLowercase(Each); });
}

/// What a file says about macros.
struct MacroUse {
  StringSet<> Defined;
  StringSet<> Called;
  StringSet<> Named;
  /// Named where a value stands: `A_EXPORT = 1`, `x | A_EXPORT`.
  StringSet<> Values;
  StringSet<> Switches;
};

/// What a decoration is followed by: a type, a name, another decoration.
bool standsBeforeDeclaration(StringRef After) {
  After = After.ltrim();
  return !After.empty() && (isWord(After.front()) || After.front() == '~' ||
                            After.starts_with("::") || After.starts_with("[["));
}

void readMacros(StringRef Text, MacroUse &Seen) {
  for (size_t At = 0; At < Text.size();) {
    if (!isWord(Text[At])) {
      ++At;
      continue;
    }
    size_t End = At;
    while (End < Text.size() && isWord(Text[End]))
      ++End;
    StringRef Name = Text.slice(At, End);
    StringRef Before = Text.take_front(At).rtrim(" \t");
    At = End;
    if (!isShouting(Name))
      continue;
    if (Before.consume_back("define") && Before.rtrim(" \t").ends_with("#"))
      Seen.Defined.insert(Name);
    else if (Text.drop_front(End).ltrim(" \t\r\n").starts_with("("))
      Seen.Called.insert(Name);
    else
      (standsBeforeDeclaration(Text.drop_front(End)) ? Seen.Named : Seen.Values)
          .insert(Name);
  }
}

/// "#define NAME(…) CONDITION or leave". In C++ the form leaves room for
/// "<< message" after the macro.
std::string checkMacro(const Twine &Head, const Twine &Condition, bool Cxx) {
  return ("#define " + Head + " " + Condition + " ? (void)0 : " +
          (Cxx ? "dlpack_tidy_void() & dlpack_tidy_fail()"
               : "__builtin_trap()") +
          "\n")
      .str();
}

/// The definition of a macro that is called; nothing where the name does not
/// tell what it does.
std::optional<std::string> definitionOfCall(StringRef Name, bool Cxx) {
  SmallVector<StringRef> Words;
  Name.split(Words, '_', -1, /*KeepEmpty=*/false);
  auto Says = [&](ArrayRef<StringLiteral> Among) {
    return any_of(Words,
                  [&](StringRef Each) { return is_contained(Among, Each); });
  };
  bool Fails = Says(FailWords), Guards = Says(GuardWords);
  // EXPECT_THROW expects one; it does not throw.
  if (Fails == Guards)
    return std::nullopt;
  bool Negated =
      is_contained(Words, "FALSE") ||
      (Fails && is_contained(Words, "IF") && !is_contained(Words, "NOT"));
  if (Fails && !is_contained(Words, "IF"))
    return ("#define " + Name + "(...) " +
            (Cxx ? "dlpack_tidy_fail()" : "__builtin_trap()") + "\n")
        .str();
  for (const auto &Each : Comparisons)
    if (Words.back() == Each.Word)
      return checkMacro(Name + "(a, b, ...)", "((a) " + Each.Operator + " (b))",
                        Cxx);
  return checkMacro(Name + "(a, ...)", Negated ? "!(a)" : "(a)", Cxx);
}

bool isDecoration(StringRef Name) {
  auto [Prefix, Last] = Name.rsplit('_');
  return !Last.empty() && is_contained(DecorationWords, Last);
}

} // namespace

std::string missingMacros(ArrayRef<StringRef> Files, bool Cxx) {
  MacroUse Seen;
  for (StringRef Each : Files)
    if (auto Buffer = MemoryBuffer::getFile(Each)) {
      readMacros((*Buffer)->getBuffer(), Seen);
      addSwitchesOf((*Buffer)->getBuffer(), Seen.Switches);
    }
  std::map<std::string, std::string> Definitions;
  for (const auto &Each : Seen.Called)
    if (!Seen.Defined.contains(Each.getKey()))
      if (std::optional<std::string> Known =
              definitionOfCall(Each.getKey(), Cxx))
        Definitions[Each.getKey().str()] = *Known;
  for (const auto &Each : Seen.Named)
    if (!Seen.Defined.contains(Each.getKey()) &&
        !Seen.Values.contains(Each.getKey()) && isDecoration(Each.getKey()))
      Definitions[Each.getKey().str()] =
          ("#define " + Each.getKey() + "\n").str();
  for (const auto &Each : Seen.Switches)
    if (!Seen.Defined.contains(Each.getKey()))
      Definitions[Each.getKey().str()] =
          ("#define " + Each.getKey() + " 1\n").str();
  std::string Text;
  for (const auto &Each : Definitions)
    Text += Each.second;
  return Text;
}

std::vector<std::string> hiddenSwitches(ArrayRef<StringRef> Files) {
  MacroUse Seen;
  for (StringRef Each : Files)
    if (auto Buffer = MemoryBuffer::getFile(Each))
      addSwitchesOf((*Buffer)->getBuffer(), Seen.Switches);
  if (Seen.Switches.empty())
    return {};
  for (StringRef Each : Files)
    if (auto Buffer = MemoryBuffer::getFile(Each))
      readMacros((*Buffer)->getBuffer(), Seen);
  std::vector<std::string> Names;
  for (const auto &Each : Seen.Switches)
    if (!Seen.Defined.contains(Each.getKey()))
      Names.push_back(Each.getKey().str());
  llvm::sort(Names);
  return Names;
}

} // namespace dlpack_tidy::driver
