//===--- ClangSpan.h - spans of C++ text as Clang locations ---------------===//
#ifndef DLPACK_TIDY_MODEL_CLANGSPAN_H
#define DLPACK_TIDY_MODEL_CLANGSPAN_H

#include "model/Span.h"

#include "clang/Basic/SourceLocation.h"

namespace dlpack_tidy::model {

inline clang::SourceLocation beginOf(const Span &At) {
  return clang::SourceLocation::getFromRawEncoding(At.Begin);
}

inline clang::CharSourceRange rangeOf(const Span &At) {
  clang::SourceRange Range(beginOf(At),
                           clang::SourceLocation::getFromRawEncoding(At.End));
  return At.TokenRange ? clang::CharSourceRange::getTokenRange(Range)
                       : clang::CharSourceRange::getCharRange(Range);
}

inline Span spanOf(clang::SourceRange Range) {
  return Span::tokens(Range.getBegin().getRawEncoding(),
                      Range.getEnd().getRawEncoding());
}
/// The place in front of \p At, for text to be inserted.
inline Span before(clang::SourceLocation At) {
  return Span::characters(At.getRawEncoding(), At.getRawEncoding());
}

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_CLANGSPAN_H
