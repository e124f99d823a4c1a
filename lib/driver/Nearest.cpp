//===--- Nearest.cpp - what was perhaps meant -----------------------------===//

#include "driver/Nearest.h"

#include "driver/Catalogue.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <cmath>

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

constexpr size_t MostShown = 3;

StringSet<> wordsOf(StringRef Text) {
  constexpr size_t Shortest = 3;
  StringSet<> Words;
  std::string Word;
  for (char Each : (Text + " ").str()) {
    if (isAlnum(Each) || Each == '_') {
      Word += toLower(Each);
      continue;
    }
    if (Word.size() >= Shortest)
      Words.insert(Word);
    Word.clear();
  }
  return Words;
}

/// In how many messages each word occurs: the rarer, the more it tells.
StringMap<unsigned> countWords() {
  StringMap<unsigned> Counts;
  for (const rules::ErrorRule &Rule : rules::errorRules())
    for (const auto &Word : wordsOf(Rule.Pattern))
      ++Counts[Word.getKey()];
  return Counts;
}

template <typename Entry>
std::vector<Entry> best(std::vector<std::pair<double, Entry>> Scored) {
  llvm::sort(Scored,
             [](const auto &L, const auto &R) { return L.first > R.first; });
  std::vector<Entry> Best;
  for (auto &Each : Scored)
    if (Best.size() < MostShown && Each.first > 0 &&
        Each.first * 2 >= Scored.front().first)
      Best.push_back(Each.second);
  return Best;
}

} // namespace

std::vector<StringRef> nearestNames(StringRef Name) {
  std::vector<std::pair<double, StringRef>> Scored;
  auto Consider = [&](StringRef Known) {
    for (StringRef Each : {Known, Known.drop_front(Known.find('-') + 1)}) {
      unsigned Limit = Each.size() / 3 + 1;
      unsigned Distance = Name.edit_distance(Each, true, Limit);
      if (Distance <= Limit) {
        Scored.emplace_back(1.0 / (1 + Distance), Known);
        return;
      }
    }
  };
  for (const CheckEntry &Each : allChecks())
    Consider(Each.Name);
  for (const rules::ErrorRule &Each : rules::errorRules())
    Consider(Each.Id);
  return best(std::move(Scored));
}

std::vector<const rules::ErrorRule *> nearestMessages(StringRef Text) {
  StringMap<unsigned> Counts = countWords();
  StringSet<> Asked = wordsOf(Text);
  std::vector<std::pair<double, const rules::ErrorRule *>> Scored;
  for (const rules::ErrorRule &Rule : rules::errorRules()) {
    double Shared = 0, All = 0;
    for (const auto &Word : wordsOf(Rule.Pattern)) {
      double Weight = 1.0 / Counts[Word.getKey()];
      All += Weight;
      if (Asked.contains(Word.getKey()))
        Shared += Weight;
    }
    // A long message shares a word with anything.
    Scored.emplace_back(Shared / std::sqrt(All + 1), &Rule);
  }
  return best(std::move(Scored));
}

} // namespace dlpack_tidy::driver
