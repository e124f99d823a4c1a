//===--- Literals.cpp - the values of Python's string literals ------------===//

#include "python/Lowering.h"

namespace dlpack_tidy::python {
namespace {

void appendUtf8(std::string &Into, uint32_t Code) {
  if (Code < 0x80) {
    Into += static_cast<char>(Code);
  } else if (Code < 0x800) {
    Into += static_cast<char>(0xC0 | Code >> 6);
    Into += static_cast<char>(0x80 | (Code & 0x3F));
  } else if (Code < 0x10000) {
    Into += static_cast<char>(0xE0 | Code >> 12);
    Into += static_cast<char>(0x80 | (Code >> 6 & 0x3F));
    Into += static_cast<char>(0x80 | (Code & 0x3F));
  } else {
    Into += static_cast<char>(0xF0 | (Code >> 18 & 0x07));
    Into += static_cast<char>(0x80 | (Code >> 12 & 0x3F));
    Into += static_cast<char>(0x80 | (Code >> 6 & 0x3F));
    Into += static_cast<char>(0x80 | (Code & 0x3F));
  }
}

bool isDigit(char Each, unsigned Base) {
  if (Each >= '0' && Each <= '9')
    return static_cast<unsigned>(Each - '0') < Base;
  char Low = static_cast<char>(Each | 0x20);
  return Base == 16 && Low >= 'a' && Low <= 'f';
}

uint32_t digit(char Each) {
  return static_cast<uint32_t>(Each <= '9' ? Each - '0'
                                           : (Each | 0x20) - 'a' + 10);
}

/// Reads one escape sequence, `At` on the character after the backslash;
/// returns where it ends. Unknown escapes stay as they are, as in Python.
size_t unescape(std::string_view Text, size_t At, std::string &Into) {
  auto Number = [&](size_t Start, size_t Most, unsigned Base) {
    uint32_t Value = 0;
    size_t End = Start;
    while (End < Text.size() && End < Start + Most && isDigit(Text[End], Base))
      Value = Value * Base + digit(Text[End++]);
    appendUtf8(Into, Value);
    return End;
  };
  switch (char Each = Text[At]) {
  case 'n':
    Into += '\n';
    return At + 1;
  case 't':
    Into += '\t';
    return At + 1;
  case 'r':
    Into += '\r';
    return At + 1;
  case '\n':
    return At + 1; // the literal goes on in the next line
  case '\\':
  case '\'':
  case '"':
    Into += Each;
    return At + 1;
  case 'x':
    return Number(At + 1, 2, 16);
  case 'u':
    return Number(At + 1, 4, 16);
  case 'U':
    return Number(At + 1, 8, 16);
  default:
    if (isDigit(Each, 8))
      return Number(At, 3, 8);
    Into += '\\';
    return At;
  }
}

bool appendOne(Node Literal, std::string &Into) {
  std::vector<Node> Parts = Literal.children();
  if (Parts.size() < 2 || !Parts.front().is(Syntax::StringStart))
    return false;
  bool Raw = false;
  for (char Each : Parts.front().text()) {
    char Low = static_cast<char>(Each | 0x20);
    Raw |= Low == 'r';
  }
  for (Node Each : Parts) {
    if (Each.is(Syntax::Interpolation))
      return false;
    if (!Each.is(Syntax::StringContent))
      continue;
    std::string_view Text = Each.text();
    for (size_t At = 0; At < Text.size();)
      if (Text[At] == '\\' && !Raw && At + 1 < Text.size())
        At = unescape(Text, At + 1, Into);
      else
        Into += Text[At++];
  }
  return true;
}

} // namespace

std::optional<std::string> stringValue(Node Literal) {
  std::string Value;
  if (Literal.is(Syntax::String))
    return appendOne(Literal, Value) ? std::optional(Value) : std::nullopt;
  if (!Literal.is(Syntax::ConcatenatedString))
    return std::nullopt;
  for (Node Each : Literal.children())
    if (!appendOne(Each, Value))
      return std::nullopt;
  return Value;
}

} // namespace dlpack_tidy::python
