//===--- EmbeddedText.h - Python text in C++ string literals --------------===//
#ifndef DLPACK_TIDY_PYTHON_EMBEDDEDTEXT_H
#define DLPACK_TIDY_PYTHON_EMBEDDEDTEXT_H

#include "fixes/Finding.h"
#include "python/Text.h"

#include "clang/AST/Expr.h"

#include <memory>
#include <optional>

namespace dlpack_tidy::flow {
class Analysis;
}

namespace dlpack_tidy::python {

/// One Python text, put together from the literals that a C++ expression joins.
/// Knows where each character stands in the source.
class EmbeddedText {
public:
  /// Null where \p Code is no text that can be read here, or none that has
  /// anything to find. \p IsExpression: it is evaluated, not run.
  static std::unique_ptr<EmbeddedText> read(const clang::Expr *Code,
                                            const clang::FunctionDecl *Around,
                                            bool IsExpression,
                                            clang::ASTContext &Context);

  const std::string &text() const { return Text; }
  /// Looks at the text; \p GuardFunctions as in Options.
  Analysis look(const std::vector<std::string> &GuardFunctions) const;
  const clang::FunctionDecl *function() const { return Around; }
  /// The literal the text begins in.
  const clang::StringLiteral *firstLiteral() const;

  /// The same finding with places in the C++ source, its edits quoted as the
  /// literal is. Edits that no single literal can take are left out.
  fixes::Finding inSource(const fixes::Finding &InText) const;

private:
  /// Bytes of the text that stand side by side in one literal.
  struct Segment {
    uint32_t Begin = 0;
    uint32_t Length = 0;
    const clang::StringLiteral *Literal = nullptr; ///< null: made at run time
    uint32_t Byte = 0; ///< where the segment begins in the literal
  };

  EmbeddedText(clang::ASTContext &Context) : Context(Context) {}
  bool append(const clang::Expr *Code, unsigned Depth);
  void appendLiteral(const clang::StringLiteral *Literal);
  void dedent();
  const Segment *segmentAt(uint32_t Offset) const;
  /// A place in the source, and the literal token it is in.
  struct Place {
    clang::SourceLocation At;
    clang::SourceLocation Token;
  };
  /// One token of a literal, of which each byte is one character of the
  /// source from Start on, where Bytes is not 0.
  struct Run {
    const clang::StringLiteral *Literal = nullptr;
    unsigned Token = 0;
    unsigned FirstByte = 0;
    unsigned Bytes = 0;
    clang::SourceLocation Start, At;
  };
  Place placeOf(uint32_t Offset) const;
  Place placeOfByte(const clang::StringLiteral *Literal, unsigned Byte) const;
  /// Fills in Start and Bytes of \p Into where it can be read straight.
  void readStraight(Run &Into) const;
  Place endPlaceOf(uint32_t Offset) const;
  std::pair<Place, Place> placesOf(model::Span At) const;
  std::string rawDelimiter(const Place &Inside) const;
  model::Span inSource(model::Span At) const;
  std::optional<fixes::Edit> inSource(const fixes::Edit &Wanted) const;

  clang::ASTContext &Context;
  const clang::FunctionDecl *Around = nullptr;
  bool IsExpression = false;
  std::string Text;
  std::string Indentation; ///< that every line had before it was taken away
  std::vector<Segment> Segments;
  /// Where the last place was found: the next one is near.
  mutable Run Last;
};

/// The Python texts that the functions of a translation unit run: py::exec,
/// py::eval, nb::exec, PyRun_SimpleString and its kind, and functions of the
/// unit that pass a parameter on to one of them.
std::vector<std::unique_ptr<EmbeddedText>>
embeddedTexts(const flow::Analysis &Unit);

} // namespace dlpack_tidy::python

#endif // DLPACK_TIDY_PYTHON_EMBEDDEDTEXT_H
