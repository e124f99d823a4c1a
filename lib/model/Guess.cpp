//===--- Guess.cpp - calls of what no header here declares ----------------===//

#include "model/Guess.h"

#include "model/Callable.h"
#include "model/Placeholder.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

StringRef nameIn(const Expr *Called) {
  Called = Called->IgnoreParenImpCasts();
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Called))
    return plainName(Reference->getDecl());
  if (const auto *Member = dyn_cast<MemberExpr>(Called))
    return plainName(Member->getMemberDecl());
  return {};
}

} // namespace

std::optional<StringRef> guessedCallee(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (Callee && Callee->isImplicit() && !isa<CXXMethodDecl>(Callee) &&
      Callee->getBuiltinID() == 0)
    return plainName(Callee);
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  if (Operator && Operator->getOperator() == OO_Call && Callee &&
      belongsToPlaceholder(Callee))
    return nameIn(Operator->getArg(0));
  return std::nullopt;
}

const Expr *withoutGuessedConversions(const Expr *E) {
  while (true) {
    E = stripped(E);
    const auto *Conversion = dyn_cast<CXXMemberCallExpr>(E);
    if (!Conversion || !isPlaceholder(Conversion->getRecordDecl()) ||
        !isa_and_nonnull<CXXConversionDecl>(Conversion->getMethodDecl()))
      return E;
    E = Conversion->getImplicitObjectArgument();
  }
}

} // namespace dlpack_tidy::model
