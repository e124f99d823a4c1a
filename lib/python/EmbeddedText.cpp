//===--- EmbeddedText.cpp - Python text in C++ string literals ------------===//

#include "python/EmbeddedText.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace clang;

namespace dlpack_tidy::python {
namespace {

constexpr unsigned MaxDepth = 12;
/// Stands in the text for a value that is only known at run time.
constexpr const char *RunTimeValue = "(...)";

/// The initialiser of a variable that is never set to anything else.
const Expr *constantInit(const VarDecl *Variable) {
  QualType Type = Variable->getType();
  bool IsConstant =
      Variable->isConstexpr() || Type.isConstQualified() || Type->isArrayType();
  // const char *Code: the pointer may move, but rarely does.
  if (Type->isPointerType())
    IsConstant |= Type->getPointeeType().isConstQualified();
  return IsConstant ? Variable->getAnyInitializer() : nullptr;
}

/// How many characters of the source make up the one that begins \p Spelling.
unsigned spelledLength(StringRef Spelling) {
  if (Spelling.size() < 2 || Spelling[0] != '\\')
    return 1;
  auto Digits = [&](size_t From, size_t Most, auto IsDigit) {
    size_t End = From;
    while (End < Spelling.size() && End < From + Most && IsDigit(Spelling[End]))
      ++End;
    return static_cast<unsigned>(End);
  };
  switch (Spelling[1]) {
  case 'x':
    return Digits(2, Spelling.size(), llvm::isHexDigit);
  case 'u':
    return Digits(2, 4, llvm::isHexDigit);
  case 'U':
    return Digits(2, 8, llvm::isHexDigit);
  default:
    if (Spelling[1] >= '0' && Spelling[1] <= '7')
      return Digits(1, 3, [](char C) { return C >= '0' && C <= '7'; });
    return 2;
  }
}

} // namespace

void EmbeddedText::appendLiteral(const StringLiteral *Literal) {
  StringRef Bytes = Literal->getString();
  Segments.push_back({static_cast<uint32_t>(Text.size()),
                      static_cast<uint32_t>(Bytes.size()), Literal, 0});
  Text += Bytes;
}

/// Reads the text of \p Code; false where it begins with nothing that can be
/// read here.
bool EmbeddedText::append(const Expr *Code, unsigned Depth) {
  if (!Code || Depth > MaxDepth)
    return false;
  Code = Code->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
  if (const auto *Literal = dyn_cast<StringLiteral>(Code)) {
    if (Literal->getCharByteWidth() != 1)
      return false;
    appendLiteral(Literal);
    return true;
  }
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Code)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    return Variable && append(constantInit(Variable), Depth + 1);
  }
  if (const auto *Member = dyn_cast<MemberExpr>(Code)) { // a static member
    const auto *Variable = dyn_cast<VarDecl>(Member->getMemberDecl());
    return Variable && append(constantInit(Variable), Depth + 1);
  }
  // std::string("…"), py::str("…"), std::string{"…"}
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Code))
    return Construct->getNumArgs() > 0 &&
           append(Construct->getArg(0), Depth + 1);
  if (const auto *List = dyn_cast<InitListExpr>(Code))
    return List->getNumInits() == 1 && append(List->getInit(0), Depth + 1);
  // code.c_str(), code.data()
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Code))
    return Call->getNumArgs() == 0 &&
           append(Call->getImplicitObjectArgument(), Depth + 1);
  if (const auto *Call = dyn_cast<UserDefinedLiteral>(Code)) // "…"_s
    return Call->getNumArgs() > 0 && append(Call->getArg(0), Depth + 1);
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(Code))
    if (Call->getOperator() == OO_Plus && Call->getNumArgs() == 2) {
      // One unknown part does not hide the rest.
      bool Left = append(Call->getArg(0), Depth + 1);
      if (!Left)
        Text += RunTimeValue;
      bool Right = append(Call->getArg(1), Depth + 1);
      if (!Right)
        Text += RunTimeValue;
      return Left || Right;
    }
  return false;
}

/// pybind11 and nanobind take the common indentation away before they run a raw
/// literal; so does this.
void EmbeddedText::dedent() {
  size_t Common = std::string::npos;
  for (size_t Line = 0; Line < Text.size();) {
    size_t End = std::min(Text.find('\n', Line), Text.size());
    size_t Start = Text.find_first_not_of(" \t", Line);
    if (Start < End && Text[Start] != '\r')
      Common = std::min(Common, Start - Line);
    Line = End + 1;
  }
  if (Common == 0 || Common == std::string::npos)
    return;
  Indentation = Text.substr(Text.find_first_not_of("\r\n"), Common);
  std::string Kept;
  std::vector<Segment> Pieces;
  auto Keep = [&](size_t Begin, size_t End) {
    for (const Segment &Each : Segments) {
      size_t From = std::max<size_t>(Begin, Each.Begin);
      size_t To = std::min<size_t>(End, Each.Begin + Each.Length);
      if (From < To)
        Pieces.push_back(
            {static_cast<uint32_t>(Kept.size() + From - Begin),
             static_cast<uint32_t>(To - From), Each.Literal,
             static_cast<uint32_t>(Each.Byte + From - Each.Begin)});
    }
    Kept.append(Text, Begin, End - Begin);
  };
  for (size_t Line = 0; Line < Text.size();) {
    size_t End = std::min(Text.find('\n', Line), Text.size() - 1) + 1;
    size_t Start = std::min(Text.find_first_not_of(" \t", Line), End);
    Keep(std::min(Line + Common, Start), End);
    Line = End;
  }
  Text = std::move(Kept);
  Segments = std::move(Pieces);
}

std::unique_ptr<EmbeddedText> EmbeddedText::read(const Expr *Code,
                                                 const FunctionDecl *Around,
                                                 bool IsExpression,
                                                 ASTContext &Context) {
  std::unique_ptr<EmbeddedText> Made(new EmbeddedText(Context));
  if (!Made->append(Code, 0) || !mentionsExchange(Made->Text))
    return nullptr;
  Made->Around = Around;
  Made->IsExpression = IsExpression;
  Made->dedent();
  return Made;
}

Analysis
EmbeddedText::look(const std::vector<std::string> &GuardFunctions) const {
  Options Wanted;
  Wanted.Embedded = true;
  Wanted.GuardFunctions = GuardFunctions;
  return analyse(Text, Wanted);
}

const StringLiteral *EmbeddedText::firstLiteral() const {
  for (const Segment &Each : Segments)
    if (Each.Literal)
      return Each.Literal;
  return nullptr;
}

const EmbeddedText::Segment *EmbeddedText::segmentAt(uint32_t Offset) const {
  auto After = std::upper_bound(
      Segments.begin(), Segments.end(), Offset,
      [](uint32_t At, const Segment &Each) { return At < Each.Begin; });
  if (After == Segments.begin())
    return nullptr;
  const Segment &Each = *std::prev(After);
  return Offset < Each.Begin + Each.Length ? &Each : nullptr;
}

EmbeddedText::Place EmbeddedText::placeOf(uint32_t Offset) const {
  const Segment *Inside = segmentAt(Offset);
  if (!Inside || !Inside->Literal)
    return {};
  return placeOfByte(Inside->Literal, Inside->Byte + (Offset - Inside->Begin));
}

/// Clang reads a literal from its beginning for every byte that it is asked
/// for; a long one with many findings would take minutes.
EmbeddedText::Place EmbeddedText::placeOfByte(const StringLiteral *Literal,
                                              unsigned Byte) const {
  bool IsBehind = Last.Literal == Literal && Byte >= Last.FirstByte;
  if (IsBehind && Byte - Last.FirstByte < Last.Bytes)
    return {
        Last.Start.getLocWithOffset(static_cast<int>(Byte - Last.FirstByte)),
        Last.At};
  const SourceManager &Sources = Context.getSourceManager();
  unsigned Token = IsBehind ? Last.Token : 0;
  unsigned TokenByte = IsBehind ? Last.FirstByte : 0;
  SourceLocation At =
      Literal->getLocationOfByte(Byte, Sources, Context.getLangOpts(),
                                 Context.getTargetInfo(), &Token, &TokenByte);
  SourceLocation Begin = Literal->getStrTokenLoc(Token);
  // PyRun_SimpleString is a macro; its argument stands in the file.
  if (Sources.isMacroArgExpansion(At)) {
    At = Sources.getSpellingLoc(At);
    Begin = Sources.getSpellingLoc(Begin);
  }
  Last = {Literal, Token, TokenByte, 0, {}, Begin};
  readStraight(Last);
  return {At, Begin};
}

void EmbeddedText::readStraight(Run &Into) const {
  if (Into.At.isInvalid() || Into.At.isMacroID())
    return;
  const SourceManager &Sources = Context.getSourceManager();
  auto [File, Position] = Sources.getDecomposedLoc(Into.At);
  StringRef Spelling = Sources.getBufferData(File).substr(Position);
  std::string Closing = rawDelimiter({Into.At, Into.At});
  size_t Open = Spelling.find(Closing.empty() ? '"' : '(');
  if (Open == StringRef::npos)
    return;
  StringRef Text = Spelling.substr(Open + 1);
  Text = Text.substr(0, Text.find(Closing.empty() ? "\"" : StringRef(Closing)));
  // Line ends are written in two ways, escapes in many.
  if (Text.contains('\r') || (Closing.empty() && Text.contains('\\')))
    return;
  Into.Start = Into.At.getLocWithOffset(static_cast<int>(Open + 1));
  Into.Bytes = static_cast<unsigned>(Text.size());
}

/// Behind the character before \p Offset: the next one may stand in another
/// literal.
EmbeddedText::Place EmbeddedText::endPlaceOf(uint32_t Offset) const {
  Place Last = Offset > 0 ? placeOf(Offset - 1) : Place();
  if (Last.At.isInvalid() || Last.At.isMacroID())
    return Last;
  const SourceManager &Sources = Context.getSourceManager();
  auto [File, Position] = Sources.getDecomposedLoc(Last.At);
  StringRef Spelling = Sources.getBufferData(File).substr(Position);
  unsigned Length = rawDelimiter(Last).empty() ? spelledLength(Spelling) : 1;
  return {Last.At.getLocWithOffset(static_cast<int>(Length)), Last.Token};
}

/// `)py"` for a place inside R"py(…)py"; empty in an ordinary literal.
std::string EmbeddedText::rawDelimiter(const Place &Inside) const {
  if (Inside.Token.isInvalid() || Inside.Token.isMacroID())
    return {};
  const SourceManager &Sources = Context.getSourceManager();
  auto [File, Position] = Sources.getDecomposedLoc(Inside.Token);
  StringRef Spelling = Sources.getBufferData(File).substr(Position, 40);
  size_t Quote = Spelling.find('"');
  if (Quote == StringRef::npos || Quote == 0 || Spelling[Quote - 1] != 'R')
    return {};
  size_t Open = Spelling.find('(', Quote);
  if (Open == StringRef::npos)
    return {};
  return (")" + Spelling.slice(Quote + 1, Open) + "\"").str();
}

/// Where \p At begins and ends in the source; the end is a null place where
/// another literal holds it.
std::pair<EmbeddedText::Place, EmbeddedText::Place>
EmbeddedText::placesOf(model::Span At) const {
  Place Begin = placeOf(At.Begin);
  if (At.Begin != At.End)
    return {Begin, endPlaceOf(At.End)};
  if (Begin.At.isInvalid()) // behind the last character
    Begin = endPlaceOf(At.Begin);
  return {Begin, Begin};
}

model::Span EmbeddedText::inSource(model::Span At) const {
  if (!At)
    return {};
  auto [Begin, End] = placesOf(At);
  if (Begin.At.isInvalid())
    return {};
  if (End.At.isInvalid())
    End = Begin;
  return model::Span::characters(Begin.At.getRawEncoding(),
                                 End.At.getRawEncoding());
}

std::optional<fixes::Edit>
EmbeddedText::inSource(const fixes::Edit &Wanted) const {
  auto [Begin, End] = placesOf(Wanted.Range);
  if (Begin.At.isInvalid() || Begin.Token != End.Token)
    return std::nullopt;
  fixes::Edit Made{inSource(Wanted.Range), ""};
  // What is evaluated has no room for a statement.
  if (IsExpression && Wanted.Text.find('\n') != std::string::npos)
    return std::nullopt;
  std::string Delimiter = rawDelimiter(Begin);
  if (!Delimiter.empty() && Wanted.Text.find(Delimiter) != std::string::npos)
    return std::nullopt;
  for (char Each : Wanted.Text) {
    if (Each == '\n') {
      Made.Text += Delimiter.empty() ? "\\n" : "\n";
      Made.Text += Indentation;
      continue;
    }
    if (Delimiter.empty() && (Each == '"' || Each == '\\'))
      Made.Text += '\\';
    Made.Text += Each;
  }
  return Made;
}

fixes::Finding EmbeddedText::inSource(const fixes::Finding &InText) const {
  fixes::Finding Made = InText;
  Made.At = inSource(InText.At);
  if (!Made.At && firstLiteral())
    Made.At =
        model::Span::characters(firstLiteral()->getBeginLoc().getRawEncoding(),
                                firstLiteral()->getBeginLoc().getRawEncoding());
  for (fixes::Note &Each : Made.Notes)
    Each.At = inSource(Each.At);
  Made.Fixes.clear();
  for (const fixes::Fix &Each : InText.Fixes) {
    fixes::Fix Fixed = Each;
    Fixed.Edits.clear();
    for (const fixes::Edit &One : Each.Edits)
      if (std::optional<fixes::Edit> Edited = inSource(One))
        Fixed.Edits.push_back(*Edited);
    if (Fixed.Edits.size() == Each.Edits.size())
      Made.Fixes.push_back(std::move(Fixed));
  }
  return Made;
}

} // namespace dlpack_tidy::python
