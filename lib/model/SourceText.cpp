//===--- SourceText.cpp - what the source says at a place -----------------===//

#include "model/SourceText.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace dlpack_tidy::model {

std::string textOf(SourceRange Range, const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  CharSourceRange InFile = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Range), Sources, Context.getLangOpts());
  return Lexer::getSourceText(InFile, Sources, Context.getLangOpts()).str();
}

std::string quoted(const Stmt *Spelled, const ASTContext &Context) {
  constexpr size_t Most = 50;
  std::string Line;
  for (char Each : textOf(Spelled, Context)) {
    bool Space = Each == ' ' || Each == '\n' || Each == '\t' || Each == '\r';
    if (Space && (Line.empty() || Line.back() == ' '))
      continue;
    Line += Space ? ' ' : Each;
  }
  // Made by a macro from pieces: nobody finds it in the text.
  if (Line.empty())
    return "this value";
  if (Line.size() > Most)
    Line = Line.substr(0, Most - 3) + "...";
  return "'" + Line + "'";
}

} // namespace dlpack_tidy::model
