//===--- Refinement.h - what a test teaches, taken apart ------------------===//
//
// The half of the engine that knows tests: `!`, `&&`, `||`, `?:`, flags, held
// tests, and calls that are followed. What is left over is the domain's.
//
//===----------------------------------------------------------------------===//
#ifndef DLPACK_TIDY_FLOW_REFINEMENT_H
#define DLPACK_TIDY_FLOW_REFINEMENT_H

#include "flow/Branches.h"
#include "flow/Constant.h"
#include "flow/Flags.h"
#include "flow/FunctionGraph.h"
#include "flow/ValueTests.h"
#include "model/CallFrame.h"

#include <map>
#include <optional>

namespace dlpack_tidy::flow {

/// How a call came back: the facts for each constant it can return, and those
/// for values that are not constant.
template <typename State> struct CallOutcome {
  std::map<std::optional<Constant>, State> Returns;
  /// The facts on return for a caller that does not look at the value.
  std::optional<State> Unread;

  State joined(const State &Unreachable) const {
    return Unread ? *Unread : Unreachable;
  }
};

/// \p Self follows calls: `followed(Expr, Frame)`, `mayGoOn()` and `call(Expr,
/// Callee, State, Frame, Recording)`.
template <typename Self, typename Domain> class Refinement {
public:
  using State = typename Domain::State;

  /// Learns from \p Test being \p Truth.
  void refine(State &Facts, const clang::Expr *Test, bool Truth,
              const model::CallFrame &Frame, unsigned Depth = 0) {
    if (!Facts.Reachable || Depth > MaxDepth || !self().mayGoOn())
      return;
    const clang::Expr *Inner = stripTest(Test, Truth);
    if (const auto *Logic = llvm::dyn_cast<clang::BinaryOperator>(Inner))
      if (Logic->isLogicalOp()) {
        refineLogic(Facts, Logic, Truth, Frame, Depth);
        return;
      }
    if (const auto *Choice =
            llvm::dyn_cast<clang::ConditionalOperator>(Inner)) {
      refineChoice(Facts, Choice, Frame, Depth,
                   [&](State &Way, const clang::Expr *Value) {
                     refine(Way, Value, Truth, Frame, Depth + 1);
                   });
      return;
    }
    if (std::optional<bool> Known = constantTruth(Inner)) {
      if (*Known != Truth)
        Facts.Reachable = false;
      return;
    }
    const clang::Expr *Object = testedObject(Inner);
    if (refineValue(Facts, Object, Comparison::NotEqual, Constant::number(0),
                    Truth, Frame, Depth))
      return;
    if (std::optional<ComparedValue> Compared =
            comparedValue(Inner, Graphs.context()))
      if (refineValue(Facts, testedObject(Compared->Value), Compared->Op,
                      Compared->With, Truth, Frame, Depth))
        return;
    if (TheDomain.refine(Facts, Inner, Truth, Frame))
      return;
    if (HeldTest Held = heldTest(Inner, Graphs, Frame))
      refine(Facts, Held.Test, Held.Negated != Truth, *Held.Frame, Depth + 1);
  }

protected:
  Refinement(Domain &TheDomain, GraphCache &Graphs)
      : TheDomain(TheDomain), Graphs(Graphs) {}

  /// The flags of the functions on the chain of calls, innermost first.
  struct FlagScope {
    const FlagValues *Values;
    const FlagScope *Outer;
  };
  /// Makes \p Values the innermost ones as long as it lives.
  class Entered {
  public:
    Entered(Refinement &Owner, const FlagValues &Values)
        : Owner(Owner), Here{&Values, Owner.Scope} {
      Owner.Scope = &Here;
    }
    ~Entered() { Owner.Scope = Here.Outer; }
    Entered(const Entered &) = delete;

  private:
    Refinement &Owner;
    FlagScope Here;
  };

  std::optional<Constant> flagValue(const clang::Expr *E) const {
    const auto *Reference =
        llvm::dyn_cast<clang::DeclRefExpr>(E->IgnoreParenImpCasts());
    const auto *Variable =
        Reference ? llvm::dyn_cast<clang::VarDecl>(Reference->getDecl())
                  : nullptr;
    if (Variable)
      for (const FlagScope *Each = Scope; Each; Each = Each->Outer)
        if (auto Found = Each->Values->find(Variable);
            Found != Each->Values->end())
          return Found->second;
    return std::nullopt;
  }

  static State unreachable(const State &Like) {
    State Nothing = Like;
    Nothing.Reachable = false;
    return Nothing;
  }
  static void joinWays(State &Into, const State &Other) {
    if (!Into.Reachable)
      Into = Other;
    else
      Into.join(Other);
  }

  /// Learns from `Value <op> With` where the value is a flag, a choice, a call
  /// that is followed, or a variable that holds one. False where it is none, or
  /// where something is left for the domain to learn.
  bool refineValue(State &Facts, const clang::Expr *Value, Comparison Op,
                   const Constant &With, bool Truth,
                   const model::CallFrame &Frame, unsigned Depth) {
    if (Depth > MaxDepth)
      return false;
    if (std::optional<Constant> Known = flagValue(Value)) {
      if (holds(*Known, Op, With) != Truth)
        Facts.Reachable = false;
      return true;
    }
    if (const auto *Choice = llvm::dyn_cast<clang::ConditionalOperator>(
            Value->IgnoreParenImpCasts())) {
      bool Complete = true;
      refineChoice(Facts, Choice, Frame, Depth,
                   [&](State &Way, const clang::Expr *Chosen) {
                     Complete &= refineValue(Way, Chosen, Op, With, Truth,
                                             Frame, Depth + 1);
                   });
      return Complete;
    }
    if (const clang::FunctionDecl *Callee = self().followed(Value, Frame))
      return refineCall(Facts, Value, Callee, Op, With, Truth, Frame);
    if (std::optional<Constant> Known =
            Depth > 0 ? constantOf(Value, Graphs.context()) : std::nullopt) {
      if (holds(*Known, Op, With) != Truth)
        Facts.Reachable = false;
      return true;
    }
    // A variable that holds the result of a call, set once.
    if (HeldTest Held = heldTest(Value, Graphs, Frame); Held && !Held.Negated)
      if (const clang::Expr *Inner = testedObject(Held.Test);
          !isTest(Inner) &&
          self().followed(Inner->IgnoreParenImpCasts(), *Held.Frame))
        return refineValue(Facts, Inner, Op, With, Truth, *Held.Frame,
                           Depth + 1);
    return false;
  }

  /// Calls \p Add with each constant \p Value can be, and the facts that hold
  /// then; with none for what is no constant.
  template <typename AddFn>
  void valuesOf(const clang::Expr *Value, clang::QualType Type,
                const State &Facts, const model::CallFrame &Frame, AddFn Add,
                unsigned Depth = 0) {
    if (std::optional<Constant> Known = flagValue(Value)) {
      Add(Known, Facts);
      return;
    }
    if (std::optional<Constant> Known =
            returnedValue(Value, Type, Graphs.context())) {
      Add(Known, Facts);
      return;
    }
    const clang::Expr *Inner = testedObject(Value);
    if (const auto *Choice = llvm::dyn_cast<clang::ConditionalOperator>(Inner);
        Choice && Depth < 4) {
      for (bool Truth : {true, false}) {
        State Way = Facts;
        refine(Way, Choice->getCond(), Truth, Frame);
        if (Way.Reachable)
          valuesOf(Truth ? Choice->getTrueExpr() : Choice->getFalseExpr(), Type,
                   Way, Frame, Add, Depth + 1);
      }
      return;
    }
    if (isTest(Value)) {
      for (bool Truth : {true, false}) {
        State Way = Facts;
        refine(Way, Value, Truth, Frame);
        if (Way.Reachable)
          Add(Constant::number(Truth), Way);
      }
      return;
    }
    if (const clang::FunctionDecl *Callee = self().followed(Inner, Frame)) {
      CallOutcome<State> Out = self().call(Inner, Callee, Facts, Frame, false);
      for (const auto &[Known, Way] : Out.Returns)
        Add(Known, Way);
      return;
    }
    addTestOfCall(Value, Facts, Frame, Add);
  }

  Domain &TheDomain;
  GraphCache &Graphs;
  const FlagScope *Scope = nullptr;

private:
  static constexpr unsigned MaxDepth = 16;

  Self &self() { return static_cast<Self &>(*this); }

  void refineLogic(State &Facts, const clang::BinaryOperator *Logic, bool Truth,
                   const model::CallFrame &Frame, unsigned Depth) {
    bool Both = (Logic->getOpcode() == clang::BO_LAnd) == Truth;
    if (Both) {
      refine(Facts, Logic->getLHS(), Truth, Frame, Depth + 1);
      refine(Facts, Logic->getRHS(), Truth, Frame, Depth + 1);
      return;
    }
    State Second = Facts;
    refine(Facts, Logic->getLHS(), Truth, Frame, Depth + 1);
    refine(Second, Logic->getLHS(), !Truth, Frame, Depth + 1);
    refine(Second, Logic->getRHS(), Truth, Frame, Depth + 1);
    joinWays(Facts, Second);
  }

  template <typename EachFn>
  void refineChoice(State &Facts, const clang::ConditionalOperator *Choice,
                    const model::CallFrame &Frame, unsigned Depth,
                    EachFn Each) {
    State Otherwise = Facts;
    refine(Facts, Choice->getCond(), true, Frame, Depth + 1);
    Each(Facts, Choice->getTrueExpr());
    refine(Otherwise, Choice->getCond(), false, Frame, Depth + 1);
    Each(Otherwise, Choice->getFalseExpr());
    joinWays(Facts, Otherwise);
  }

  /// Keeps the ways on which the callee returned a value for which the
  /// comparison has this truth. True where each value is known.
  bool refineCall(State &Facts, const clang::Expr *Call,
                  const clang::FunctionDecl *Callee, Comparison Op,
                  const Constant &With, bool Truth,
                  const model::CallFrame &Frame) {
    CallOutcome<State> Out = self().call(Call, Callee, Facts, Frame, false);
    State Kept = unreachable(Facts);
    for (const auto &[Value, Way] : Out.Returns)
      if (!Value || holds(*Value, Op, With) == Truth)
        joinWays(Kept, Way);
    Facts = Kept;
    return !Out.Returns.count(std::nullopt);
  }

  /// `return PyCapsule_IsValid(c, name);` in a function that returns int: the
  /// call is a test, zero is one outcome and all else the other.
  template <typename AddFn>
  void addTestOfCall(const clang::Expr *Value, const State &Facts,
                     const model::CallFrame &Frame, AddFn Add) {
    const clang::Expr *Inner = Value->IgnoreParenImpCasts();
    State Zero = Facts, Other = Facts, Asked = Facts;
    // A device type is an answer, not a test: it has more outcomes than two.
    if (llvm::isa<clang::CallExpr>(Inner) &&
        Inner->getType()->isIntegerType() &&
        !TheDomain.refineConstant(Asked, Inner, Comparison::Equal, 0, true,
                                  Frame) &&
        TheDomain.refine(Other, Inner, true, Frame)) {
      TheDomain.refine(Zero, Inner, false, Frame);
      Add(Constant::number(0), Zero);
      Add(Constant::number(1), Other);
      return;
    }
    Add(std::nullopt, Other);
  }
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_REFINEMENT_H
