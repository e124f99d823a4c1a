//===--- NameTest.cpp - a test of a capsule's name ------------------------===//

#include "flow/NameTest.h"

#include "flow/Branches.h"
#include "model/Callable.h"
#include "model/PythonApi.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using dlpack_tidy::model::CapsuleAction;
using dlpack_tidy::model::CapsuleEvent;
using dlpack_tidy::model::CapsuleName;

namespace dlpack_tidy::flow {
namespace {

class NameTestReader {
public:
  NameTestReader(const model::CallFrame &Frame, GraphCache &Graphs)
      : Frame(Frame), Graphs(Graphs) {
    if (const FunctionGraph *Graph = Graphs.graph(Frame.Function))
      Locals = &Graph->definitions();
  }

  std::optional<NameTest> read(const Expr *Test) {
    if (std::optional<CapsuleEvent> Event = model::capsuleEvent(Test, Locals);
        Event && Event->Action == CapsuleAction::TestName)
      return ofIsValid(*Event, true);
    if (std::optional<ConstantTest> Compared =
            constantTest(Test, Graphs.context()))
      if (std::optional<CapsuleEvent> Event =
              model::capsuleEvent(Compared->Value, Locals);
          Event && Event->Action == CapsuleAction::TestName)
        return ofIsValid(*Event, holds(1, Compared->Op, Compared->Constant));
    if (std::optional<NameTest> Compared = ofComparison(Test))
      return Compared;
    if (takesPointer(Test))
      return std::nullopt;
    // Anything else that looks at the name, or hands the capsule to a test
    // without a body here.
    AccessPath Capsule = capsuleNamedIn(Test);
    if (!Capsule)
      Capsule = capsuleHandedTo(Test);
    if (!Capsule)
      return std::nullopt;
    NameTest Opaque;
    Opaque.Capsule = Capsule;
    Opaque.Opaque = true;
    return Opaque;
  }

private:
  /// \p ValidWhen: the test's outcome for a capsule of that name.
  std::optional<NameTest> ofIsValid(const CapsuleEvent &Event, bool ValidWhen) {
    NameTest Asked;
    Asked.Capsule = pathOf(Event.Capsule, Frame, Graphs);
    Asked.UnusedWhen = Event.Name.isUsed() ? !ValidWhen : ValidWhen;
    return Asked;
  }

  /// `PyCapsule_GetPointer(c, PyCapsule_GetName(c))` succeeds for any name.
  bool takesPointer(const Expr *Test) {
    bool Found = false;
    model::forEachStatement(Test, [&](const Stmt *Each) {
      const auto *Inner = dyn_cast<Expr>(Each);
      std::optional<CapsuleEvent> Event =
          Inner ? model::capsuleEvent(Inner, Locals) : std::nullopt;
      Found |= Event && Event->Action == CapsuleAction::TakePointer;
    });
    return Found;
  }

  /// Equality of the name with a constant, in any of its spellings.
  std::optional<NameTest> ofComparison(const Expr *Test) {
    const Expr *Left = nullptr, *Right = nullptr;
    bool EqualWhen = true;
    if (const auto *Operator = dyn_cast<BinaryOperator>(Test);
        Operator && Operator->isEqualityOp()) {
      // `strcmp(…) == 0`
      std::optional<ConstantTest> WithZero =
          constantTest(Test, Graphs.context());
      if (!WithZero || WithZero->Constant != 0 ||
          !comparedStrings(WithZero->Value, Left, Right))
        return std::nullopt;
      EqualWhen = Operator->getOpcode() == BO_EQ;
    } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Test);
               Operator && Operator->getNumArgs() == 2 &&
               (Operator->getOperator() == OO_EqualEqual ||
                Operator->getOperator() == OO_ExclaimEqual)) {
      Left = Operator->getArg(0);
      Right = Operator->getArg(1);
      EqualWhen = Operator->getOperator() == OO_EqualEqual;
    } else if (comparedStrings(Test, Left, Right)) {
      EqualWhen = false;
    } else {
      return std::nullopt;
    }
    AccessPath Capsule = capsuleNamedIn(Left);
    const Expr *Constant = Right;
    if (!Capsule) {
      Capsule = capsuleNamedIn(Right);
      Constant = Left;
    }
    if (!Capsule)
      return std::nullopt;
    NameTest Asked;
    Asked.Capsule = Capsule;
    CapsuleName Name = model::capsuleName(Constant, Locals);
    Asked.UnusedWhen = Name.isUsed() ? !EqualWhen : EqualWhen;
    return Asked;
  }

  /// `strcmp(a, b)`, `a.compare(b)`: zero where they are equal.
  static bool comparedStrings(const Expr *Value, const Expr *&Left,
                              const Expr *&Right) {
    const auto *Call = dyn_cast<CallExpr>(Value->IgnoreParenImpCasts());
    if (!Call)
      return false;
    StringRef Name = model::plainName(Call->getDirectCallee());
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call)) {
      if (Name != "compare" || Method->getNumArgs() != 1)
        return false;
      Left = Method->getImplicitObjectArgument();
      Right = Method->getArg(0);
      return true;
    }
    if ((Name != "strcmp" && Name != "strncmp") || Call->getNumArgs() < 2)
      return false;
    Left = Call->getArg(0);
    Right = Call->getArg(1);
    return true;
  }

  /// The capsule whose name \p Value reads, directly or through a variable.
  AccessPath capsuleNamedIn(const Expr *Value, unsigned Depth = 0) {
    AccessPath Found;
    if (!Value || Depth > 3)
      return Found;
    model::forEachStatement(Value, [&](const Stmt *Each) {
      const auto *Inner = dyn_cast<Expr>(Each);
      if (!Inner || Found)
        return;
      if (std::optional<CapsuleEvent> Event = model::capsuleEvent(Inner);
          Event && Event->Action == CapsuleAction::ReadName) {
        Found = pathOf(Event->Capsule, Frame, Graphs);
        return;
      }
      const auto *Reference = dyn_cast<DeclRefExpr>(Inner);
      const auto *Variable =
          Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
      if (Variable && Locals)
        for (const Expr *Set : Locals->of(Variable).Values)
          if (!Found && !takesPointer(Set))
            Found = capsuleNamedIn(Set, Depth + 1);
    });
    return Found;
  }

  /// `if (is_fresh(capsule))` where nobody can see what it does.
  AccessPath capsuleHandedTo(const Expr *Test) {
    AccessPath Found;
    model::forEachStatement(Test, [&](const Stmt *Each) {
      const auto *Call = dyn_cast<CallExpr>(Each);
      if (!Call || Found || model::calleeWithBody(Call) ||
          isa<CXXOperatorCallExpr>(Call) ||
          model::plainName(Call->getDirectCallee()).starts_with("Py") ||
          model::capsuleEvent(Call))
        return;
      for (const Expr *Argument : Call->arguments())
        if (model::isPyObjectPointer(Argument->getType()) ||
            model::isPythonHandle(Argument->getType()))
          if (!Found)
            Found = pathOf(Argument, Frame, Graphs);
    });
    return Found;
  }

  const model::CallFrame &Frame;
  GraphCache &Graphs;
  const model::Definitions *Locals = nullptr;
};

} // namespace

std::optional<NameTest>
nameTest(const Expr *Test, const model::CallFrame &Frame, GraphCache &Graphs) {
  return NameTestReader(Frame, Graphs).read(Test);
}

} // namespace dlpack_tidy::flow
