//===--- CxxSourceText.cpp - the text of C and C++ files, for fixes -------===//

#include "fixes/CxxSourceText.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace dlpack_tidy::fixes {

/// Invalid where any part stands in a macro's expansion.
CharSourceRange CxxSourceText::fileRange(model::Span At) const {
  if (!At)
    return {};
  SourceLocation Begin = SourceLocation::getFromRawEncoding(At.Begin);
  SourceLocation End = SourceLocation::getFromRawEncoding(At.End);
  if (Begin.isInvalid() || End.isInvalid() || Begin.isMacroID() ||
      End.isMacroID())
    return {};
  return Lexer::makeFileCharRange(
      At.TokenRange ? CharSourceRange::getTokenRange(Begin, End)
                    : CharSourceRange::getCharRange(Begin, End),
      Context.getSourceManager(), Context.getLangOpts());
}

std::string CxxSourceText::text(model::Span At) const {
  CharSourceRange Range = fileRange(At);
  if (Range.isInvalid())
    return {};
  return Lexer::getSourceText(Range, Context.getSourceManager(),
                              Context.getLangOpts())
      .str();
}

model::Span CxxSourceText::characters(model::Span At) const {
  CharSourceRange Range = fileRange(At);
  if (Range.isInvalid())
    return {};
  return model::Span::characters(Range.getBegin().getRawEncoding(),
                                 Range.getEnd().getRawEncoding());
}

/// The alias the file gives the namespace, else its full name.
std::string CxxSourceText::bindingNamespace(model::BindingStyle Style) const {
  StringRef Full =
      Style == model::BindingStyle::Nanobind ? "nanobind" : "pybind11";
  const SourceManager &Sources = Context.getSourceManager();
  for (const Decl *Each : Context.getTranslationUnitDecl()->decls())
    if (const auto *Alias = dyn_cast<NamespaceAliasDecl>(Each))
      if (Alias->getNamespace()->getName() == Full &&
          !Sources.isInSystemHeader(Alias->getLocation()))
        return Alias->getName().str();
  return Full.str();
}

std::string CxxSourceText::moduleName(const std::string &Module) const {
  return Module;
}

std::string CxxSourceText::indentation(model::Span At) const {
  const SourceManager &Sources = Context.getSourceManager();
  auto [File, Offset] = Sources.getDecomposedExpansionLoc(
      SourceLocation::getFromRawEncoding(At.Begin));
  StringRef Text = Sources.getBufferData(File);
  size_t Line = Text.rfind('\n', Offset);
  Line = Line == StringRef::npos || Offset == 0 ? 0 : Line + 1;
  StringRef Before = Text.slice(Line, Offset);
  return Before.take_while([](char C) { return C == ' ' || C == '\t'; }).str();
}

model::Span CxxSourceText::afterStatement(model::Span At) const {
  CharSourceRange Range = fileRange(At);
  if (Range.isInvalid())
    return {};
  const SourceManager &Sources = Context.getSourceManager();
  auto [File, Offset] = Sources.getDecomposedLoc(Range.getEnd());
  StringRef Text = Sources.getBufferData(File);
  size_t End = Offset;
  // A declaration statement ends with its semicolon, an expression before it.
  if (End == 0 || Text[End - 1] != ';') {
    End = Text.find_first_not_of(" \t\r\n", End);
    if (End == StringRef::npos || Text[End] != ';')
      return {};
    ++End;
  }
  SourceLocation After =
      Sources.getLocForStartOfFile(File).getLocWithOffset(End);
  return model::Span::characters(After.getRawEncoding(),
                                 After.getRawEncoding());
}

std::string CxxSourceText::integer(model::PyRef Old, int64_t Number) const {
  const auto *Written = static_cast<const Expr *>(Old->Node);
  const auto *Type =
      Written ? dyn_cast_or_null<EnumDecl>(Written->getType()->getAsTagDecl())
              : nullptr;
  if (!Type)
    return std::to_string(Number);
  PrintingPolicy Policy = Context.getPrintingPolicy();
  Policy.SuppressUnwrittenScope = true;
  for (const EnumConstantDecl *Each : Type->enumerators()) {
    if (Each->getInitVal() != Number)
      continue;
    if (Type->getParentFunctionOrMethod() && !Type->isScoped())
      return Each->getNameAsString();
    std::string Name;
    llvm::raw_string_ostream Into(Name);
    Each->printQualifiedName(Into, Policy);
    return Into.str();
  }
  return "static_cast<" +
         Written->getType().getUnqualifiedType().getAsString(Policy) + ">(" +
         std::to_string(Number) + ")";
}

} // namespace dlpack_tidy::fixes
