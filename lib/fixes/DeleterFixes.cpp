//===--- DeleterFixes.cpp - the lock and the interpreter in a deleter -----===//

#include "fixes/DeleterFixes.h"

#include "fixes/CxxSourceText.h"
#include "model/Callable.h"
#include "model/ClangSpan.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace dlpack_tidy::fixes {
namespace {

/// Whether a call of PyGILState_Release at the end is reached on every way and
/// runs after everything the function destroys.
bool endsAtTheEnd(const CompoundStmt *Body) {
  bool Leaves = false;
  model::forEachStatement(Body, [&](const Stmt *Each) {
    if (isa<ReturnStmt, CXXThrowExpr, GotoStmt>(Each))
      Leaves = true;
    if (const auto *Declaration = dyn_cast<DeclStmt>(Each))
      for (const Decl *One : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(One))
          Leaves |= Variable->needsDestruction(Variable->getASTContext()) !=
                    QualType::DK_none;
  });
  return !Leaves;
}

/// A name for the lock that nothing in \p Body goes by.
std::string freeName(const CompoundStmt *Body) {
  std::string Name = "gil";
  model::forEachStatement(Body, [&](const Stmt *Each) {
    if (const auto *Declaration = dyn_cast<DeclStmt>(Each))
      for (const Decl *One : Declaration->decls())
        if (const auto *Named = dyn_cast<NamedDecl>(One))
          if (model::plainName(Named) == "gil")
            Name = "held_gil";
  });
  return Name;
}

std::string firstLineIndentation(const CompoundStmt *Body,
                                 const CxxSourceText &Text,
                                 const SourceManager &Sources) {
  std::string Outer = Text.indentation(model::spanOf(Body->getSourceRange()));
  if (Body->body_empty())
    return Outer + "  ";
  SourceLocation First = Body->body_front()->getBeginLoc();
  bool SameLine = Sources.getSpellingLineNumber(First) ==
                  Sources.getSpellingLineNumber(Body->getLBracLoc());
  return SameLine ? Outer + "  "
                  : Text.indentation(
                        model::spanOf(Body->body_front()->getSourceRange()));
}

bool declares(ASTContext &Context, StringRef Namespace) {
  DeclContext::lookup_result Found = Context.getTranslationUnitDecl()->lookup(
      DeclarationName(&Context.Idents.get(Namespace)));
  return llvm::any_of(
      Found, [](const NamedDecl *Each) { return isa<NamespaceDecl>(Each); });
}

/// What the file calls its binding library; empty where it includes none.
std::string bindingInUse(const CxxSourceText &Text, ASTContext &Context) {
  if (declares(Context, "pybind11"))
    return Text.bindingNamespace(model::BindingStyle::Pybind11);
  if (declares(Context, "nanobind"))
    return Text.bindingNamespace(model::BindingStyle::Nanobind);
  return {};
}

} // namespace

std::optional<Fix> lockBefore(SourceLocation At, const FunctionDecl *Deleter,
                              ASTContext &Context) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Deleter->getBody());
  CxxSourceText Text(Context);
  const SourceManager &Sources = Context.getSourceManager();
  std::string Binding = bindingInUse(Text, Context);
  if (!Body || Binding.empty() || At.isInvalid() || At.isMacroID() ||
      !Sources.isPointWithin(At, Body->getLBracLoc(), Body->getRBracLoc()))
    return std::nullopt;
  std::string Indentation = Text.indentation(model::before(At));
  if (Sources.getSpellingColumnNumber(At) != Indentation.size() + 1)
    return std::nullopt;
  Fix Made;
  Made.Safety = FixSafety::Safe;
  Made.Description = "take the GIL";
  Made.Edits.push_back({model::before(At), Binding + "::gil_scoped_acquire " +
                                               freeName(Body) + ";\n" +
                                               Indentation});
  return Made;
}

std::optional<Fix> guardDeleter(const FunctionDecl *Deleter, bool TakeGil,
                                ASTContext &Context) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Deleter->getBody());
  if (!Body || Body->getLBracLoc().isMacroID())
    return std::nullopt;
  CxxSourceText Text(Context);
  const SourceManager &Sources = Context.getSourceManager();
  std::string Indentation = firstLineIndentation(Body, Text, Sources);
  std::string Line = "\n" + Indentation;

  std::string Binding = bindingInUse(Text, Context);
  std::string Lock = freeName(Body);
  std::string Head = Line + "if (!Py_IsInitialized())" + Line + "  return;";
  bool ByHand = TakeGil && Binding.empty();
  if (ByHand && !endsAtTheEnd(Body))
    return std::nullopt;
  if (ByHand)
    Head += Line + "PyGILState_STATE " + Lock + " = PyGILState_Ensure();";
  else if (TakeGil)
    Head += Line + Binding + "::gil_scoped_acquire " + Lock + ";";

  Fix Made;
  Made.Safety = FixSafety::Safe;
  Made.Description = TakeGil
                         ? "take the GIL, and return early when Python is gone"
                         : "return early when Python is gone";
  bool OneLine = Sources.getSpellingLineNumber(Body->getLBracLoc()) ==
                 Sources.getSpellingLineNumber(Body->getRBracLoc());
  if (OneLine)
    Head += Line.substr(0, Line.size() - 1);
  Made.Edits.push_back(
      {model::before(Body->getLBracLoc().getLocWithOffset(1)), Head});
  if (ByHand)
    Made.Edits.push_back({model::before(Body->getRBracLoc()),
                          "  PyGILState_Release(" + Lock + ");" +
                              Line.substr(0, Line.size() - 2)});
  return Made;
}

} // namespace dlpack_tidy::fixes
