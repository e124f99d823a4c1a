//===--- Html.h - strangers' text on a page -------------------------------===//
#ifndef DLPACK_TIDY_DRIVER_HTML_H
#define DLPACK_TIDY_DRIVER_HTML_H

#include "driver/Report.h"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace dlpack_tidy::driver {

/// \p Text as it can stand between tags and in quoted attributes: no markup, no
/// control characters, no letters that change the direction of others.
std::string html(llvm::StringRef Text);

/// What is to be thought of a place where tensors change hands.
enum class ExchangeState { Flagged, Open, Guarded };
/// The class its elements have, and the sign it is shown by.
llvm::StringRef styleOf(ExchangeState State);
llvm::StringRef signOf(ExchangeState State);

struct JudgedExchange {
  const ExchangePlace *Place;
  ExchangeState State;
  /// Of the findings, one on the same line, or in the same function where the
  /// function is what makes or reads the tensor; SIZE_MAX where there is none.
  size_t Finding;
};
std::vector<JudgedExchange> judgeExchanges(const Report &Found);

/// Draws who hands tensors to whom: an SVG element. Its colours are the page's.
void drawExchanges(const std::vector<JudgedExchange> &Places,
                   llvm::raw_ostream &Out);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_HTML_H
