//===--- EmbeddedCalls.cpp - the calls through which C++ runs Python ------===//

#include "flow/Analysis.h"
#include "python/EmbeddedText.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace dlpack_tidy::python {
namespace {

/// How a function runs text: which parameter it is, and whether it has to be an
/// expression.
struct Runner {
  unsigned Parameter = 0;
  bool Evaluates = false;
};
using Runners = llvm::DenseMap<const FunctionDecl *, Runner>;

/// A text that is run, and where.
struct RunText {
  const Expr *Code;
  const FunctionDecl *Around;
  bool Evaluates;
};

/// The outermost namespace a function is declared in, by its own name.
StringRef outerNamespace(const FunctionDecl *Function) {
  StringRef Name;
  for (const DeclContext *Each = Function->getDeclContext(); Each;
       Each = Each->getParent())
    if (const auto *Namespace = dyn_cast<NamespaceDecl>(Each))
      if (!Namespace->isAnonymousNamespace())
        Name = Namespace->getName();
  return Name;
}

bool runsPython(const FunctionDecl *Function) {
  if (!Function->getIdentifier())
    return false;
  StringRef Name = Function->getName();
  if (Name == "exec" || Name == "eval") {
    StringRef Outer = outerNamespace(Function);
    return Outer == "pybind11" || Outer == "nanobind" || Outer == "boost";
  }
  return Name == "PyRun_SimpleString" || Name == "PyRun_SimpleStringFlags" ||
         Name == "PyRun_String" || Name == "PyRun_StringFlags" ||
         Name == "Py_CompileString" || Name == "Py_CompileStringFlags" ||
         Name == "Py_CompileStringExFlags" || Name == "Py_CompileStringObject";
}

class RunCalls : public RecursiveASTVisitor<RunCalls> {
public:
  RunCalls(Runners &Known, const FunctionDecl *Around)
      : Known(Known), Around(Around) {}

  std::vector<RunText> Texts;
  bool FoundRunner = false;

  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee)
      return true;
    Runner How;
    if (runsPython(Callee)) {
      How.Evaluates = Callee->getName() == "eval";
    } else {
      auto Found = Known.find(Callee->getCanonicalDecl());
      if (Found == Known.end())
        return true;
      How = Found->second;
    }
    if (How.Parameter >= Call->getNumArgs())
      return true;
    const Expr *Code = Call->getArg(How.Parameter);
    Texts.push_back({Code, Around, How.Evaluates});
    noteRunner(Code, How.Evaluates);
    return true;
  }

private:
  /// `void run(const char *code) { PyRun_SimpleString(code); }`
  void noteRunner(const Expr *Code, bool Evaluates) {
    Code = Code->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Code))
      Code = Member->getImplicitObjectArgument()->IgnoreParenCasts();
    const auto *Reference = dyn_cast<DeclRefExpr>(Code);
    const auto *Parameter =
        Reference ? dyn_cast<ParmVarDecl>(Reference->getDecl()) : nullptr;
    if (Parameter && Parameter->getDeclContext() == Around)
      FoundRunner |= Known
                         .try_emplace(Around->getCanonicalDecl(),
                                      Runner{Parameter->getFunctionScopeIndex(),
                                             Evaluates})
                         .second;
  }

  Runners &Known;
  const FunctionDecl *Around;
};

/// Whether the function's own text can have anything to do with it: cheaper
/// than a walk over its tree.
bool mayRun(const FunctionDecl *Function, const SourceManager &Sources,
            const Runners &Known) {
  SourceRange Range = Function->getSourceRange();
  auto [File, Begin] =
      Sources.getDecomposedLoc(Sources.getExpansionLoc(Range.getBegin()));
  auto [EndFile, End] =
      Sources.getDecomposedLoc(Sources.getExpansionLoc(Range.getEnd()));
  if (File != EndFile || End < Begin)
    return true;
  StringRef Text = Sources.getBufferData(File).slice(Begin, End);
  if (Text.contains("exec") || Text.contains("eval") || Text.contains("Py"))
    return true;
  for (const auto &Each : Known)
    if (Each.first->getIdentifier() && Text.contains(Each.first->getName()))
      return true;
  return false;
}

} // namespace

std::vector<std::unique_ptr<EmbeddedText>>
embeddedTexts(const flow::Analysis &Unit) {
  ASTContext &Context = Unit.context();
  const SourceManager &Sources = Context.getSourceManager();
  Runners Known;
  llvm::DenseSet<const Expr *> SeenCode;
  std::vector<RunText> Texts;
  // Each round finds the functions that pass text on to those found before.
  bool Again = true;
  for (unsigned Round = 0; Again && Round < 3; ++Round) {
    Again = false;
    for (const FunctionDecl *Each : Unit.functions()) {
      if (!mayRun(Each, Sources, Known))
        continue;
      RunCalls Calls(Known, Each);
      Calls.TraverseStmt(Each->getBody());
      Again |= Calls.FoundRunner;
      for (const RunText &Run : Calls.Texts)
        if (SeenCode.insert(Run.Code).second)
          Texts.push_back(Run);
    }
  }

  std::vector<std::unique_ptr<EmbeddedText>> Found;
  llvm::DenseSet<const StringLiteral *> Seen;
  for (const RunText &Run : Texts)
    if (std::unique_ptr<EmbeddedText> Read =
            EmbeddedText::read(Run.Code, Run.Around, Run.Evaluates, Context))
      // The same constant, run from several places, is one text.
      if (Seen.insert(Read->firstLiteral()).second)
        Found.push_back(std::move(Read));
  return Found;
}

} // namespace dlpack_tidy::python
