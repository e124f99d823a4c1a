//===--- CapsuleTake.cpp - pointers that come out of capsules -------------===//

#include "flow/CapsuleTake.h"

#include "model/Callable.h"
#include "model/PythonApi.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using dlpack_tidy::model::CapsuleAction;
using dlpack_tidy::model::CapsuleEvent;
using dlpack_tidy::model::CapsuleName;

namespace dlpack_tidy::flow {
namespace {

/// What \p Value is a handle to: `x.f()` of `x.f().cast<py::capsule>()`. Stops
/// where \p Enough says so.
const Expr *
handledObject(const Expr *Value,
              llvm::function_ref<bool(const Expr *)> Enough = nullptr) {
  Value = model::stripped(Value);
  for (unsigned Depth = 0; Depth < 6 && !(Enough && Enough(Value)); ++Depth) {
    const Expr *Inner = nullptr;
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Value))
      Inner = Method->getImplicitObjectArgument();
    else if (const auto *Construct = dyn_cast<CXXConstructExpr>(Value);
             Construct && Construct->getNumArgs() >= 1)
      Inner = Construct->getArg(0);
    if (!Inner)
      break;
    Value = model::stripped(Inner);
  }
  return Value;
}

/// A Python-level call, whose result nobody else holds.
bool makesReference(const Expr *Value) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(Value);
  return Call && Call->getOperator() == OO_Call &&
         model::isPythonHandle(Call->getType());
}

/// True for a capsule that nobody holds once the expression is over:
/// `x.attr("__dlpack__")().cast<py::capsule>()`.
bool diesAtOnce(const Expr *Capsule, const model::CallFrame &Frame,
                GraphCache &Graphs) {
  const Expr *Object = handledObject(Capsule, [&](const Expr *Each) {
    return bool(pathOf(Each, Frame, Graphs));
  });
  return !pathOf(Object, Frame, Graphs) && makesReference(Object);
}

} // namespace

bool isTensorTake(const CapsuleEvent &Event, const model::CallFrame &Frame,
                  GraphCache &Graphs) {
  if (Event.Name.isProtocol())
    return true;
  const FunctionGraph *Graph = Graphs.graph(Frame.Function);
  return Graph && model::isManaged(model::takenAs(Event.Call, Graph->parents(),
                                                  Frame.Function->getBody()));
}

bool holdsOnlyReference(const VarDecl *Variable) {
  return Variable->isLocalVarDecl() && Variable->hasInit() &&
         model::ownsPythonReference(
             Variable->getType()->getAsCXXRecordDecl()) &&
         makesReference(handledObject(Variable->getInit()));
}

std::optional<TakenPointer> takenPointer(const CapsuleState &Facts,
                                         const Expr *Value,
                                         const model::CallFrame &Frame,
                                         GraphCache &Graphs) {
  if (!Value)
    return std::nullopt;
  Value = model::stripped(Value);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Value)) {
    std::optional<TakenPointer> First =
        takenPointer(Facts, Choice->getTrueExpr(), Frame, Graphs);
    return First ? First
                 : takenPointer(Facts, Choice->getFalseExpr(), Frame, Graphs);
  }
  const FunctionGraph *Graph = Graphs.graph(Frame.Function);
  std::optional<CapsuleEvent> Event =
      model::capsuleEvent(Value, Graph ? &Graph->definitions() : nullptr);
  if (!Event || Event->Action != CapsuleAction::TakePointer ||
      !isTensorTake(*Event, Frame, Graphs))
    return std::nullopt;
  TakenPointer Taken;
  Taken.Taken = Event->Call;
  Taken.Name = Event->Name;
  Taken.Capsule = pathOf(Event->Capsule, Frame, Graphs);
  bool Tested = Facts.isNameTested(Taken.Capsule);
  Taken.NameBlind = !Tested && Event->Name.From == CapsuleName::FromCapsule;
  Taken.MaybeNull = !Tested && Event->Name.From != CapsuleName::FromCapsule;
  Taken.FromUsed = Event->Name.isUsed();
  Taken.Dead = diesAtOnce(Event->Capsule, Frame, Graphs);
  return Taken;
}

} // namespace dlpack_tidy::flow
