//===--- Cython.cpp - Cython read as Python -------------------------------===//

#include "python/Cython.h"

#include <algorithm>
#include <cctype>

namespace dlpack_tidy::python {
namespace {

bool isWord(char Each) {
  return std::isalnum(static_cast<unsigned char>(Each)) || Each == '_';
}

class Mask {
public:
  explicit Mask(std::string_view Text) : Text(Text) {}

  std::string run() {
    for (size_t Line = 0; Line < Text.size();) {
      size_t End = logicalEnd(Line);
      statement(Line, End);
      Line = End + 1;
    }
    for (size_t At = 0; At < Text.size(); ++At)
      operators(At);
    return std::move(Text);
  }

private:
  void blank(size_t Begin, size_t End) {
    for (size_t At = Begin; At < End; ++At)
      if (Text[At] != '\n')
        Text[At] = ' ';
  }
  void put(size_t At, std::string_view Words) {
    Text.replace(At, Words.size(), Words);
  }
  bool startsWith(size_t At, std::string_view Word) const {
    return Text.compare(At, Word.size(), Word) == 0 &&
           (At + Word.size() >= Text.size() || !isWord(Text[At + Word.size()]));
  }
  size_t skipBlanks(size_t At, size_t End) const {
    while (At < End && (Text[At] == ' ' || Text[At] == '\t'))
      ++At;
    return At;
  }

  /// Behind the literal whose first quote stands at \p At.
  size_t literalEnd(size_t At) const {
    std::string Quote(1, Text[At]);
    if (Text.compare(At, 3, std::string(3, Text[At])) == 0)
      Quote.assign(3, Text[At]);
    for (At += Quote.size(); At < Text.size(); ++At) {
      if (Text[At] == '\\')
        ++At;
      else if (Text.compare(At, Quote.size(), Quote) == 0)
        return At + Quote.size();
      else if (Text[At] == '\n' && Quote.size() == 1)
        return At; // not closed
    }
    return Text.size();
  }

  /// The end of the line, or of the last line that brackets or a literal hold
  /// together.
  size_t logicalEnd(size_t At) const {
    int Depth = 0;
    while (At < Text.size()) {
      char Each = Text[At];
      if (Each == '"' || Each == '\'') {
        At = literalEnd(At);
        continue;
      }
      if (Each == '#') {
        At = std::min(Text.find('\n', At), Text.size());
        continue;
      }
      if (Each == '(' || Each == '[' || Each == '{')
        ++Depth;
      else if (Each == ')' || Each == ']' || Each == '}')
        --Depth;
      else if (Each == '\n' && Depth <= 0)
        return At;
      ++At;
    }
    return Text.size();
  }

  /// The first \p Wanted outside of brackets, or npos.
  size_t findOutside(size_t Begin, size_t End, char Wanted) const {
    int Depth = 0;
    for (size_t At = Begin; At < End; ++At) {
      char Each = Text[At];
      if (Each == Wanted && Depth == 0)
        return At;
      if (Each == '(' || Each == '[' || Each == '{')
        ++Depth;
      else if (Each == ')' || Each == ']' || Each == '}')
        --Depth;
    }
    return std::string::npos;
  }

  void statement(size_t Line, size_t End) {
    size_t At = skipBlanks(Line, End);
    if (At == End || Text[At] == '#')
      return;
    size_t Indent = At - Line;
    if (InBlock != None && Indent > BlockIndent) {
      if (InBlock == CDeclarations)
        return declaration(At, End);
      return variable(At, At, End);
    }
    InBlock = None;
    if (startsWith(At, "cimport"))
      return put(At, "import ");
    if (startsWith(At, "from")) {
      size_t Word = Text.find(" cimport ", At);
      if (Word < End)
        put(Word, " import  ");
      return;
    }
    if (startsWith(At, "for")) { // for i from 0 <= i < n
      size_t Word = Text.find(" from ", At);
      if (Word < End && Text.find(" in ", At) > Word)
        put(Word, " in   ");
      return;
    }
    if (startsWith(At, "include") || startsWith(At, "ctypedef"))
      return block(At, End, Indent);
    if (startsWith(At, "DEF"))
      return put(At, "0; ");
    for (const char *Each : {"if", "elif", "else"}) {
      std::string Upper;
      for (const char *C = Each; *C; ++C)
        Upper += static_cast<char>(std::toupper(*C));
      if (startsWith(At, Upper))
        return put(At, Each);
    }
    if (startsWith(At, "def") || startsWith(At, "async def")) {
      size_t Open = Text.find('(', At);
      if (Open < End)
        parameters(Open, End);
      return;
    }
    if (startsWith(At, "cdef") || startsWith(At, "cpdef"))
      cStatement(At, End, Indent);
  }

  void cStatement(size_t At, size_t End, size_t Indent) {
    size_t After = skipBlanks(At + (Text[At + 1] == 'p' ? 5 : 4), End);
    for (const char *Each : {"public", "readonly", "api"})
      if (startsWith(After, Each))
        After = skipBlanks(After + std::string_view(Each).size(), End);
    if (Text[After] == ':') { // a block of declarations
      InBlock = Variables;
      BlockIndent = Indent;
      blank(At, End);
      return put(At, "if 1:");
    }
    for (const char *Each :
         {"extern", "struct", "union", "enum", "packed", "cppclass", "nogil"})
      if (startsWith(After, Each))
        return block(At, End, Indent);
    size_t Class = Text.find("class ", After);
    if (Class < End && Text.find_first_of("(=:", After) > Class) {
      blank(At, Class + 5);
      return put(At, "class");
    }
    size_t Open = Text.find('(', After);
    size_t Equal = findOutside(After, End, '=');
    if (Open < End && Open < Equal && Open > After && isWord(Text[Open - 1]))
      return function(At, Open, End);
    variable(At, After, End);
  }

  /// C declarations with a body, or on one line.
  void block(size_t At, size_t End, size_t Indent) {
    size_t Last = Text.find_last_not_of(" \t\r", End - 1);
    bool HasBody = Last != std::string::npos && Last > At && Text[Last] == ':';
    declaration(At, End);
    if (!HasBody)
      return;
    InBlock = CDeclarations;
    BlockIndent = Indent;
    put(At, "if 1:");
  }

  void declaration(size_t At, size_t End) {
    blank(At, End);
    Text[At] = '0';
  }

  /// cdef object f(int x) except *:
  void function(size_t At, size_t Open, size_t End) {
    size_t Name = Open;
    while (Name > At && isWord(Text[Name - 1]))
      --Name;
    size_t Close = parameters(Open, End);
    size_t Colon = Text.find_last_of(':', End - 1);
    if (Colon == std::string::npos || Colon < Close)
      return declaration(At, End); // no body: a declaration
    blank(Close + 1, Colon);
    blank(At, Name);
    put(At, "def");
  }

  /// cdef int x = 3: the assignment stays.
  void variable(size_t At, size_t After, size_t End) {
    size_t Equal = findOutside(After, End, '=');
    if (Equal == std::string::npos)
      return declaration(At, End);
    size_t Name = Text.find_last_not_of(" \t", Equal - 1) + 1;
    while (Name > After && isWord(Text[Name - 1]))
      --Name;
    if (Name < At + 2)
      return;
    blank(At, Name);
    put(At, "0;");
  }

  /// Blanks the types between the brackets at \p Open; returns where they
  /// close.
  size_t parameters(size_t Open, size_t End) {
    size_t Close = findOutside(Open + 1, End, ')');
    if (Close == std::string::npos)
      return Open;
    for (size_t At = Open + 1; At < Close;) {
      size_t Comma = std::min(findOutside(At, Close, ','), Close);
      parameter(At, Comma);
      At = Comma + 1;
    }
    return Close;
  }

  void parameter(size_t Begin, size_t End) {
    size_t Head = std::min(
        {findOutside(Begin, End, '='), findOutside(Begin, End, ':'), End});
    for (const char *Each : {" not None", " or None"})
      if (size_t At = Text.find(Each, Begin); At < Head) {
        blank(At, Head);
        Head = At;
      }
    size_t Last = Head;
    while (Last > Begin && !isWord(Text[Last - 1]))
      --Last;
    size_t Name = Last;
    while (Name > Begin && isWord(Text[Name - 1]))
      --Name;
    // `*args` and `**kwargs` have no type before the stars.
    size_t First = Text.find_first_not_of(" \t\n", Begin);
    if (First < Name && Text[First] != '*')
      blank(Begin, Name);
  }

  /// Casts and address-of, where a value is expected.
  void operators(size_t At) {
    if (Text[At] != '<' && Text[At] != '&')
      return;
    size_t Before = At;
    while (Before > 0 &&
           std::isspace(static_cast<unsigned char>(Text[Before - 1])))
      --Before;
    bool Expected = Before == 0 ||
                    std::string_view("(=,[:+-*/%|{").find(Text[Before - 1]) !=
                        std::string_view::npos;
    if (Before >= 6 && Text.compare(Before - 6, 6, "return") == 0)
      Expected = true;
    if (!Expected)
      return;
    if (Text[At] == '&') {
      Text[At] = ' ';
      return;
    }
    size_t End = At + 1;
    while (
        End < Text.size() &&
        (isWord(Text[End]) || std::string_view(" .*?,&[]:").find(Text[End]) !=
                                  std::string_view::npos))
      ++End;
    if (End < Text.size() && Text[End] == '>' && End > At + 1)
      blank(At, End + 1);
  }

  enum Body { None, CDeclarations, Variables };
  std::string Text;
  Body InBlock = None;
  size_t BlockIndent = 0;
};

} // namespace

std::string maskCython(std::string_view Text) { return Mask(Text).run(); }

} // namespace dlpack_tidy::python
