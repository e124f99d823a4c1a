//===--- Terminal.cpp - source text on a terminal -------------------------===//

#include "driver/Terminal.h"

#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

#include <cstdlib>

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

constexpr size_t LongestLine = 160;
/// Of a line that is cut, what stands in front of the underlined part.
constexpr size_t Lead = 40;

bool isSet(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value && *Value;
}

/// Bytes of the character that \p Text starts with; 0 where it is no UTF-8.
size_t characterSize(StringRef Text) {
  const auto *Begin = Text.bytes_begin();
  size_t Size = getNumBytesForUTF8(*Begin);
  if (Size > Text.size() || !isLegalUTF8Sequence(Begin, Begin + Size))
    return 0;
  return Size;
}

size_t widthOf(StringRef Printable) {
  int Width = sys::unicode::columnWidthUTF8(Printable);
  return Width < 0 ? Printable.size() : Width;
}

/// From where on \p Text, which is printable, has \p Wanted columns in front of
/// it; whole characters.
size_t skipColumns(StringRef Text, size_t Wanted) {
  size_t At = 0;
  for (size_t Seen = 0; At < Text.size() && Seen < Wanted;) {
    size_t Size = std::max<size_t>(1, characterSize(Text.substr(At)));
    Seen += widthOf(Text.substr(At, Size));
    At += Size;
  }
  return At;
}

} // namespace

bool wantsColour(raw_fd_ostream &Out) {
  const char *Terminal = std::getenv("TERM");
  return Out.is_displayed() && !isSet("NO_COLOR") && Terminal &&
         StringRef(Terminal) != "dumb";
}

std::string printable(StringRef Text) {
  std::string Shown;
  while (!Text.empty()) {
    size_t Size = characterSize(Text);
    StringRef One = Text.take_front(std::max<size_t>(Size, 1));
    if (One == "\t")
      Shown += "    ";
    else if (Size == 0 || sys::unicode::columnWidthUTF8(One) < 0)
      Shown += '?';
    else
      Shown += One;
    Text = Text.drop_front(One.size());
  }
  return Shown;
}

ShownLine showLine(StringRef Line, unsigned Column, unsigned EndColumn) {
  size_t Begin = std::min<size_t>(std::max(Column, 1u) - 1, Line.size());
  size_t End = std::min<size_t>(std::max(EndColumn, 1u) - 1, Line.size());
  ShownLine Made;
  Made.Text = printable(Line);
  Made.Begin = widthOf(printable(Line.take_front(Begin)));
  if (End > Begin)
    Made.Width =
        std::max<size_t>(1, widthOf(printable(Line.slice(Begin, End))));
  if (Made.Begin > LongestLine - Lead) {
    size_t Cut = Made.Begin - Lead;
    Made.Text = "..." + Made.Text.substr(skipColumns(Made.Text, Cut));
    Made.Begin = Lead + 3;
  }
  if (widthOf(Made.Text) > LongestLine) {
    Made.Text =
        Made.Text.substr(0, skipColumns(Made.Text, LongestLine)) + "...";
    Made.Width = std::min(Made.Width, LongestLine - Made.Begin);
  }
  return Made;
}

Styled::Styled(raw_ostream &Out, bool Colour, Style Wanted)
    : Out(Out), Colour(Colour) {
  if (!Colour)
    return;
  switch (Wanted) {
  case Strong:
    Out.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    break;
  case Faint:
    Out.changeColor(raw_ostream::BLUE, /*Bold=*/true);
    break;
  case Warning:
    Out.changeColor(raw_ostream::MAGENTA, /*Bold=*/true);
    break;
  case Remark:
    Out.changeColor(raw_ostream::CYAN, /*Bold=*/true);
    break;
  case Place:
    Out.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    break;
  case Removed:
    Out.changeColor(raw_ostream::RED);
    break;
  case Added:
    Out.changeColor(raw_ostream::GREEN);
    break;
  }
}

Styled::~Styled() {
  if (Colour)
    Out.resetColor();
}

} // namespace dlpack_tidy::driver
