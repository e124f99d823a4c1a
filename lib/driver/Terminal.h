//===--- Terminal.h - source text on a terminal ---------------------------===//
#ifndef DLPACK_TIDY_DRIVER_TERMINAL_H
#define DLPACK_TIDY_DRIVER_TERMINAL_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace dlpack_tidy::driver {

/// True where \p Out is a terminal whose user wants colours (NO_COLOR, TERM).
bool wantsColour(llvm::raw_fd_ostream &Out);

/// \p Text with tabs as four spaces, and nothing in it that a terminal would
/// obey: control characters and bytes that are no UTF-8 become '?'.
std::string printable(llvm::StringRef Text);

/// A line of source and what to underline in it, cut where it is very long.
struct ShownLine {
  std::string Text;
  /// In columns of a terminal.
  size_t Begin = 0;
  size_t Width = 1;
};
/// \p Column and \p EndColumn in bytes from 1; \p EndColumn 0: one character.
ShownLine showLine(llvm::StringRef Line, unsigned Column, unsigned EndColumn);

/// Writes in a style while it lives, where colours are wanted.
class Styled {
public:
  enum Style { Strong, Faint, Warning, Remark, Place, Removed, Added };
  Styled(llvm::raw_ostream &Out, bool Colour, Style Wanted);
  ~Styled();
  template <typename Value> Styled &operator<<(const Value &Each) {
    Out << Each;
    return *this;
  }

private:
  llvm::raw_ostream &Out;
  const bool Colour;
};

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_TERMINAL_H
