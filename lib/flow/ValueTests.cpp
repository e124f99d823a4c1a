//===--- ValueTests.cpp - comparisons in all their spellings --------------===//

#include "flow/ValueTests.h"

#include "flow/Branches.h"
#include "model/Callable.h"
#include "model/Constants.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using dlpack_tidy::model::integerConstant;

namespace dlpack_tidy::flow {
namespace {

StringRef calleeName(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call ? model::plainName(Call->getDirectCallee()) : StringRef();
}

bool isOneOf(StringRef Name, std::initializer_list<StringRef> Names) {
  return llvm::is_contained(Names, Name);
}

/// The range that an iterator, or a pair of them, came from.
const Expr *containerOf(const Expr *Iterator) {
  Iterator = Iterator->IgnoreUnlessSpelledInSource();
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Iterator))
    return Member->getImplicitObjectArgument();
  if (const auto *Call = dyn_cast<CallExpr>(Iterator))
    return Call->getNumArgs() > 0 ? Call->getArg(0) : nullptr;
  return Iterator;
}

} // namespace

std::optional<OperatorTest> operatorTest(const Expr *Test) {
  if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(Test)) {
    const auto Parts = Rewritten->getDecomposedForm();
    if (std::optional<Comparison> Op = comparisonOf(Parts.Opcode))
      return OperatorTest{*Op, Parts.LHS, Parts.RHS};
  }
  if (const auto *Operator = dyn_cast<BinaryOperator>(Test))
    if (std::optional<Comparison> Op = comparisonOf(Operator->getOpcode()))
      return OperatorTest{*Op, Operator->getLHS(), Operator->getRHS()};
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Test))
    if (std::optional<Comparison> Op = comparisonOf(Operator->getOperator()))
      if (Operator->getNumArgs() == 2)
        return OperatorTest{*Op, Operator->getArg(0), Operator->getArg(1)};
  return std::nullopt;
}

std::optional<ComparingCall> comparingCall(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
  if (!Call)
    return std::nullopt;
  StringRef Name = calleeName(Call);
  unsigned Count = Call->getNumArgs();
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    if (Count != 1)
      return std::nullopt;
    if (Name == "compare")
      return ComparingCall{Object, Call->getArg(0), true};
    if (isOneOf(Name, {"equal", "is"}))
      return ComparingCall{Object, Call->getArg(0), false};
    if (Name == "not_equal")
      return ComparingCall{Object, Call->getArg(0), true};
    return std::nullopt;
  }
  if (Count >= 2 &&
      isOneOf(Name,
              {"strcmp", "strcasecmp", "strncmp", "strncasecmp", "memcmp",
               "PyUnicode_CompareWithASCIIString", "PyUnicode_Compare",
               "__builtin_strcmp", "__builtin_strncmp", "__builtin_memcmp"}))
    return ComparingCall{Call->getArg(0), Call->getArg(1), true};
  if (Count >= 2 && isOneOf(Name, {"PyUnicode_EqualToUTF8", "PyUnicode_Equal",
                                   "_PyUnicode_EqualToASCIIString", "equals",
                                   "EqualsIgnoreCase", "Py_Is"}))
    return ComparingCall{Call->getArg(0), Call->getArg(1), false};
  if (Name == "PyObject_RichCompareBool" && Count == 3)
    if (std::optional<int64_t> Op = integerConstant(
            Call->getArg(2), Call->getDirectCallee()->getASTContext())) {
      constexpr int64_t PyEq = 2, PyNe = 3; // object.h
      if (*Op == PyEq || *Op == PyNe)
        return ComparingCall{Call->getArg(0), Call->getArg(1), *Op == PyNe};
    }
  return std::nullopt;
}

std::optional<MembershipCall> membershipCall(const Expr *E) {
  E = E->IgnoreUnlessSpelledInSource();
  StringRef Name = calleeName(E);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    if (Member->getNumArgs() >= 1 &&
        isOneOf(Name, {"count", "contains", "find", "__contains__"}))
      return MembershipCall{Member->getImplicitObjectArgument(),
                            Member->getArg(0)};
    return std::nullopt;
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call)
    return std::nullopt;
  if (Call->getNumArgs() == 3 &&
      isOneOf(Name, {"find", "count", "binary_search"}))
    if (const Expr *Container = containerOf(Call->getArg(0)))
      return MembershipCall{Container, Call->getArg(2)};
  // `std::ranges::find(set, v)` and the C API's `PySequence_Contains`.
  if (Call->getNumArgs() == 2 &&
      isOneOf(Name, {"contains", "PySequence_Contains", "PySet_Contains",
                     "PyDict_Contains"}))
    return MembershipCall{Call->getArg(0), Call->getArg(1)};
  // A function object, `std::ranges::find(set, v)`: the object comes first.
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
      Operator && Operator->getOperator() == OO_Call &&
      Operator->getNumArgs() >= 3)
    if (const auto *Named =
            dyn_cast<DeclRefExpr>(Operator->getArg(0)->IgnoreParenImpCasts()))
      if (isOneOf(model::plainName(Named->getDecl()),
                  {"find", "count", "contains", "binary_search"}))
        return MembershipCall{Operator->getArg(1), Operator->getArg(2)};
  return std::nullopt;
}

bool isEndIterator(const Expr *E) {
  E = E->IgnoreUnlessSpelledInSource();
  StringRef Name = calleeName(E);
  if (Name == "end" || Name == "cend")
    return true;
  const auto *Reference = dyn_cast<DeclRefExpr>(E);
  return Reference && model::plainName(Reference->getDecl()) == "npos";
}

std::optional<ComparedValue> comparedValue(const Expr *Test,
                                           const ASTContext &Context) {
  if (std::optional<OperatorTest> Operator = operatorTest(Test)) {
    std::optional<Constant> With = constantOf(Operator->Right, Context);
    const Expr *Value = Operator->Left;
    Comparison Op = Operator->Op;
    if (!With) {
      With = constantOf(Operator->Left, Context);
      Value = Operator->Right;
      Op = mirrored(Op);
    }
    if (!With)
      return std::nullopt;
    bool IsEquality = Op == Comparison::Equal || Op == Comparison::NotEqual;
    std::optional<ComparingCall> Call = comparingCall(Value);
    if (!Call || With->Text || With->Number != 0 || !IsEquality)
      return ComparedValue{Value->IgnoreParenImpCasts(), Op, *With};
    // `strcmp(v, "cpu") == 0`
    bool IsEqual = (Op == Comparison::Equal) == Call->ZeroIsEqual;
    if (std::optional<Constant> Text = constantOf(Call->Right, Context))
      return ComparedValue{Call->Left,
                           IsEqual ? Comparison::Equal : Comparison::NotEqual,
                           *Text};
    return std::nullopt;
  }
  if (std::optional<ComparingCall> Call = comparingCall(Test))
    if (std::optional<Constant> Text = constantOf(Call->Right, Context))
      return ComparedValue{
          Call->Left,
          Call->ZeroIsEqual ? Comparison::NotEqual : Comparison::Equal, *Text};
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Test))
    if (calleeName(Member) == "empty" && Member->getNumArgs() == 0)
      return ComparedValue{Member->getImplicitObjectArgument(),
                           Comparison::Equal, Constant::text("")};
  return std::nullopt;
}

} // namespace dlpack_tidy::flow
