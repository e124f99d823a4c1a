//===--- EntryPoints.cpp - which functions anybody may call ---------------===//

#include "flow/EntryPoints.h"

#include "model/CallFrame.h"
#include "model/Callable.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

/// Counts how often each function is named and how often it is called.
class UseCounter : public RecursiveASTVisitor<UseCounter> {
public:
  struct Uses {
    unsigned Named = 0;
    unsigned Called = 0;
  };
  llvm::DenseMap<const FunctionDecl *, Uses> Found;
  llvm::DenseMap<const VarDecl *, Uses> Variables;

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *Reference) {
    if (const auto *Function = dyn_cast<FunctionDecl>(Reference->getDecl()))
      ++Found[Function->getCanonicalDecl()].Named;
    else if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
      ++Variables[Variable].Named;
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    if (const FunctionDecl *Callee = Call->getDirectCallee())
      ++Found[Callee->getCanonicalDecl()].Called;
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
        Operator && Operator->getOperator() == OO_Call)
      object(Operator->getArg(0));
    // A helper that is handed a lambda calls it.
    else if (model::calleeWithBody(Call))
      for (const Expr *Argument : Call->arguments())
        if (const LambdaExpr *Lambda = lambdaIn(Argument))
          CalledWhereMade.insert(Lambda->getCallOperator()->getCanonicalDecl());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) {
    ++Found[Construct->getConstructor()->getCanonicalDecl()].Called;
    return true;
  }
  bool VisitVarDecl(VarDecl *Variable) {
    if (const Expr *Init = Variable->getInit())
      if (const auto *Lambda =
              dyn_cast<LambdaExpr>(Init->IgnoreUnlessSpelledInSource()))
        Held[Lambda->getCallOperator()->getCanonicalDecl()] = Variable;
    return true;
  }
  llvm::DenseMap<const FunctionDecl *, const VarDecl *> Held;
  llvm::DenseSet<const FunctionDecl *> CalledWhereMade;

private:
  static const LambdaExpr *lambdaIn(const Expr *E) {
    return dyn_cast<LambdaExpr>(model::stripped(E));
  }
  void object(const Expr *Called) {
    if (const LambdaExpr *Lambda = lambdaIn(Called))
      CalledWhereMade.insert(Lambda->getCallOperator()->getCanonicalDecl());
    else if (const auto *Reference =
                 dyn_cast<DeclRefExpr>(Called->IgnoreParenImpCasts()))
      if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
        ++Variables[Variable].Called;
  }
};

/// True where \p Declared stands in a source file that is being compiled, which
/// nobody includes; a header can be looked at by itself.
bool isInSourceFile(const Decl *Declared) {
  const SourceManager &Sources = Declared->getASTContext().getSourceManager();
  SourceLocation At = Sources.getExpansionLoc(Declared->getLocation());
  if (!Sources.isInMainFile(At))
    return false;
  StringRef Suffix = llvm::sys::path::extension(Sources.getFilename(At));
  return !Suffix.starts_with_insensitive(".h") && Suffix != ".inl" &&
         Suffix != ".cuh";
}

/// Nobody outside the translation unit can call it: it has no linkage, or no
/// header declares it.
bool isHidden(const FunctionDecl *Function) {
  if (!Function->isExternallyVisible())
    return true;
  return !Function->isMain() && !Function->isExternC() &&
         llvm::all_of(Function->redecls(), isInSourceFile);
}

/// The same for a method: the class stands for its header.
bool isHidden(const CXXMethodDecl *Method) {
  return !Method->isVirtual() && (!Method->isExternallyVisible() ||
                                  isInSourceFile(Method->getParent()));
}

bool isOnlyCalled(const FunctionDecl *Function, UseCounter &Counter) {
  const FunctionDecl *Canonical = Function->getCanonicalDecl();
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  if (Method && Method->getParent()->isLambda()) {
    if (Counter.CalledWhereMade.count(Canonical))
      return true;
    const VarDecl *Variable = Counter.Held.lookup(Canonical);
    if (!Variable)
      return false;
    UseCounter::Uses Uses = Counter.Variables.lookup(Variable);
    return Uses.Called > 0 && Uses.Named == Uses.Called;
  }
  UseCounter::Uses Uses = Counter.Found.lookup(Canonical);
  // Calling a method names it in no DeclRefExpr, taking its address does.
  if (Method)
    return isHidden(Method) && Uses.Called > 0 && Uses.Named == 0;
  return isHidden(Function) && Uses.Called > 0 && Uses.Named <= Uses.Called;
}

} // namespace

EntryPoints entryPoints(llvm::ArrayRef<const FunctionDecl *> Functions,
                        const TranslationUnitDecl *Unit) {
  UseCounter Counter;
  const SourceManager &Sources = Unit->getASTContext().getSourceManager();
  for (Decl *Top : Unit->decls())
    if (!Sources.isInSystemHeader(Sources.getExpansionLoc(Top->getLocation())))
      Counter.TraverseDecl(Top);
  EntryPoints Sorted;
  for (const FunctionDecl *Each : Functions)
    (isOnlyCalled(Each, Counter) ? Sorted.OnlyCalled : Sorted.Open)
        .push_back(Each);
  return Sorted;
}

} // namespace dlpack_tidy::flow
