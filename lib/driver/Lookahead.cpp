//===--- Lookahead.cpp - what stands after a name in the source -----------===//

#include "driver/Lookahead.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using llvm::function_ref;

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

/// Tokens that only values begin with, or have between them.
static bool isOfValues(tok::TokenKind Kind) {
  switch (Kind) {
  case tok::numeric_constant:
  case tok::char_constant:
  case tok::string_literal:
  case tok::plus:
  case tok::minus:
  case tok::slash:
  case tok::percent:
  case tok::exclaim:
  case tok::tilde:
  case tok::equalequal:
  case tok::question:
    return true;
  default:
    return false;
  }
}

SmallVector<ArgumentKind, 4>
Lookahead::arguments(SourceLocation At,
                     function_ref<bool(StringRef)> IsValue) const {
  constexpr unsigned MaxTokens = 400;
  SmallVector<ArgumentKind, 4> Kinds;
  next(At);
  int Angles = 1, Others = 0;
  unsigned InArgument = 0;
  bool Value = false;
  for (unsigned Read = 0; Read < MaxTokens && Angles > 0; ++Read) {
    tok::TokenKind Kind = next(At);
    switch (Kind) {
    case tok::unknown:
    case tok::eof:
      Angles = 0;
      break;
    case tok::l_paren:
    case tok::l_square:
    case tok::l_brace:
      ++Others;
      break;
    case tok::r_paren:
    case tok::r_square:
    case tok::r_brace:
      --Others;
      break;
    case tok::less:
      Angles += Others == 0;
      break;
    case tok::greater:
      Angles -= Others == 0;
      break;
    case tok::greatergreater:
      Angles -= Others == 0 ? 2 : 0;
      break;
    default:
      break;
    }
    if (Angles <= 0 || (Kind == tok::comma && Angles == 1 && Others == 0)) {
      Kinds.push_back(Value ? ArgumentKind::Value : ArgumentKind::Type);
      Value = false;
      InArgument = 0;
      continue;
    }
    if (Angles == 1 && Others == 0)
      Value |=
          isOfValues(Kind) || (InArgument == 0 && startsValue(At, IsValue));
    ++InArgument;
  }
  return Kinds;
}

bool Lookahead::startsValue(SourceLocation At,
                            function_ref<bool(StringRef)> IsValue) const {
  Token First;
  if (Lexer::getRawToken(At, First, Sources, Language))
    return false;
  if (First.is(tok::amp))
    return true;
  if (First.isNot(tok::raw_identifier))
    return false;
  StringRef Name = First.getRawIdentifier();
  if (Name == "true" || Name == "false" || Name == "nullptr" ||
      Name == "sizeof")
    return true;
  tok::TokenKind Next = next(At);
  return (Next == tok::comma || Next == tok::greater ||
          Next == tok::greatergreater) &&
         IsValue(Name);
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
