//===--- CapsuleFlow.cpp - names, pointers and errors along every way -----===//

#include "flow/CapsuleFlow.h"

#include "flow/AccessPath.h"
#include "flow/CapsuleState.h"
#include "flow/CapsuleTake.h"
#include "flow/NameTest.h"
#include "flow/PointerTest.h"
#include "model/Callable.h"
#include "model/PythonApi.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using dlpack_tidy::model::CapsuleAction;
using dlpack_tidy::model::CapsuleEvent;
using dlpack_tidy::model::CapsuleName;
using dlpack_tidy::model::PythonCall;

namespace dlpack_tidy::flow {
namespace {

class CapsuleDomain {
public:
  using State = CapsuleState;

  CapsuleDomain(bool IsDestructor, GraphCache &Graphs)
      : IsDestructor(IsDestructor), Graphs(Graphs) {}

  std::vector<CapsuleFinding> Findings;

  bool follows(const Expr *, const FunctionDecl *, const model::CallFrame &) {
    return true;
  }

  void enter(const model::CallFrame &, bool) {}

  void initialise(State &Facts, const CXXCtorInitializer *Initializer,
                  const model::CallFrame &Frame, bool Recording) {
    if (const FieldDecl *Field = Initializer->getAnyMember())
      if (std::optional<TakenPointer> Taken =
              takenBy(Facts, Initializer->getInit(), Frame)) {
        AccessPath Path;
        Path.Root = cast<CXXRecordDecl>(Field->getParent())->getCanonicalDecl();
        Facts.Pointers[Path.plus(Field)] = *Taken;
      }
  }

  void transfer(State &Facts, const Stmt *At, const model::CallFrame &Frame,
                bool Recording) {
    Current = {Frame.Function, Recording};
    if (const auto *Declaration = dyn_cast<DeclStmt>(At)) {
      for (const Decl *Each : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(Each))
          assign(Facts, variablePath(Variable), Variable->getInit(), Frame);
    } else if (const auto *Operator = dyn_cast<BinaryOperator>(At)) {
      if (Operator->getOpcode() == BO_Assign)
        assign(Facts, pathOf(Operator->getLHS(), Frame, Graphs),
               Operator->getRHS(), Frame);
    } else if (const auto *Member = dyn_cast<MemberExpr>(At)) {
      if (Member->isArrow())
        use(Facts, Member->getBase(), Member, Frame, true);
    } else if (const auto *Operator = dyn_cast<UnaryOperator>(At)) {
      if (Operator->getOpcode() == UO_Deref)
        use(Facts, Operator->getSubExpr(), Operator, Frame, true);
    } else if (const auto *Delete = dyn_cast<CXXDeleteExpr>(At)) {
      use(Facts, Delete->getArgument(), Delete, Frame, false);
    } else if (isa<CXXThrowExpr>(At)) {
      if (IsDestructor && !isCaught(At, Frame, Graphs))
        report(CapsuleFault::Throws, At, nullptr);
    } else if (const auto *Return = dyn_cast<ReturnStmt>(At)) {
      leave(Facts, Return, Frame);
    } else if (const auto *Value = dyn_cast<Expr>(At)) {
      evaluate(Facts, Value, Frame);
    }
  }

  bool refine(State &Facts, const Expr *Test, bool Truth,
              const model::CallFrame &Frame) {
    if (std::optional<NameTest> Asked = nameTest(Test, Frame, Graphs)) {
      if (Asked->Opaque || Asked->UnusedWhen == Truth)
        Facts.nameTested(Asked->Capsule);
      return true;
    }
    if (isa<CallExpr>(Test) &&
        model::pythonCall(Test) == PythonCall::AskError) {
      if (!Truth) {
        Facts.ErrorSaved = true;
        Facts.Left = nullptr;
      }
      return true;
    }
    return refineNull(Facts, Test, Truth, Frame);
  }

  bool refineConstant(State &, const Expr *, Comparison, int64_t, bool,
                      const model::CallFrame &) {
    return false;
  }

  void endOfScope(State &Facts, const VarDecl *Variable,
                  const model::CallFrame &, bool) {
    if (model::ownsPythonReference(Variable->getType()->getAsCXXRecordDecl()))
      Facts.capsuleDies(variablePath(Variable));
  }

  void report(CapsuleFault Fault, const Stmt *At, const TakenPointer *Pointer) {
    if (!Current.Recording)
      return;
    CapsuleFinding Found;
    Found.Fault = Fault;
    Found.At = At;
    if (Pointer) {
      Found.Taken = Pointer->Taken;
      Found.Name = Pointer->Name;
    }
    Found.In = Current.In;
    for (const CapsuleFinding &Each : Findings)
      if (Each.Fault == Fault &&
          (Each.At == At || (Pointer && Each.Taken == Pointer->Taken)))
        return;
    Findings.push_back(Found);
  }

private:
  static AccessPath variablePath(const VarDecl *Variable) {
    AccessPath Path;
    Path.Root = Variable->getCanonicalDecl();
    return Path;
  }

  std::optional<TakenPointer> takenBy(const State &Facts, const Expr *Value,
                                      const model::CallFrame &Frame) {
    return takenPointer(Facts, Value, Frame, Graphs);
  }
  std::optional<CapsuleEvent> eventAt(const Expr *Value,
                                      const model::CallFrame &Frame) {
    const FunctionGraph *Graph = Graphs.graph(Frame.Function);
    return model::capsuleEvent(Value, Graph ? &Graph->definitions() : nullptr);
  }

  void assign(State &Facts, const AccessPath &To, const Expr *Value,
              const model::CallFrame &Frame) {
    if (!To || !Value)
      return;
    if (std::optional<TakenPointer> Taken = takenBy(Facts, Value, Frame)) {
      Facts.Pointers[To] = *Taken;
      return;
    }
    AccessPath From = pathOf(Value, Frame, Graphs);
    auto Known = From ? Facts.Pointers.find(From) : Facts.Pointers.end();
    if (Known != Facts.Pointers.end() && !(From == To))
      Facts.Pointers[To] = Known->second;
    else if (!(From == To))
      Facts.Pointers.erase(To);
  }

  /// Something looks at what \p Pointer points to.
  void use(State &Facts, const Expr *Pointer, const Stmt *At,
           const model::CallFrame &Frame, bool Dereferences) {
    std::optional<TakenPointer> Direct = takenBy(Facts, Pointer, Frame);
    if (Direct) {
      // Used within the expression that took it: nothing has died yet.
      Direct->Dead = false;
      judge(*Direct, At, Dereferences);
      return;
    }
    AccessPath Path = pathOf(Pointer, Frame, Graphs);
    auto Known = Path ? Facts.Pointers.find(Path) : Facts.Pointers.end();
    if (Known == Facts.Pointers.end())
      return;
    judge(Known->second, At, Dereferences);
    // Said once, not for every field that is read.
    Known->second.NameBlind = Known->second.MaybeNull = false;
    Known->second.Dead = false;
  }

  void judge(const TakenPointer &Pointer, const Stmt *At, bool Dereferences) {
    if (Pointer.Dead)
      report(CapsuleFault::CapsuleGone, At, &Pointer);
    else if (Pointer.NameBlind)
      report(CapsuleFault::NameNeverTested, At, &Pointer);
    else if (Pointer.MaybeNull && Dereferences && !Pointer.FromUsed)
      report(CapsuleFault::MaybeNull, At, &Pointer);
    if (!Pointer.FromUsed)
      return;
    const auto *Member = dyn_cast<MemberExpr>(At);
    bool Releases =
        isa<CXXDeleteExpr>(At) || isa<CallExpr>(At) ||
        (Member && model::tensorField(Member) == model::TensorField::Deleter);
    if (Releases)
      report(CapsuleFault::TakenFromUsed, At, &Pointer);
  }

  void evaluate(State &Facts, const Expr *Value,
                const model::CallFrame &Frame) {
    if (std::optional<CapsuleEvent> Event = eventAt(Value, Frame)) {
      onCapsule(Facts, *Event, Frame);
      return;
    }
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(Value)) {
      if (model::isErrorScope(Construct->getConstructor()->getParent()))
        Facts.ErrorSaved = Facts.ErrorScoped = true;
      return;
    }
    const auto *Call = dyn_cast<CallExpr>(Value);
    if (!Call)
      return;
    onErrorState(Facts, Call);
    if (isDecref(Call)) {
      AccessPath Path = pathOf(Call->getArg(0), Frame, Graphs);
      if (Path)
        Facts.capsuleDies(Path);
      return;
    }
    onArguments(Facts, Call, Frame);
  }

  static bool isDecref(const CallExpr *Call) {
    StringRef Name = model::plainName(Call->getDirectCallee());
    return Call->getNumArgs() == 1 &&
           (Name == "Py_DECREF" || Name == "Py_XDECREF" || Name == "Py_DecRef");
  }

  void onCapsule(State &Facts, const CapsuleEvent &Event,
                 const model::CallFrame &Frame) {
    AccessPath Capsule =
        Event.Capsule ? pathOf(Event.Capsule, Frame, Graphs) : AccessPath();
    switch (Event.Action) {
    case CapsuleAction::TakePointer:
      // A name that may be wrong sets ValueError.
      if (isTensorTake(Event, Frame, Graphs) &&
          Event.Name.From != CapsuleName::FromCapsule &&
          !Facts.isNameTested(Capsule))
        Facts.Left = Event.Call;
      break;
    case CapsuleAction::Rename:
    case CapsuleAction::SetDestructor:
      Facts.Taken.insert(Capsule);
      break;
    default:
      break;
    }
  }

  void onErrorState(State &Facts, const CallExpr *Call) {
    switch (model::pythonCall(Call)) {
    case PythonCall::ClearError:
      if (IsDestructor && !Facts.ErrorSaved)
        report(CapsuleFault::ErrorDropped, Call, nullptr);
      Facts.Left = nullptr;
      break;
    case PythonCall::ReportError:
      Facts.Left = nullptr;
      break;
    case PythonCall::SaveError:
      Facts.ErrorSaved = true;
      Facts.Fetched = Call;
      break;
    case PythonCall::RestoreError:
      Facts.Fetched = nullptr;
      Facts.Left = nullptr;
      break;
    default:
      break;
    }
  }

  /// Arguments: a followed helper's parameter takes the facts over; code that
  /// cannot be followed uses what it is given.
  void onArguments(State &Facts, const CallExpr *Call,
                   const model::CallFrame &Frame) {
    const FunctionDecl *Body = model::calleeWithBody(Call);
    for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
      const Expr *Argument = Call->getArg(I);
      if (!Body) {
        use(Facts, Argument, Call, Frame, false);
        continue;
      }
      if (I >= Body->getNumParams())
        continue;
      if (std::optional<TakenPointer> Taken = takenBy(Facts, Argument, Frame))
        Facts.Pointers[variablePath(Body->getParamDecl(I))] = *Taken;
    }
  }

  void leave(State &Facts, const ReturnStmt *Return,
             const model::CallFrame &Frame) {
    const Expr *Value = Return->getRetValue();
    if (!Value || Frame.Caller)
      return;
    std::optional<TakenPointer> Direct = takenBy(Facts, Value, Frame);
    TakenPointer *Pointer = Direct ? &*Direct : nullptr;
    if (!Pointer) {
      AccessPath Path = pathOf(Value, Frame, Graphs);
      auto Known = Path ? Facts.Pointers.find(Path) : Facts.Pointers.end();
      if (Known != Facts.Pointers.end())
        Pointer = &Known->second;
    }
    if (!Pointer || !Value->getType()->isPointerType())
      return;
    if (Pointer->Dead || diesWithFunction(Facts, *Pointer))
      report(CapsuleFault::ReturnedFromDead, Return, Pointer);
    else if (Pointer->NameBlind)
      report(CapsuleFault::NameNeverTested, Return, Pointer);
  }

  /// The capsule is a local object of this function that nobody else was given.
  static bool diesWithFunction(const State &Facts,
                               const TakenPointer &Pointer) {
    const VarDecl *Variable = Pointer.Capsule.variable();
    return Variable && Pointer.Capsule.Fields.empty() &&
           !Facts.Taken.count(Pointer.Capsule) && holdsOnlyReference(Variable);
  }

  /// `m`, `m != NULL`, `(m = …) == NULL`.
  bool refineNull(State &Facts, const Expr *Test, bool Truth,
                  const model::CallFrame &Frame) {
    Test = testedPointer(Test, Truth);
    if (!Test)
      return false;
    AccessPath Path = pathOf(Test, Frame, Graphs);
    auto Known = Path ? Facts.Pointers.find(Path) : Facts.Pointers.end();
    if (Known == Facts.Pointers.end())
      return false;
    if (!Truth) {
      // The name was tested: nobody gets here.
      if (Facts.isNameTested(Known->second.Capsule) &&
          Known->second.Name.isUnused())
        Facts.Reachable = false;
      Facts.Pointers.erase(Known);
      return true;
    }
    if (Facts.Left == Known->second.Taken)
      Facts.Left = nullptr;
    Known->second.MaybeNull = false;
    return true;
  }

  struct {
    const FunctionDecl *In = nullptr;
    bool Recording = false;
  } Current;
  const bool IsDestructor;
  GraphCache &Graphs;
};

} // namespace

namespace {

std::vector<CapsuleFinding> follow(const FunctionDecl *Root, bool IsDestructor,
                                   GraphCache &Graphs, CapsuleFindings &All) {
  Budget Limits;
  CapsuleDomain Domain(IsDestructor, Graphs);
  Engine<CapsuleDomain> Ways(Domain, Graphs, Limits);
  model::CallFrame Frame;
  Frame.Function = Root;
  CapsuleState Nothing;
  Nothing.Reachable = false;
  CapsuleState End = Ways.run(Frame, CapsuleState(), true).joined(Nothing);
  // The call that puts the exception back may not have parsed: it is newer than
  // the headers at hand.
  bool Parsed =
      !Root->getASTContext().getDiagnostics().hasUncompilableErrorOccurred();
  if (IsDestructor && Parsed && End.Reachable && !End.ErrorScoped) {
    if (End.Fetched)
      Domain.report(CapsuleFault::ErrorNotRestored, End.Fetched, nullptr);
    else if (End.Left && Domain.Findings.empty())
      Domain.report(CapsuleFault::ErrorLeft, End.Left, nullptr);
  }
  if (Limits.Spent)
    All.NotAnalysed.push_back(Root);
  return std::move(Domain.Findings);
}

void addOnce(std::vector<CapsuleFinding> &To,
             const std::vector<CapsuleFinding> &New) {
  for (const CapsuleFinding &Each : New)
    if (llvm::none_of(To, [&](const CapsuleFinding &Known) {
          return Known.Fault == Each.Fault && Known.At == Each.At;
        }))
      To.push_back(Each);
}

} // namespace

CapsuleFindings followCapsules(const model::Producers &Made,
                               GraphCache &Graphs) {
  CapsuleFindings All;
  llvm::DenseSet<const FunctionDecl *> Seen;
  for (const model::CapsuleDestructor &Each : Made.destructors())
    if (Each.Function->hasBody() && Seen.insert(Each.Function).second &&
        Each.Event.CalledWith == model::CleanUp::Capsule)
      addOnce(All.InDestructors, follow(Each.Function, true, Graphs, All));

  llvm::DenseSet<const FunctionDecl *> Takes;
  for (const model::CapsuleSite &Site : Made.capsules())
    if (Site.Event.Action == CapsuleAction::TakePointer)
      Takes.insert(Site.In);
  for (const FunctionDecl *Each : Made.callersOf(Takes))
    if (!Made.isCapsuleDestructor(Each) && Made.isReachableFromOutside(Each))
      addOnce(All.Elsewhere, follow(Each, false, Graphs, All));
  return All;
}

} // namespace dlpack_tidy::flow
