//===--- CallFrame.cpp - a function in the context it was called in -------===//

#include "model/CallFrame.h"

#include "model/Callable.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

const FunctionDecl *bodyOf(const FunctionDecl *Function) {
  if (!Function)
    return nullptr;
  const FunctionDecl *Definition = nullptr;
  if (!Function->hasBody(Definition))
    return nullptr;
  const SourceManager &Sources = Definition->getASTContext().getSourceManager();
  if (Sources.isInSystemHeader(
          Sources.getExpansionLoc(Definition->getLocation())) ||
      isOfGuardLibrary(Definition))
    return nullptr;
  return Definition;
}

/// The call operator of the lambda a local variable holds, or the function that
/// stands in its `std::function`.
const FunctionDecl *heldFunction(const CXXOperatorCallExpr *Call) {
  if (Call->getOperator() != OO_Call)
    return nullptr;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
  if (!Method || Method->getParent()->isLambda())
    return Method;
  return Method->isInStdNamespace() || Method->getParent()->isInStdNamespace()
             ? functionOf(Call->getArg(0))
             : nullptr;
}

} // namespace

bool isOfGuardLibrary(const Decl *Declared) {
  const SourceManager &Sources = Declared->getASTContext().getSourceManager();
  if (Sources.isInMainFile(Sources.getExpansionLoc(Declared->getLocation())))
    return false;
  const Decl *Outermost = Declared;
  for (const DeclContext *Each = Declared->getDeclContext();
       Each && !Each->isTranslationUnit(); Each = Each->getParent())
    Outermost = cast<Decl>(Each);
  const auto *Namespace = dyn_cast<NamespaceDecl>(Outermost);
  return Namespace && Namespace->getIdentifier() &&
         Namespace->getName() == "dlpack_guard";
}

const FunctionDecl *calleeWithBody(const Expr *Call) {
  Call = Call->IgnoreParenImpCasts();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Call)) {
    if (Construct->getConstructor()->isImplicit() ||
        Construct->getConstructor()->isCopyOrMoveConstructor())
      return nullptr;
    return bodyOf(Construct->getConstructor());
  }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call))
    return bodyOf(heldFunction(Operator));
  const auto *Plain = dyn_cast<CallExpr>(Call);
  if (!Plain)
    return nullptr;
  const FunctionDecl *Callee = Plain->getDirectCallee();
  if (const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee))
    if (Method->isVirtual() && !Method->hasAttr<FinalAttr>())
      return nullptr;
  return bodyOf(Callee);
}

CallFrame frameOfCall(const Expr *Call, const FunctionDecl *Callee,
                      const CallFrame &Caller) {
  CallFrame Frame;
  Frame.Function = Callee;
  Frame.Caller = &Caller;
  Call = Call->IgnoreParenImpCasts();
  Frame.CallSite = Call;
  Frame.Depth = Caller.Depth + 1;

  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call))
    Frame.Object = Method->getImplicitObjectArgument();
  llvm::SmallVector<const Expr *, 8> Given;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Call))
    Given.append(Construct->arg_begin(), Construct->arg_end());
  else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call))
    Given.append(Operator->arg_begin() + 1, Operator->arg_end());
  else
    Given.append(cast<CallExpr>(Call)->arg_begin(),
                 cast<CallExpr>(Call)->arg_end());
  for (unsigned I = 0; I < Given.size() && I < Callee->getNumParams(); ++I)
    Frame.Arguments[Callee->getParamDecl(I)].Value = Given[I];
  return Frame;
}

} // namespace dlpack_tidy::model
