//===--- Suppression.cpp - NOLINT comments in Python text -----------------===//

#include "python/Suppression.h"

#include <algorithm>
#include <cstddef>

namespace dlpack_tidy::python {
namespace {

/// `*` stands for any text.
bool matches(std::string_view Pattern, std::string_view Text) {
  size_t Star = Pattern.find('*');
  if (Star == std::string_view::npos)
    return Pattern == Text;
  if (Text.substr(0, Star) != Pattern.substr(0, Star))
    return false;
  for (size_t From = Star; From <= Text.size(); ++From)
    if (matches(Pattern.substr(Star + 1), Text.substr(From)))
      return true;
  return false;
}

std::vector<std::string> namedChecks(std::string_view After) {
  std::vector<std::string> Names;
  if (After.empty() || After.front() != '(')
    return Names;
  std::string_view List = After.substr(1, After.find(')') - 1);
  while (!List.empty()) {
    size_t Comma = std::min(List.find(','), List.size());
    std::string_view One = List.substr(0, Comma);
    size_t Begin = One.find_first_not_of(" \t");
    size_t End = One.find_last_not_of(" \t");
    if (Begin != std::string_view::npos)
      Names.emplace_back(One.substr(Begin, End - Begin + 1));
    List.remove_prefix(std::min(Comma + 1, List.size()));
  }
  return Names;
}

} // namespace

void Suppressions::read(std::string_view Comment, unsigned Line,
                        unsigned Column, std::vector<Entry> &Open) {
  std::string_view After = Comment.substr(6); // behind NOLINT
  auto Takes = [&](std::string_view Word) {
    if (After.substr(0, Word.size()) != Word)
      return false;
    After.remove_prefix(Word.size());
    return true;
  };
  if (Takes("NEXTLINE")) {
    Entries.push_back({Line, Column, Line + 1, Line + 1, namedChecks(After)});
  } else if (Takes("BEGIN")) {
    Open.push_back({Line, Column, Line, 0, namedChecks(After)});
  } else if (Takes("END")) {
    if (Open.empty())
      return;
    Open.back().Last = Line;
    Entries.push_back(std::move(Open.back()));
    Open.pop_back();
  } else {
    Entries.push_back({Line, Column, Line, Line, namedChecks(After)});
  }
}

Suppressions::Suppressions(std::string_view Text) {
  std::vector<Entry> Open;
  unsigned Line = 1;
  size_t Counted = 0;
  for (size_t At = Text.find("NOLINT"); At != std::string_view::npos;
       At = Text.find("NOLINT", At + 6)) {
    Line += static_cast<unsigned>(
        std::count(Text.begin() + static_cast<std::ptrdiff_t>(Counted),
                   Text.begin() + static_cast<std::ptrdiff_t>(At), '\n'));
    Counted = At;
    size_t End = std::min(Text.find('\n', At), Text.size());
    size_t Start = Text.rfind('\n', At);
    size_t Column = Start == std::string_view::npos ? At + 1 : At - Start;
    read(Text.substr(At, End - At), Line, static_cast<unsigned>(Column), Open);
  }
}

bool Suppressions::covers(unsigned Line, std::string_view Check) const {
  return std::any_of(Entries.begin(), Entries.end(), [&](const Entry &Each) {
    return Each.First <= Line && Line <= Each.Last &&
           (Each.Checks.empty() ||
            std::any_of(Each.Checks.begin(), Each.Checks.end(),
                        [&](const std::string &Pattern) {
                          return matches(Pattern, Check);
                        }));
  });
}

} // namespace dlpack_tidy::python
