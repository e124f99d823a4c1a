//===--- Constant.cpp - a value that is written down ----------------------===//

#include "flow/Constant.h"

#include "flow/Branches.h"
#include "model/Constants.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

StringRef standardClass(QualType Type) {
  const CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && Record->isInStdNamespace() && Record->getIdentifier()
             ? Record->getName()
             : StringRef();
}

bool isOptional(QualType Type) { return standardClass(Type) == "optional"; }

/// `{}`, `std::string()`: nothing was given.
std::optional<Constant> madeOfNothing(const Expr *Value) {
  const auto *Construct = dyn_cast<CXXConstructExpr>(Value);
  bool Empty = Construct ? Construct->getNumArgs() == 0
                         : isa<CXXScalarValueInitExpr>(Value);
  if (const auto *List = dyn_cast<InitListExpr>(Value))
    Empty = List->getNumInits() == 0;
  if (!Empty)
    return std::nullopt;
  StringRef Class = standardClass(Value->getType());
  if (Class == "optional")
    return Constant::number(0);
  if (Class == "basic_string" || Class == "basic_string_view")
    return Constant::text("");
  return std::nullopt;
}

} // namespace

bool holds(const Constant &Left, Comparison Op, const Constant &Right) {
  if (Left.Text && Right.Text)
    return holds(Left.Text->compare(*Right.Text), Op, 0);
  return holds(Left.Number, Op, Right.Number);
}

std::optional<Constant> constantOf(const Expr *Value,
                                   const ASTContext &Context) {
  const Expr *Inner = Value->IgnoreUnlessSpelledInSource();
  if (std::optional<std::string> Text = model::stringConstant(Inner))
    return Constant::text(std::move(*Text));
  if (std::optional<int64_t> Number = returnedConstant(Inner, Context))
    return Constant::number(*Number);
  if (std::optional<Constant> Nothing = madeOfNothing(Inner))
    return Nothing;
  // `std::string("cpu")`, `std::string_view{"cpu"}`.
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Inner);
      Cast && standardClass(Cast->getType()).starts_with("basic_string"))
    return constantOf(Cast->getSubExpr(), Context);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Inner);
      Construct && Construct->getNumArgs() >= 1 &&
      standardClass(Construct->getType()).starts_with("basic_string"))
    if (std::optional<std::string> Text =
            model::stringConstant(Construct->getArg(0)))
      return Constant::text(std::move(*Text));
  return std::nullopt;
}

std::optional<Constant> returnedValue(const Expr *Value, QualType Returned,
                                      const ASTContext &Context) {
  const Expr *Inner = Value->IgnoreUnlessSpelledInSource();
  std::optional<Constant> Known = constantOf(Value, Context);
  if (isOptional(Returned)) {
    bool Nothing = Known && !Known->Text && Known->Number == 0 &&
                   !Inner->getType()->isIntegralOrEnumerationType();
    if (Nothing)
      return Constant::number(0);
    // A value that becomes an optional on the way out is there.
    return isOptional(Inner->getType()) ? std::nullopt
                                        : std::optional(Constant::number(1));
  }
  if (!Known && Returned->isPointerType()) {
    if (const auto *Operator = dyn_cast<UnaryOperator>(Inner);
        Operator && Operator->getOpcode() == UO_AddrOf)
      return Constant::number(1);
    if (isa<CXXNewExpr>(Inner) || isa<CXXThisExpr>(Inner))
      return Constant::number(1);
  }
  return Known;
}

} // namespace dlpack_tidy::flow
