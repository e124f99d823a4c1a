//===--- GilFlow.cpp - Python touched without the interpreter's lock ------===//

#include "flow/GilFlow.h"

#include "model/Callable.h"
#include "model/PythonApi.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using dlpack_tidy::model::GilScope;
using dlpack_tidy::model::PythonCall;

namespace dlpack_tidy::flow {
namespace {

struct GilState {
  bool Reachable = true;
  unsigned Held = 0;  ///< at least: how often this thread took the lock
  bool Alive = false; ///< must: the interpreter was seen running

  bool join(const GilState &Other) {
    if (!Other.Reachable)
      return false;
    GilState Before = *this;
    if (!Reachable)
      *this = Other;
    Held = std::min(Held, Other.Held);
    Alive &= Other.Alive;
    return !(Before == *this);
  }
  friend bool operator==(const GilState &L, const GilState &R) {
    return L.Reachable == R.Reachable && L.Held == R.Held && L.Alive == R.Alive;
  }
};

/// Methods that destroy what the object they are called for holds.
bool destroysContent(StringRef Method) {
  return llvm::StringSwitch<bool>(Method)
      .Case("reset", true)
      .Case("clear", true)
      .Case("erase", true)
      .Case("pop_back", true)
      .Case("pop_front", true)
      .Case("pop", true)
      .Default(false);
}

class GilDomain {
public:
  using State = GilState;

  explicit GilDomain(GraphCache &Graphs) : Graphs(Graphs) {}

  Engine<GilDomain> *Ways = nullptr;
  std::vector<GilFinding> Findings;

  bool follows(const Expr *, const FunctionDecl *, const model::CallFrame &) {
    return true;
  }
  void enter(const model::CallFrame &, bool) {}
  void initialise(State &, const CXXCtorInitializer *, const model::CallFrame &,
                  bool) {}
  bool refineConstant(State &, const Expr *, Comparison, int64_t, bool,
                      const model::CallFrame &) {
    return false;
  }

  void transfer(State &Facts, const Stmt *At, const model::CallFrame &Frame,
                bool Recording) {
    if (const auto *Delete = dyn_cast<CXXDeleteExpr>(At)) {
      destroy(Facts, Delete->getDestroyedType(), Delete->getSourceRange(),
              Frame, Recording);
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(At)) {
      onGuard(Facts, Construct, Frame, Recording);
    } else if (const auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(At)) {
      if (isDiscarded(Temporary, Frame))
        destroy(Facts, Temporary->getType(), Temporary->getSourceRange(), Frame,
                Recording);
    } else if (const auto *Call = dyn_cast<CallExpr>(At)) {
      onCall(Facts, Call, Frame, Recording);
    }
  }

  void endOfScope(State &Facts, const VarDecl *Variable,
                  const model::CallFrame &Frame, bool Recording) {
    switch (model::gilScope(Variable)) {
    case GilScope::Acquire:
    case GilScope::AcquireIfAlive:
      giveBack(Facts);
      return;
    case GilScope::Release:
      Facts.Held = 1;
      return;
    case GilScope::None:
      break;
    }
    if (!isHandedOver(Variable, Frame))
      destroy(Facts, Variable->getType(), Variable->getSourceRange(), Frame,
              Recording);
  }

  bool refine(State &Facts, const Expr *Test, bool Truth,
              const model::CallFrame &) {
    if (std::optional<ConstantTest> Compared =
            constantTest(Test, Graphs.context())) {
      // `Py_IsInitialized() == 0`; a state compared with NULL.
      if (model::pythonCall(Compared->Value) != PythonCall::None) {
        bool NonZero = holds(1, Compared->Op, Compared->Constant);
        return learn(Facts, model::pythonCall(Compared->Value),
                     NonZero == Truth);
      }
    }
    if (learn(Facts, model::pythonCall(Test), Truth))
      return true;
    // `if (guard)`: a guard that says whether it could take the GIL.
    if (const auto *Asked = dyn_cast<CXXMemberCallExpr>(Test);
        Asked && isa<CXXConversionDecl>(Asked->getMethodDecl()) && Truth)
      if (const auto *Guard = dyn_cast<DeclRefExpr>(
              model::stripped(Asked->getImplicitObjectArgument())))
        if (const auto *Variable = dyn_cast<VarDecl>(Guard->getDecl());
            Variable && (isAcquiring(model::gilScope(Variable)) ||
                         model::saysGilTaken(Variable))) {
          Facts.Alive = true;
          Facts.Held = std::max(Facts.Held, 1u);
          return true;
        }
    if (!asksForLife(Test))
      return false;
    Facts.Alive = true;
    return true;
  }

private:
  static bool isAcquiring(GilScope Scope) {
    return Scope == GilScope::Acquire || Scope == GilScope::AcquireIfAlive;
  }

  static bool learn(State &Facts, PythonCall Asked, bool Truth) {
    switch (Asked) {
    case PythonCall::AskDying:
      Truth = !Truth;
      [[fallthrough]];
    case PythonCall::AskAlive:
      // Asked before, and it was alive: this way is not taken.
      if (Facts.Alive && !Truth)
        Facts.Reachable = false;
      Facts.Alive = Truth;
      return true;
    case PythonCall::AskGil:
      if (Truth) {
        Facts.Alive = true;
        Facts.Held = std::max(Facts.Held, 1u);
      }
      return true;
    default:
      return false;
    }
  }

  /// A flag or a function of the author's own that tells whether the
  /// interpreter runs; nobody can see its sense, so either outcome will do.
  static bool asksForLife(const Expr *Test) {
    bool Found = false;
    model::forEachStatement(Test, [&](const Stmt *Each) {
      const NamedDecl *Named = nullptr;
      if (const auto *Reference = dyn_cast<DeclRefExpr>(Each))
        Named = Reference->getDecl();
      else if (const auto *Member = dyn_cast<MemberExpr>(Each))
        Named = Member->getMemberDecl();
      std::string Name = model::plainName(Named).lower();
      for (StringRef Word : {"alive", "initialized", "initialised", "finaliz",
                             "shutdown", "shutting", "exiting", "interpreter"})
        Found |= StringRef(Name).contains(Word);
    });
    return Found;
  }

  void onGuard(State &Facts, const CXXConstructExpr *Construct,
               const model::CallFrame &Frame, bool Recording) {
    GilScope Scope = model::gilScope(Construct);
    // `py::gil_scoped_acquire();` is over at the semicolon.
    if (Scope == GilScope::None || isDiscarded(Construct, Frame))
      return;
    if (Scope == GilScope::AcquireIfAlive)
      Facts.Alive = true;
    if (isAcquiring(Scope))
      take(Facts, Construct->getSourceRange(), Recording);
    else
      Facts.Held = 0;
  }

  void take(State &Facts, SourceRange At, bool Recording) {
    if (!Facts.Alive && !Facts.Held)
      record(Facts, GilFault::MaybeDead, At, {}, false, Recording);
    Facts.Held = std::min(Facts.Held + 1, 8u);
  }
  static void giveBack(State &Facts) {
    if (Facts.Held)
      --Facts.Held;
  }

  void onCall(State &Facts, const CallExpr *Call, const model::CallFrame &Frame,
              bool Recording) {
    switch (model::pythonCall(Call)) {
    case PythonCall::TakeGil:
      take(Facts, Call->getSourceRange(), Recording);
      return;
    case PythonCall::DropGil:
      giveBack(Facts);
      return;
    case PythonCall::None:
      onOtherCall(Facts, Call, Frame, Recording);
      return;
    case PythonCall::AskAlive:
    case PythonCall::AskDying:
    case PythonCall::AskGil:
    case PythonCall::Harmless:
      return;
    default:
      if (!Facts.Held)
        record(Facts, GilFault::NotHeld, Call->getSourceRange(),
               model::plainName(Call->getDirectCallee()).str(), false,
               Recording);
    }
  }

  void onOtherCall(State &Facts, const CallExpr *Call,
                   const model::CallFrame &Frame, bool Recording) {
    StringRef Name = model::plainName(Call->getDirectCallee());
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call)) {
      const Expr *Object = Method->getImplicitObjectArgument();
      if (isa_and_nonnull<CXXDestructorDecl>(Method->getMethodDecl()) ||
          destroysContent(Name))
        destroy(Facts,
                Object->getType()->isPointerType()
                    ? Object->getType()->getPointeeType()
                    : Object->getType(),
                Call->getSourceRange(), Frame, Recording);
      else if (Name == "emplace" && holdsGuard(Object->getType()))
        take(Facts, Call->getSourceRange(), Recording);
    } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call)) {
      // The value that is assigned over is destroyed.
      if (Operator->getOperator() == OO_Equal)
        destroy(Facts, Operator->getArg(0)->getType(), Call->getSourceRange(),
                Frame, Recording);
    } else if (Name == "destroy_at" && Call->getNumArgs() == 1) {
      destroy(Facts, Call->getArg(0)->getType()->getPointeeType(),
              Call->getSourceRange(), Frame, Recording);
    }
  }

  /// std::optional<py::gil_scoped_acquire>
  static bool holdsGuard(QualType Type) {
    const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        Type->getAsCXXRecordDecl());
    if (!Class || Class->getTemplateArgs().size() == 0 ||
        Class->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
      return false;
    const CXXRecordDecl *Held =
        Class->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
    return StringRef(model::plainName(Held).lower()).contains("gil");
  }

  void destroy(State &Facts, QualType Type, SourceRange At,
               const model::CallFrame &Frame, bool Recording) {
    if (Type.isNull() || Type->isDependentType())
      return;
    model::Destruction Happens =
        model::destructionOf(Type.getNonReferenceType());
    for (const CXXDestructorDecl *Body : Happens.Bodies)
      follow(Facts, Body, Frame, Recording);
    if (!Happens.Drops.empty() && !Facts.Held)
      record(Facts, GilFault::NotHeld, At, Happens.Drops, true, Recording);
  }

  void follow(State &Facts, const CXXDestructorDecl *Body,
              const model::CallFrame &Frame, bool Recording) {
    if (Frame.Depth >= 4 || Frame.isRunning(Body) || !Facts.Reachable)
      return;
    model::CallFrame Inner;
    Inner.Function = Body;
    Inner.Caller = &Frame;
    Inner.Depth = Frame.Depth + 1;
    GilState Nothing;
    Nothing.Reachable = false;
    Facts = Ways->run(Inner, Facts, Recording).joined(Nothing);
  }

  /// A temporary that is a statement of its own.
  bool isDiscarded(const Expr *Value, const model::CallFrame &Frame) {
    const FunctionGraph *Graph = Graphs.graph(Frame.Function);
    if (!Graph)
      return false;
    const Stmt *Parent = Graph->parents().getParent(Value);
    while (Parent &&
           isa<FullExpr, CastExpr, ParenExpr, CXXBindTemporaryExpr>(Parent))
      Parent = Graph->parents().getParent(Parent);
    return Parent && isa<CompoundStmt>(Parent);
  }

  /// `std::move(holder)`, `holder.release()`: somebody else destroys it.
  bool isHandedOver(const VarDecl *Variable, const model::CallFrame &Frame) {
    bool Found = false;
    auto Names = [&](const Expr *Value) {
      const auto *Reference = dyn_cast<DeclRefExpr>(model::stripped(Value));
      return Reference && Reference->getDecl() == Variable;
    };
    model::forEachStatement(Frame.Function->getBody(), [&](const Stmt *Each) {
      const auto *Call = dyn_cast<CallExpr>(Each);
      StringRef Name =
          Call ? model::plainName(Call->getDirectCallee()) : StringRef();
      if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Each))
        Found |=
            Name == "release" && Names(Method->getImplicitObjectArgument());
      else if (Call && Call->getNumArgs() == 1)
        Found |= Name == "move" && Names(Call->getArg(0));
    });
    return Found;
  }

  void record(const State &Facts, GilFault Fault, SourceRange At,
              std::string Through, bool ByDestruction, bool Recording) {
    if (!Recording || At.isInvalid())
      return;
    Findings.push_back(
        {Fault, At, std::move(Through), ByDestruction, Facts.Alive});
  }

  GraphCache &Graphs;
};

} // namespace

std::optional<GilFinding> followGil(const FunctionDecl *Function,
                                    GraphCache &Graphs, Budget &Limits) {
  GilDomain Domain(Graphs);
  Engine<GilDomain> Ways(Domain, Graphs, Limits);
  Domain.Ways = &Ways;
  model::CallFrame Frame;
  Frame.Function = Function;
  Ways.run(Frame, GilState(), true);
  for (GilFault Worst : {GilFault::NotHeld, GilFault::MaybeDead})
    for (const GilFinding &Each : Domain.Findings)
      if (Each.Fault == Worst)
        return Each;
  return std::nullopt;
}

} // namespace dlpack_tidy::flow
