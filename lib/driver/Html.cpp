//===--- Html.cpp - strangers' text on a page -----------------------------===//

#include "driver/Html.h"

#include "driver/Terminal.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace llvm;

namespace dlpack_tidy::driver {

std::string html(StringRef Text) {
  std::string Escaped;
  raw_string_ostream Out(Escaped);
  printHTMLEscaped(printable(Text), Out);
  return Out.str();
}

StringRef styleOf(ExchangeState State) {
  switch (State) {
  case ExchangeState::Flagged:
    return "bad";
  case ExchangeState::Open:
    return "open";
  case ExchangeState::Guarded:
    return "good";
  }
  llvm_unreachable("no such state");
}

StringRef signOf(ExchangeState State) {
  switch (State) {
  case ExchangeState::Flagged:
    return "\u2717"; // ballot X
  case ExchangeState::Open:
    return "?";
  case ExchangeState::Guarded:
    return "\u2713"; // check mark
  }
  llvm_unreachable("no such state");
}

std::vector<JudgedExchange> judgeExchanges(const Report &Found) {
  std::map<std::pair<StringRef, unsigned>, size_t> OnLine;
  std::map<std::pair<StringRef, StringRef>, size_t> InFunction;
  for (size_t Index = 0; Index < Found.Findings.size(); ++Index) {
    const Finding &Each = Found.Findings[Index];
    OnLine.try_emplace({Each.File, Each.Line}, Index);
    if (!Each.Function.empty())
      InFunction.try_emplace({Each.File, Each.Function}, Index);
  }
  auto FindingOf = [&](const ExchangePlace &Place) {
    if (auto Known = OnLine.find({Place.File, Place.Line});
        Known != OnLine.end())
      return Known->second;
    auto Known = InFunction.find({Place.File, Place.Function});
    return Place.InOwnCode && Known != InFunction.end() ? Known->second
                                                        : SIZE_MAX;
  };
  std::vector<JudgedExchange> Judged;
  for (const ExchangePlace &Each : Found.Exchanges) {
    size_t Finding = FindingOf(Each);
    ExchangeState State = Finding != SIZE_MAX ? ExchangeState::Flagged
                          : Each.Guarded      ? ExchangeState::Guarded
                                              : ExchangeState::Open;
    Judged.push_back({&Each, State, Finding});
  }
  return Judged;
}

} // namespace dlpack_tidy::driver
