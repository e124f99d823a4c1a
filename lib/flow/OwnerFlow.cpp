//===--- OwnerFlow.cpp - capsules over memory that may not be there -------===//

#include "flow/OwnerFlow.h"

#include "flow/PointerTest.h"
#include "model/Callable.h"
#include "model/LocalStorage.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"

#include <map>
#include <set>

using namespace clang;
using dlpack_tidy::model::CapsuleAction;
using dlpack_tidy::model::CapsuleEvent;

namespace dlpack_tidy::flow {
namespace {

/// A pointer that may be NULL, and the count whose being zero makes it so.
struct MaybeNull {
  SourceRange From;
  const VarDecl *WhenZero = nullptr;
  friend bool operator==(const MaybeNull &L, const MaybeNull &R) {
    return L.From == R.From && L.WhenZero == R.WhenZero;
  }
};

struct OwnerState {
  bool Reachable = true;
  std::map<const VarDecl *, MaybeNull> Nulls; ///< may
  std::set<const VarDecl *> NotZero;          ///< must

  bool join(const OwnerState &Other) {
    if (!Other.Reachable)
      return false;
    OwnerState Before = *this;
    if (!Reachable) {
      *this = Other;
      return true;
    }
    Nulls.insert(Other.Nulls.begin(), Other.Nulls.end());
    for (auto It = NotZero.begin(); It != NotZero.end();)
      It = Other.NotZero.count(*It) ? std::next(It) : NotZero.erase(It);
    return !(Before == *this);
  }
  friend bool operator==(const OwnerState &L, const OwnerState &R) {
    return L.Reachable == R.Reachable && L.Nulls == R.Nulls &&
           L.NotZero == R.NotZero;
  }
};

const VarDecl *variableIn(const Expr *Value) {
  const auto *Reference =
      Value ? dyn_cast<DeclRefExpr>(model::stripped(Value)) : nullptr;
  return Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
}

class OwnerDomain {
public:
  using State = OwnerState;

  OwnerDomain(GraphCache &Graphs, std::vector<EmptyOwner> &Found)
      : Graphs(Graphs), Found(Found) {}

  bool follows(const Expr *, const FunctionDecl *, const model::CallFrame &) {
    return false;
  }
  void enter(const model::CallFrame &, bool) {}
  void initialise(State &, const CXXCtorInitializer *, const model::CallFrame &,
                  bool) {}
  bool refineConstant(State &, const Expr *, Comparison, int64_t, bool,
                      const model::CallFrame &) {
    return false;
  }

  void transfer(State &Facts, const Stmt *Statement, const model::CallFrame &,
                bool Recording) {
    if (const auto *Declaration = dyn_cast<DeclStmt>(Statement)) {
      for (const Decl *Each : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(Each);
            Variable && Variable->hasInit())
          set(Facts, Variable, Variable->getInit());
    } else if (const auto *Assignment = dyn_cast<BinaryOperator>(Statement)) {
      if (Assignment->getOpcode() == BO_Assign)
        if (const VarDecl *Variable = variableIn(Assignment->getLHS()))
          set(Facts, Variable, Assignment->getRHS());
    } else if (const auto *Value = dyn_cast<Expr>(Statement);
               Value && Recording) {
      make(Facts, Value);
    }
  }

  bool refine(State &Facts, const Expr *Test, bool Truth,
              const model::CallFrame &) {
    bool NotNull = Truth;
    if (const Expr *Pointer = testedPointer(Test, NotNull))
      if (const VarDecl *Variable = variableIn(Pointer);
          Variable && Variable->getType()->isPointerType()) {
        if (NotNull)
          Facts.Nulls.erase(Variable);
        return true;
      }
    const VarDecl *Count = nullptr;
    if (std::optional<bool> Zero = zeroWhen(Test, Count)) {
      if (*Zero != Truth)
        Facts.NotZero.insert(Count);
      else if (Facts.NotZero.count(Count))
        Facts.Reachable = false; // seen before not to be zero
      return true;
    }
    return false;
  }

private:
  /// The outcome of \p Test for a count of zero: `n == 0`, `n`, `n > 0`.
  std::optional<bool> zeroWhen(const Expr *Test, const VarDecl *&Count) {
    if (std::optional<ConstantTest> Compared =
            constantTest(Test, Graphs.context())) {
      Count = variableIn(Compared->Value);
      bool AtZero = holds(0, Compared->Op, Compared->Constant);
      bool AboveZero = holds(1, Compared->Op, Compared->Constant);
      if (!Count || !Count->getType()->isIntegerType() || AtZero == AboveZero)
        return std::nullopt;
      return AtZero;
    }
    Count = variableIn(Test);
    if (!Count || !Count->getType()->isIntegerType())
      return std::nullopt;
    return false;
  }

  /// What \p Value is when there are no elements.
  std::optional<MaybeNull> nullIn(const State &Facts, const Expr *Value) {
    Value = model::stripped(Value);
    if (const auto *Choice = dyn_cast<ConditionalOperator>(Value)) {
      bool WhenTrue = model::isNullPointer(Choice->getTrueExpr());
      if (!WhenTrue && !model::isNullPointer(Choice->getFalseExpr()))
        return std::nullopt;
      MaybeNull Null{Choice->getSourceRange(), nullptr};
      bool Truth = true;
      const VarDecl *Count = nullptr;
      const Expr *Test = stripTest(Choice->getCond(), Truth);
      if (std::optional<bool> Zero = zeroWhen(Test, Count))
        if ((*Zero == Truth) == WhenTrue)
          Null.WhenZero = Count;
      return Null;
    }
    if (model::isNullPointer(Value))
      return MaybeNull{Value->getSourceRange(), nullptr};
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Value))
      if (model::plainName(Method->getMethodDecl()) == "data" &&
          model::ownsElements(Method->getImplicitObjectArgument()->getType()))
        return MaybeNull{Value->getSourceRange(), nullptr};
    if (const VarDecl *Variable = variableIn(Value)) {
      auto Known = Facts.Nulls.find(Variable);
      if (Known != Facts.Nulls.end())
        return Known->second;
    }
    return std::nullopt;
  }

  void set(State &Facts, const VarDecl *Variable, const Expr *Value) {
    if (!Variable->getType()->isPointerType()) {
      Facts.NotZero.erase(Variable);
      return;
    }
    Facts.Nulls.erase(Variable);
    if (std::optional<MaybeNull> Null = nullIn(Facts, Value))
      Facts.Nulls[Variable] = *Null;
  }

  void make(const State &Facts, const Expr *Value) {
    std::optional<CapsuleEvent> Event = model::capsuleEvent(Value);
    if (!Event || Event->Action != CapsuleAction::Create ||
        model::takesNull(*Event))
      return;
    std::optional<MaybeNull> Null = nullIn(Facts, Event->Pointer);
    if (!Null || (Null->WhenZero && Facts.NotZero.count(Null->WhenZero)))
      return;
    for (const EmptyOwner &Each : Found)
      if (Each.Pointer == Event->Pointer)
        return;
    Found.push_back({Event->Pointer, Null->From});
  }

  GraphCache &Graphs;
  std::vector<EmptyOwner> &Found;
};

} // namespace

std::vector<EmptyOwner> followOwners(const model::Producers &Made,
                                     GraphCache &Graphs) {
  std::vector<EmptyOwner> Found;
  llvm::DenseSet<const FunctionDecl *> Seen;
  for (const model::CapsuleSite &Site : Made.capsules()) {
    if (Site.Event.Action != CapsuleAction::Create ||
        !Seen.insert(Site.In).second)
      continue;
    Budget Limits;
    OwnerDomain Domain(Graphs, Found);
    Engine<OwnerDomain> Ways(Domain, Graphs, Limits);
    model::CallFrame Frame;
    Frame.Function = Site.In;
    Ways.run(Frame, OwnerState(), true);
  }
  return Found;
}

} // namespace dlpack_tidy::flow
