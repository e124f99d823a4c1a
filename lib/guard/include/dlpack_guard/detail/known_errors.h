//===- known_errors.h - Which rule an error text is about -------*- C++ -*-===//
//
// Part of dlpack_guard.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_DETAIL_KNOWN_ERRORS_H
#define DLPACK_GUARD_DETAIL_KNOWN_ERRORS_H

#include "dlpack_guard/rules.h"
#include <string_view>

namespace dlpack_guard {
namespace detail {

/// Whether \p Text, from its start on, is what \p Pattern describes.
inline bool startsWithPattern(std::string_view Text, std::string_view Pattern) {
  const std::size_t Open = Pattern.find('{');
  if (Text.substr(0, Open) != Pattern.substr(0, Open))
    return false;
  if (Open == std::string_view::npos)
    return true;
  const std::size_t Close = Pattern.find('}', Open);
  const std::string_view Rest = Pattern.substr(Close + 1);
  Text.remove_prefix(Open);
  if (Close == Open + 2) { // "#": digits up to the end of the line
    std::size_t Digits = 0;
    while (Digits < Text.size() && Text[Digits] >= '0' && Text[Digits] <= '9')
      ++Digits;
    return Digits != 0 && (Digits == Text.size() || Text[Digits] == '\n');
  }
  const std::string_view Line = Text.substr(0, Text.find('\n'));
  for (std::size_t At = 0; At <= Line.size(); ++At)
    if (startsWithPattern(Text.substr(At), Rest))
      return true;
  return false;
}

inline bool containsPattern(std::string_view Text, std::string_view Pattern) {
  for (std::size_t At = 0; At < Text.size(); ++At)
    if (startsWithPattern(Text.substr(At), Pattern))
      return true;
  return false;
}

/// The known error whose message is in \p Text ("Type: message"), or nullptr.
/// The text is cut first: the time for a pattern with two gaps grows with the
/// square of it, and no producer's message is that long.
inline const KnownError *knownError(std::string_view Text) {
  Text = Text.substr(0, 2000);
  for (const KnownError &Known : KnownErrors)
    if (containsPattern(Text, Known.Pattern))
      return &Known;
  return nullptr;
}

} // namespace detail
} // namespace dlpack_guard

#endif // DLPACK_GUARD_DETAIL_KNOWN_ERRORS_H
