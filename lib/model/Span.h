//===--- Span.h - a piece of source text, front end neutral ---------------===//
#ifndef DLPACK_TIDY_MODEL_SPAN_H
#define DLPACK_TIDY_MODEL_SPAN_H

#include <cstdint>

namespace dlpack_tidy::model {

/// A piece of source text in the encoding of the front end that made it: raw
/// clang::SourceLocation values for C++, byte offsets for Python text. Only
/// that front end can turn it into a file, a line and a column again.
struct Span {
  uint32_t Begin = 0;
  uint32_t End = 0;
  /// C++ only: End is the *start* of the last token (clang's token range);
  /// otherwise End is one past the last character.
  bool TokenRange = false;
  bool Known = false;

  static Span characters(uint32_t Begin, uint32_t End) {
    return {Begin, End, false, true};
  }
  static Span tokens(uint32_t Begin, uint32_t End) {
    return {Begin, End, true, true};
  }
  explicit operator bool() const { return Known; }
  friend bool operator==(const Span &L, const Span &R) {
    return L.Known == R.Known && L.Begin == R.Begin && L.End == R.End &&
           L.TokenRange == R.TokenRange;
  }
};

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_SPAN_H
