//===--- Lookahead.cpp - what stands after a name in the source -----------===//

#include "driver/Lookahead.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace dlpack_tidy::driver {

tok::TokenKind Lookahead::next(SourceLocation &At) const {
  std::optional<Token> Next =
      Lexer::findNextToken(Sources.getExpansionLoc(At), Sources, Language);
  if (!Next)
    return tok::unknown;
  At = Next->getLocation();
  return Next->getKind();
}

/// What can follow template arguments, where a comparison is not meant.
static bool followsArguments(tok::TokenKind Kind) {
  switch (Kind) {
  case tok::l_paren:
  case tok::r_paren:
  case tok::l_brace:
  case tok::coloncolon:
  case tok::raw_identifier:
  case tok::greater:
  case tok::greatergreater:
  case tok::comma:
  case tok::amp:
  case tok::ampamp:
  case tok::star:
    return true;
  default:
    return false;
  }
}

bool Lookahead::isTemplate(SourceLocation At) const {
  constexpr unsigned MaxTokens = 400;
  if (next(At) != tok::less)
    return false;
  int Angles = 1, Parentheses = 0;
  for (unsigned Read = 0; Read < MaxTokens; ++Read) {
    switch (next(At)) {
    case tok::unknown:
    case tok::eof:
    case tok::semi:
    case tok::l_brace:
      return false;
    case tok::l_paren:
      ++Parentheses;
      break;
    case tok::r_paren:
      if (--Parentheses < 0)
        return false;
      break;
    case tok::less:
      Angles += Parentheses == 0;
      break;
    case tok::greater:
      Angles -= Parentheses == 0;
      break;
    case tok::greatergreater:
      Angles -= Parentheses == 0 ? 2 : 0;
      break;
    case tok::ampamp:
    case tok::pipepipe:
      if (Parentheses == 0)
        return false;
      break;
    default:
      break;
    }
    if (Angles <= 0)
      return followsArguments(next(At));
  }
  return false;
}

bool Lookahead::isType(SourceLocation At) const {
  tok::TokenKind First = next(At);
  if (First == tok::raw_identifier || First == tok::coloncolon)
    return true;
  if (First != tok::star && First != tok::amp && First != tok::ampamp)
    return false;
  tok::TokenKind Second = next(At);
  if (Second != tok::raw_identifier)
    return Second == tok::r_paren || Second == tok::comma ||
           Second == tok::greater;
  // "T *p = …", "T &p)", "T *p;" declare; "a * b + c" does not.
  switch (next(At)) {
  case tok::equal:
  case tok::semi:
  case tok::comma:
  case tok::r_paren:
  case tok::l_brace:
  case tok::colon:
    return true;
  default:
    return false;
  }
}

} // namespace dlpack_tidy::driver
