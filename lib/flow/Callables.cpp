//===--- Callables.cpp - functions and closures among arguments -----------===//

#include "flow/Callables.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace dlpack_tidy::flow {

namespace {

/// `F f(f);` leads in circles.
constexpr unsigned MaxSteps = 8;

const FunctionDecl *callableIn(const Expr *Argument, unsigned Steps) {
  if (++Steps > MaxSteps)
    return nullptr;
  Argument = Argument->IgnoreImplicit();
  if (const auto *Address = dyn_cast<UnaryOperator>(Argument))
    if (Address->getOpcode() == UO_AddrOf)
      Argument = Address->getSubExpr()->IgnoreImplicit();
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Argument)) {
    if (const auto *Function = dyn_cast<FunctionDecl>(Reference->getDecl()))
      return Function;
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    if (Variable && Variable->getInit())
      Argument = Variable->getInit()->IgnoreImplicit();
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Argument))
    if (Construct->getNumArgs() == 1)
      return callableIn(Construct->getArg(0), Steps);
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(Argument))
    return callableIn(Cast->getSubExpr(), Steps);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(Argument))
    return Lambda->getCallOperator();
  return nullptr;
}

} // namespace

const FunctionDecl *callableIn(const Expr *Argument) {
  return callableIn(Argument, 0);
}

void forEachInstance(const FunctionDecl *Callable,
                     llvm::function_ref<void(const FunctionDecl *)> Visit) {
  const FunctionTemplateDecl *Template =
      Callable->getDescribedFunctionTemplate();
  if (!Template)
    return Visit(Callable);
  bool Any = false;
  for (const FunctionDecl *Each : Template->specializations()) {
    Visit(Each);
    Any = true;
  }
  if (!Any)
    Visit(Callable);
}

bool isLambdaType(QualType Type) {
  const CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && Record->isLambda();
}

bool isNumberType(QualType Type) {
  Type = Type.getNonReferenceType();
  return Type->isArithmeticType() || Type->isEnumeralType();
}

std::string plainName(const FunctionDecl *Function) {
  DeclarationName Name = Function->getDeclName();
  if (Name.isIdentifier() ||
      Name.getNameKind() == DeclarationName::CXXOperatorName)
    return Name.getAsString();
  return "";
}

} // namespace dlpack_tidy::flow
