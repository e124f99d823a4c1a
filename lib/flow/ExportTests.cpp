//===--- ExportTests.cpp - C++ tests that say where an array lives --------===//

#include "flow/ExportTests.h"

#include "flow/Branches.h"
#include "model/Constants.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::flow {
namespace {

StringRef calleeName(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getIdentifier() ? Callee->getName() : StringRef();
}

/// A call that compares two values: which ones, and what its result means.
struct ComparingCall {
  const Expr *Left;
  const Expr *Right;
  bool ZeroIsEqual; ///< strcmp's way; otherwise non-zero is equal
};

std::optional<ComparingCall> comparingCall(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
  if (!Call)
    return std::nullopt;
  StringRef Name = calleeName(Call);
  unsigned Count = Call->getNumArgs();
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    if (Count == 1 && Name == "compare")
      return ComparingCall{Object, Call->getArg(0), true};
    if (Count == 1 && (Name == "equal" || Name == "is"))
      return ComparingCall{Object, Call->getArg(0), false};
    if (Count == 1 && Name == "not_equal")
      return ComparingCall{Object, Call->getArg(0), true};
    return std::nullopt;
  }
  if ((Name == "strcmp" || Name == "strcasecmp" || Name == "strncmp" ||
       Name == "PyUnicode_CompareWithASCIIString" ||
       Name == "PyUnicode_Compare") &&
      Count >= 2)
    return ComparingCall{Call->getArg(0), Call->getArg(1), true};
  if ((Name == "PyUnicode_EqualToUTF8" || Name == "equals" ||
       Name == "EqualsIgnoreCase") &&
      Count >= 2)
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

/// `set.count(v)`, `set.contains(v)`, `set.find(v)`, `std::find(b, e, v)`.
struct MembershipCall {
  const Expr *Container;
  const Expr *Value;
};

const Expr *containerOf(const Expr *Iterator) {
  Iterator = Iterator->IgnoreUnlessSpelledInSource();
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Iterator))
    return Member->getImplicitObjectArgument();
  if (const auto *Call = dyn_cast<CallExpr>(Iterator))
    return Call->getNumArgs() > 0 ? Call->getArg(0) : nullptr;
  return Iterator;
}

std::optional<MembershipCall> membershipCall(const Expr *E) {
  E = E->IgnoreUnlessSpelledInSource();
  StringRef Name = calleeName(E);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    if ((Name == "count" || Name == "contains" || Name == "find" ||
         Name == "__contains__") &&
        Member->getNumArgs() >= 1)
      return MembershipCall{Member->getImplicitObjectArgument(),
                            Member->getArg(0)};
    return std::nullopt;
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call)
    return std::nullopt;
  if ((Name == "find" || Name == "count" || Name == "binary_search") &&
      Call->getNumArgs() == 3)
    if (const Expr *Container = containerOf(Call->getArg(0)))
      return MembershipCall{Container, Call->getArg(2)};
  if (Name == "contains" && Call->getNumArgs() == 2)
    return MembershipCall{Call->getArg(0), Call->getArg(1)};
  return std::nullopt;
}

/// `it == set.end()`: is this side the end iterator?
bool isEndIterator(const Expr *E) {
  StringRef Name = calleeName(E->IgnoreUnlessSpelledInSource());
  if (Name == "end" || Name == "cend")
    return true;
  const auto *Reference =
      dyn_cast<DeclRefExpr>(E->IgnoreUnlessSpelledInSource());
  return Reference && Reference->getDecl()->getIdentifier() &&
         Reference->getDecl()->getName() == "npos";
}

class Tests {
public:
  Tests(ExportState &State, PyLowering &Lowering, const CallFrame &Frame)
      : State(State), Lowering(Lowering), Frame(Frame) {}

  bool refine(const Expr *Test, bool Truth) {
    if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(Test)) {
      const auto Parts = Rewritten->getDecomposedForm();
      if (std::optional<Comparison> Op = comparisonOf(Parts.Opcode))
        return compared(*Op, Parts.LHS, Parts.RHS, Truth);
    }
    if (const auto *Operator = dyn_cast<BinaryOperator>(Test))
      if (std::optional<Comparison> Op = comparisonOf(Operator->getOpcode()))
        return compared(*Op, Operator->getLHS(), Operator->getRHS(), Truth);
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Test))
      if (std::optional<Comparison> Op = comparisonOf(Operator->getOperator()))
        if (Operator->getNumArgs() == 2)
          return compared(*Op, Operator->getArg(0), Operator->getArg(1), Truth);
    if (std::optional<ComparingCall> Call = comparingCall(Test))
      return equal(Call->Left, Call->Right, Truth != Call->ZeroIsEqual);
    if (std::optional<MembershipCall> Call = membershipCall(Test))
      if (member(*Call, Truth))
        return true;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Test))
      if (calleeName(Member) == "is_none")
        return none(Member->getImplicitObjectArgument(), Truth);
    return opaque(Test);
  }

private:
  bool compared(Comparison Op, const Expr *Left, const Expr *Right,
                bool Truth) {
    bool IsEquality = Op == Comparison::Equal || Op == Comparison::NotEqual;
    if (IsEquality) {
      bool Equal = (Op == Comparison::Equal) == Truth;
      for (auto [Call, Other] : {std::pair(Left, Right), {Right, Left}}) {
        // `strcmp(a, b) == 0`, `RichCompareBool(…) == 1`, `s.find(v) != end`.
        std::optional<int64_t> Constant =
            integerConstant(Other, Lowering.context());
        if (std::optional<ComparingCall> Inner = comparingCall(Call))
          if (Constant)
            return equal(Inner->Left, Inner->Right,
                         ((*Constant == 0) == Inner->ZeroIsEqual) == Equal);
        if (std::optional<MembershipCall> Inner = membershipCall(Call))
          if (isEndIterator(Other) || Constant)
            return member(*Inner, (Constant && *Constant != 0) == Equal) ||
                   opaque(Call);
      }
    } else if (std::optional<int64_t> Zero =
                   integerConstant(Right, Lowering.context());
               Zero && *Zero == 0) {
      // `count(v) > 0`, `RichCompareBool(…) > 0`.
      if (Op == Comparison::Greater) {
        if (std::optional<MembershipCall> Inner = membershipCall(Left))
          if (member(*Inner, Truth))
            return true;
        if (std::optional<ComparingCall> Inner = comparingCall(Left))
          return equal(Inner->Left, Inner->Right, Truth != Inner->ZeroIsEqual);
      }
    }
    if (refineComparison(State, Op, Lowering.lower(Left, Frame),
                         Lowering.lower(Right, Frame), Truth))
      return true;
    return integer(Op, Left, Right, Truth) || opaque(Left) || opaque(Right);
  }

  bool equal(const Expr *Left, const Expr *Right, bool Truth) {
    return refineComparison(State, Comparison::Equal,
                            Lowering.lower(Left, Frame),
                            Lowering.lower(Right, Frame), Truth) ||
           opaque(Left) || opaque(Right);
  }

  /// A plain integer variable against a constant: it may become a dl_device.
  bool integer(Comparison Op, const Expr *Left, const Expr *Right, bool Truth) {
    std::optional<int64_t> Constant =
        integerConstant(Right, Lowering.context());
    const Expr *Value = Left;
    if (!Constant) {
      Constant = integerConstant(Left, Lowering.context());
      Value = Right;
      Op = mirrored(Op);
    }
    if (!Constant || !Value->getType()->isIntegralOrEnumerationType())
      return false;
    PyRef Variable = Lowering.lower(Value, Frame);
    if (Variable->Kind != PyKind::Variable || Variable->Definition)
      return false;
    refineInteger(State, subjectKey(Variable), Op, *Constant, Truth);
    return true;
  }

  bool member(const MembershipCall &Call, bool Truth) {
    PyRef Container = valueOf(Lowering.lower(Call.Container, Frame));
    if (Container->Kind != PyKind::Tuple)
      return false;
    // A map's elements are pairs: its keys are what is looked up.
    std::vector<PyRef> Keys;
    for (PyRef Each : Container->Elements) {
      PyRef Key = valueOf(Each);
      Keys.push_back(Key->Kind == PyKind::Tuple && !Key->Elements.empty()
                         ? Key->Elements.front()
                         : Key);
    }
    return refineMembership(State, Lowering.lower(Call.Value, Frame), Keys,
                            Truth);
  }

  bool none(const Expr *Object, bool Truth) {
    PyExpr None;
    None.Kind = PyKind::None;
    return refineComparison(State, Comparison::Equal,
                            Lowering.lower(Object, Frame), &None, Truth);
  }

  bool opaque(const Expr *E);

  ExportState &State;
  PyLowering &Lowering;
  const CallFrame &Frame;
};

/// Calls \p Visit with every part of an expression that asks about an array.
class QuerySearch : public RecursiveASTVisitor<QuerySearch> {
public:
  QuerySearch(PyLowering &Lowering, const CallFrame &Frame,
              std::function<void(PyRef)> Visit)
      : Lowering(Lowering), Frame(Frame), Visit(std::move(Visit)) {}
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }
  bool VisitExpr(Expr *E) {
    // Only names and calls can be answers; the rest wraps them.
    if (isa<DeclRefExpr>(E) || isa<CallExpr>(E) || isa<MemberExpr>(E)) {
      PyRef Value = Lowering.lower(E, Frame);
      if (query(Value))
        Visit(Value);
    }
    return true;
  }

private:
  PyLowering &Lowering;
  const CallFrame &Frame;
  std::function<void(PyRef)> Visit;
};

bool Tests::opaque(const Expr *E) {
  bool Found = false;
  QuerySearch Search(Lowering, Frame, [&](PyRef Value) {
    refineOpaque(State, Value);
    Found = true;
  });
  Search.TraverseStmt(const_cast<Expr *>(E));
  return Found;
}

} // namespace

bool refineTest(ExportState &State, const Expr *Test, bool Truth,
                PyLowering &Lowering, const CallFrame &Frame) {
  return Tests(State, Lowering, Frame).refine(Test, Truth);
}

bool asksAboutAnArray(const Expr *E, PyLowering &Lowering,
                      const CallFrame &Frame) {
  bool Found = false;
  QuerySearch Search(Lowering, Frame, [&](PyRef) { Found = true; });
  Search.TraverseStmt(const_cast<Expr *>(E));
  return Found;
}

} // namespace dlpack_tidy::flow
