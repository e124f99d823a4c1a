//===--- TensorFlow.cpp - the uses of tensors in a translation unit -------===//

#include "flow/TensorFlow.h"

#include "flow/Analysis.h"
#include "flow/TensorDomain.h"

#include <set>

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

class UnitWalk {
public:
  UnitWalk(const Analysis &Unit, const model::KnownFunctions &Known,
           llvm::function_ref<void(const FunctionDecl *, std::string)> GiveUp)
      : Unit(Unit), Graphs(Unit.graphs()), Scope(Unit.producers()),
        Known(Known), GiveUp(GiveUp) {}

  TensorReport run() {
    for (const FunctionDecl *Each : Unit.functions())
      if (Scope.touches(Each) && !Scope.isInternal(Each))
        look(Each);
    // Internal functions that no caller led to: recursion, or too deep.
    for (const FunctionDecl *Each : Unit.functions())
      if (Scope.touches(Each) && Scope.isInternal(Each) &&
          !Seen.count(Each->getCanonicalDecl()))
        look(Each);
    return std::move(Report);
  }

private:
  void look(const FunctionDecl *Function) {
    if (Function->isDependentContext() || !Function->hasBody())
      return;
    Budget Limits;
    // One unit may hold many functions that are each worth giving up.
    Limits.Steps = std::min(Limits.Steps, std::max(Left, LeastSteps));
    unsigned Given = Limits.Steps;
    TensorDomain Domain(Graphs, Paths, Scope, Known);
    Engine<TensorDomain> Ways(Domain, Graphs, Limits);
    Domain.Ways = &Ways;
    Domain.FromUnknownCaller = Scope.hasCallers(Function);
    model::CallFrame Frame;
    Frame.Function = Function;
    TensorState Nothing;
    Nothing.Reachable = false;
    CallOutcome<TensorState> Out = Ways.run(Frame, TensorState(), true);
    TensorState End = Out.joined(Nothing);
    Left -= std::min(Left, Given - Limits.Steps);
    if (Limits.Spent) {
      GiveUp(Function, "too many ways through it and the functions it calls");
      return;
    }
    Domain.endOfFunction(End, nullptr, Frame, true);
    Domain.findRefusals(Out, Frame);
    bool ReleasesOwn = Scope.releasesOwn(Function);
    for (TensorUse &Use : Domain.Uses) {
      Use.Tested = Domain.Tested[Use.Path];
      Use.Read = Domain.Read[Use.Path];
      Use.InOwnDeleter = ReleasesOwn;
      Use.UnitMakesTensors = Scope.makesTensors();
      Report.Uses.push_back(std::move(Use));
    }
    Seen.insert(Domain.Entered.begin(), Domain.Entered.end());
    Report.SelfComparisons.insert(Report.SelfComparisons.end(),
                                  Domain.SelfComparisons.begin(),
                                  Domain.SelfComparisons.end());
  }

  /// What any function may use when others have used up the unit's share.
  static constexpr unsigned LeastSteps = 20000;
  unsigned Left = 4000000;

  const Analysis &Unit;
  GraphCache &Graphs;
  model::TensorPaths Paths;
  TensorScope Scope;
  const model::KnownFunctions &Known;
  llvm::function_ref<void(const FunctionDecl *, std::string)> GiveUp;
  std::set<const FunctionDecl *> Seen;
  TensorReport Report;
};

} // namespace

TensorReport findTensorUses(
    const Analysis &Unit, const model::KnownFunctions &Known,
    llvm::function_ref<void(const FunctionDecl *, std::string)> GiveUp) {
  if (cannotMentionTensors(Unit.context()))
    return {};
  return UnitWalk(Unit, Known, GiveUp).run();
}

std::optional<int> levelOf(const TensorUse &Use) {
  using model::TensorField;
  using model::TensorOrigin;
  int Level = 2;
  if (Use.InOwnDeleter)
    return std::nullopt;
  switch (Use.Tensor.Origin) {
  case TensorOrigin::Local:
    return std::nullopt;
  case TensorOrigin::Capsule:
    Level = 0;
    break;
  case TensorOrigin::Managed:
    Level = Use.Tested.isEmpty() ? 1 : 0;
    break;
  case TensorOrigin::Bare:
    Level = Use.Tested.isEmpty() ? 2 : 1;
    break;
  case TensorOrigin::Kept:
  case TensorOrigin::Framework:
    break;
  }
  return Use.FromUnknownCaller ? 2 : Level;
}

} // namespace dlpack_tidy::flow
