//===--- FunctionBodies.h - every body of a unit, lambdas included --------===//
#ifndef DLPACK_TIDY_DRIVER_FUNCTIONBODIES_H
#define DLPACK_TIDY_DRIVER_FUNCTIONBODIES_H

#include "clang/AST/RecursiveASTVisitor.h"

namespace dlpack_tidy::driver {

/// Tells \p Derived of every function and lambda that has a body:
/// `add(const FunctionDecl *, SourceRange)`, the range being what is written.
template <typename Derived>
class FunctionBodies : public clang::RecursiveASTVisitor<Derived> {
public:
  bool VisitFunctionDecl(clang::FunctionDecl *Function) {
    if (Function->doesThisDeclarationHaveABody())
      this->getDerived().add(Function, Function->getSourceRange());
    return true;
  }
  // The visitor does not call VisitFunctionDecl for a lambda's call operator.
  bool VisitLambdaExpr(clang::LambdaExpr *Lambda) {
    this->getDerived().add(Lambda->getCallOperator(), Lambda->getSourceRange());
    return true;
  }
};

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_FUNCTIONBODIES_H
