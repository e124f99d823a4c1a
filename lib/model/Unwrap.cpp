//===--- Unwrap.cpp - what a C or C++ expression comes down to ------------===//

#include "model/Unwrap.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace dlpack_tidy::model {

bool isNothing(const Expr *Value, ASTContext &Context) {
  Value = Value->IgnoreUnlessSpelledInSource();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Value))
    return Construct->getNumArgs() == 0;
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Value))
    if (const auto *Named = dyn_cast<VarDecl>(Reference->getDecl());
        Named && Named->isInStdNamespace() && Named->getIdentifier() &&
        Named->getName() == "nullopt")
      return true;
  if (const auto *List = dyn_cast<InitListExpr>(Value))
    return List->getNumInits() == 0;
  return !Value->isValueDependent() &&
         Value->IgnoreParenCasts()->isNullPointerConstant(
             Context, Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull;
}

const Expr *stripWrappers(const Expr *E) {
  while (true) {
    const Expr *Inner = E->IgnoreParenImpCasts();
    if (const auto *Full = dyn_cast<FullExpr>(Inner))
      Inner = Full->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Inner))
      Inner = Temporary->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(Inner))
      Inner = Bound->getSubExpr();
    else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Inner))
      Inner = Cast->getSubExpr();
    else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Inner))
      Inner = Default->getExpr();
    else if (const auto *Substituted =
                 dyn_cast<SubstNonTypeTemplateParmExpr>(Inner))
      Inner = Substituted->getReplacement();
    if (Inner == E)
      return E;
    E = Inner;
  }
}

} // namespace dlpack_tidy::model
