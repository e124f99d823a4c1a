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
  std::map<std::pair<StringRef, unsigned>, size_t> FindingAt;
  for (size_t Index = 0; Index < Found.Findings.size(); ++Index)
    FindingAt.try_emplace(
        {Found.Findings[Index].File, Found.Findings[Index].Line}, Index);
  std::vector<JudgedExchange> Judged;
  for (const ExchangePlace &Each : Found.Exchanges) {
    auto Known = FindingAt.find({Each.File, Each.Line});
    if (Known != FindingAt.end())
      Judged.push_back({&Each, ExchangeState::Flagged, Known->second});
    else
      Judged.push_back(
          {&Each, Each.Guarded ? ExchangeState::Guarded : ExchangeState::Open,
           SIZE_MAX});
  }
  return Judged;
}

} // namespace dlpack_tidy::driver
