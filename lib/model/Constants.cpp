//===--- Constants.cpp - values the compiler knows ------------------------===//

#include "model/Constants.h"

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace dlpack_tidy::model {

std::optional<int64_t> integerConstant(const Expr *Value,
                                       const ASTContext &Context) {
  if (!Value || Value->isValueDependent() || Value->isTypeDependent() ||
      !Value->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  Expr::EvalResult Result;
  if (!Value->EvaluateAsInt(Result, Context))
    return std::nullopt;
  return Result.Val.getInt().getExtValue();
}

std::optional<std::string> stringConstant(const Expr *Value) {
  for (unsigned Depth = 0; Value && Depth < 8; ++Depth) {
    Value = Value->IgnoreUnlessSpelledInSource();
    if (const auto *Literal = dyn_cast<StringLiteral>(Value)) {
      if (Literal->getCharByteWidth() != 1)
        return std::nullopt;
      return Literal->getString().str();
    }
    const auto *Reference = dyn_cast<DeclRefExpr>(Value);
    const auto *Variable =
        Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
    if (!Variable)
      return std::nullopt;
    // `const char *name` may be pointed elsewhere; `const char *const` and
    // `const char name[]` may not.
    QualType Type = Variable->getType();
    if (!Type.isConstQualified() && !Type->isConstantArrayType() &&
        !Variable->isConstexpr())
      return std::nullopt;
    Value = Variable->getAnyInitializer();
  }
  return std::nullopt;
}

} // namespace dlpack_tidy::model
