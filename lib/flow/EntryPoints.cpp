//===--- EntryPoints.cpp - which functions anybody may call ---------------===//

#include "flow/EntryPoints.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

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
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call))
      if (Operator->getOperator() == OO_Call)
        if (const auto *Object = dyn_cast<DeclRefExpr>(
                Operator->getArg(0)->IgnoreParenImpCasts()))
          if (const auto *Variable = dyn_cast<VarDecl>(Object->getDecl()))
            ++Variables[Variable].Called;
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
};

bool isOnlyCalled(const FunctionDecl *Function, UseCounter &Counter) {
  const FunctionDecl *Canonical = Function->getCanonicalDecl();
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  if (Method && Method->getParent()->isLambda()) {
    const VarDecl *Variable = Counter.Held.lookup(Canonical);
    if (!Variable)
      return false;
    UseCounter::Uses Uses = Counter.Variables.lookup(Variable);
    return Uses.Called > 0 && Uses.Named == Uses.Called;
  }
  if (Method || Function->isExternallyVisible())
    return false;
  UseCounter::Uses Uses = Counter.Found.lookup(Canonical);
  return Uses.Called > 0 && Uses.Named <= Uses.Called;
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
