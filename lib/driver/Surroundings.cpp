//===--- Surroundings.cpp - how the source around a name uses it ----------===//

#include "driver/Surroundings.h"

#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

bool isWord(char Each) { return clang::isAsciiIdentifierContinue(Each); }

StringRef lastWord(StringRef Text) {
  size_t Start = Text.size();
  while (Start > 0 && isWord(Text[Start - 1]))
    --Start;
  return Text.drop_front(Start);
}

StringRef firstWord(StringRef Text) { return Text.take_while(isWord); }

/// \p Before without the `scope::inner::` it ends in.
StringRef withoutScope(StringRef Before) {
  Before = Before.rtrim();
  while (Before.consume_back("::")) {
    Before = Before.rtrim();
    Before = Before.drop_back(lastWord(Before).size()).rtrim();
  }
  return Before;
}

/// The bracket that is open at the end of \p Before; what stands before it is
/// left in \p Before.
char openBracket(StringRef &Before) {
  constexpr size_t Farthest = 2000;
  int Angles = 0, Others = 0;
  for (size_t Read = 0; Read < Farthest && !Before.empty(); ++Read) {
    char Last = Before.back();
    Before = Before.drop_back();
    switch (Last) {
    case '>':
      if (!Before.ends_with("-"))
        ++Angles;
      break;
    case '<':
      if (Others == 0 && Angles-- == 0)
        return '<';
      break;
    case ')':
    case ']':
    case '}':
      ++Others;
      break;
    case '(':
    case '[':
    case '{':
      if (Others-- == 0)
        return Last;
      break;
    case ';':
      if (Others == 0)
        return '\0';
      break;
    default:
      break;
    }
  }
  return '\0';
}

/// Calls \p Visit with the text before and after each use of \p Name.
template <typename Visitor>
void eachUse(StringRef Text, StringRef Name, Visitor Visit) {
  for (size_t At = Text.find(Name); At != StringRef::npos;
       At = Text.find(Name, At + Name.size())) {
    StringRef Before = Text.take_front(At);
    StringRef After = Text.drop_front(At + Name.size());
    if ((Before.empty() || !isWord(Before.back())) &&
        (After.empty() || !isWord(After.front())))
      Visit(Before, After);
  }
}

/// Whether \p After starts with template arguments, which `i < n` does not.
bool startsWithArguments(StringRef After) {
  if (!After.consume_front("<") || After.starts_with("<") ||
      After.starts_with("="))
    return false;
  int Angles = 1;
  for (char Each : After.take_front(400)) {
    Angles += Each == '<' ? 1 : Each == '>' ? -1 : 0;
    if (Angles == 0)
      return true;
    if (Each == ';' || Each == '{' || Each == '"')
      return false;
  }
  return false;
}

} // namespace

bool Surroundings::isTemplateArgument() const {
  StringRef After = Text.drop_front(At + Name.size()).ltrim();
  if (!After.starts_with(">") && !After.starts_with(","))
    return false;
  StringRef Before = withoutScope(Text.take_front(At));
  if (!Before.ends_with("<") && !Before.ends_with(","))
    return false;
  return openBracket(Before) == '<' && !Before.empty() && isWord(Before.back());
}

bool Surroundings::isUsed() const {
  return Text.drop_front(At + Name.size()).ltrim().starts_with(";") &&
         lastWord(withoutScope(Text.take_front(At))) == "using";
}

bool Surroundings::isTemplateElsewhere() const {
  bool Found = false;
  eachUse(Text, Name, [&](StringRef, StringRef After) {
    Found |= startsWithArguments(After);
  });
  return Found;
}

bool Surroundings::readsAsNamespace() const {
  unsigned AsScope = 0, OfTypes = 0;
  bool Alone = false;
  eachUse(Text, Name, [&](StringRef Before, StringRef After) {
    StringRef Line = Before.rsplit('\n').second;
    if (Line.contains("#include") || Line.contains("//") ||
        Line.ltrim().starts_with("*") || Before.ends_with("/"))
      return;
    if (Before.ends_with("::") || Before.ends_with(".") ||
        Before.ends_with("->"))
      return;
    if (!After.consume_front("::")) {
      Alone |= lastWord(Before.rtrim()) != "namespace";
      return;
    }
    ++AsScope;
    StringRef Member = firstWord(After);
    After = After.drop_front(Member.size());
    StringRef Next = After.ltrim(" ");
    OfTypes += !Member.empty() && clang::isUppercase(Member.front()) &&
               (startsWithArguments(After) || After.starts_with("::") ||
                !firstWord(Next).empty());
  });
  return !Alone && OfTypes * 2 > AsScope;
}

/// Calls \p Visit with each `scope::inner::name` and where it stands.
template <typename Visitor>
static void eachScoped(StringRef Text, Visitor Visit) {
  size_t At = 0;
  while ((At = Text.find("::", At)) != StringRef::npos) {
    StringRef First = lastWord(Text.take_front(At));
    size_t Start = At - First.size(), End = At;
    while (Text.substr(End).starts_with("::") &&
           !firstWord(Text.substr(End + 2)).empty())
      End += 2 + firstWord(Text.substr(End + 2)).size();
    At = std::max(End, At + 2);
    if (!First.empty() && First != "std")
      Visit(Text.slice(Start, End), Start, End);
  }
}

static std::vector<std::string> sorted(std::vector<std::string> Names) {
  llvm::sort(Names);
  Names.erase(std::unique(Names.begin(), Names.end()), Names.end());
  return Names;
}

std::vector<std::string> calledStatements(StringRef Text) {
  std::vector<std::string> Names;
  eachScoped(Text, [&](StringRef Whole, size_t Start, size_t End) {
    if (!Text.substr(End).ltrim().starts_with("("))
      return;
    StringRef Before = Text.take_front(Start).rtrim();
    char Last = Before.empty() ? '\0' : Before.back();
    if (Last == ';' || Last == '{' || Last == '}' || Last == ')' ||
        lastWord(Before) == "else")
      Names.push_back(Whole.str());
  });
  return sorted(std::move(Names));
}

std::vector<std::string> templateArguments(StringRef Text) {
  std::vector<std::string> Names;
  eachScoped(Text, [&](StringRef Whole, size_t, size_t End) {
    StringRef Name = lastWord(Whole);
    if (Surroundings(Text, End - Name.size(), Name).isTemplateArgument())
      Names.push_back(Whole.str());
  });
  return sorted(std::move(Names));
}

std::optional<size_t> memberTemplateIn(StringRef Text, StringRef Name) {
  std::optional<size_t> Found;
  eachUse(Text, Name, [&](StringRef Before, StringRef After) {
    if (!Found && (Before.ends_with(".") || Before.ends_with("->")) &&
        startsWithArguments(After))
      Found = Before.size();
  });
  return Found;
}

} // namespace dlpack_tidy::driver
