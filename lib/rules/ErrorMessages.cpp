//===- ErrorMessages.cpp - What DLPack errors say and mean ----------------===//

#include "rules/ErrorMessages.h"

namespace dlpack_tidy::rules {

static constexpr std::size_t NotFound = std::string_view::npos;

/// The longest text a "{}" stands for. It bounds the time a match can take.
static constexpr std::size_t MaxHole = 1000;

static bool isSpace(char C) {
  return C == ' ' || C == '\t' || C == '\n' || C == '\r';
}

static bool isDigit(char C) { return C >= '0' && C <= '9'; }

/// Where \p Fragment ends if it stands at \p At, or NotFound. One space of the
/// fragment takes a run of white space.
static std::size_t matchFragment(std::string_view Text, std::size_t At,
                                 std::string_view Fragment) {
  for (char C : Fragment) {
    if (At == Text.size())
      return NotFound;
    if (C != ' ') {
      if (Text[At++] != C)
        return NotFound;
      continue;
    }
    if (!isSpace(Text[At]))
      return NotFound;
    while (At != Text.size() && isSpace(Text[At]))
      ++At;
  }
  return At;
}

/// Where the number at \p At ends, if it ends its line too.
static std::size_t matchNumber(std::string_view Text, std::size_t At) {
  std::size_t End = At;
  while (End != Text.size() && isDigit(Text[End]))
    ++End;
  if (End == At || (End != Text.size() && !isSpace(Text[End])))
    return NotFound;
  while (End != Text.size() && isSpace(Text[End]) && Text[End] != '\n')
    ++End;
  return End == Text.size() || Text[End] == '\n' ? End : NotFound;
}

/// Whether all of \p Pattern matches with its first character at \p At.
static bool matchHere(std::string_view Text, std::size_t At,
                      std::string_view Pattern) {
  std::size_t Hole = Pattern.find('{');
  At = matchFragment(Text, At, Pattern.substr(0, Hole));
  while (At != NotFound && Hole != NotFound) {
    const bool Number = Pattern.substr(Hole, 3) == "{#}";
    Pattern.remove_prefix(Hole + (Number ? 3 : 2));
    Hole = Pattern.find('{');
    const std::string_view Next = Pattern.substr(0, Hole);
    if (Number) {
      At = matchNumber(Text, At);
      if (At != NotFound)
        At = matchFragment(Text, At, Next);
      continue;
    }
    std::size_t End = NotFound;
    for (std::size_t Taken = 0; Taken <= MaxHole; ++Taken, ++At) {
      End = matchFragment(Text, At, Next);
      if (End != NotFound || At == Text.size() || Text[At] == '\n')
        break;
    }
    At = End;
  }
  return At != NotFound;
}

/// Where the first match starts, or NotFound.
static std::size_t findPattern(std::string_view Text,
                               std::string_view Pattern) {
  if (Pattern.empty())
    return NotFound;
  for (std::size_t At = Text.find(Pattern.front()); At != NotFound;
       At = Text.find(Pattern.front(), At + 1))
    if (matchHere(Text, At, Pattern))
      return At;
  return NotFound;
}

bool matchesPattern(std::string_view Text, std::string_view Pattern) {
  return findPattern(Text, Pattern) != NotFound;
}

const ErrorRule *errorRule(std::string_view Id) {
  for (const ErrorRule &Rule : errorRules())
    if (Id == Rule.Id)
      return &Rule;
  return nullptr;
}

/// The rule whose pattern contains \p Text: the text was cut out of a message.
static const ErrorRule *ruleAround(std::string_view Text) {
  while (!Text.empty() && isSpace(Text.front()))
    Text.remove_prefix(1);
  while (!Text.empty() && isSpace(Text.back()))
    Text.remove_suffix(1);
  // A few words are in too many messages to mean one of them.
  constexpr std::size_t Telling = 16;
  if (Text.size() < Telling)
    return nullptr;
  for (const ErrorRule &Rule : errorRules())
    if (std::string_view(Rule.Pattern).find(Text) != NotFound)
      return &Rule;
  return nullptr;
}

const ErrorRule *explainError(std::string_view Text) {
  const ErrorRule *Best = nullptr;
  std::size_t BestAt = NotFound;
  for (const ErrorRule &Rule : errorRules()) {
    std::size_t At = findPattern(Text, Rule.Pattern);
    if (At < BestAt) {
      Best = &Rule;
      BestAt = At;
    }
  }
  return Best ? Best : ruleAround(Text);
}

ExceptionSet jaxExceptions(ExportCall Call, Fault Why, Version MinJax) {
  ExceptionSet Set;
  for (const ErrorRule &Rule : errorRules())
    if (Rule.Call == Call && Rule.Why == Why &&
        std::string_view(Rule.Library) == "JAX" &&
        Rule.Releases.reaches(MinJax))
      Set.insert(Rule.Exception);
  return Set;
}

} // namespace dlpack_tidy::rules
