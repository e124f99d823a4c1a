//===--- ReleaseFlow.cpp - what a deleter does with what it frees ---------===//

#include "flow/ReleaseFlow.h"

#include "flow/FunctionGraph.h"
#include "model/Callable.h"
#include "model/DLPackTypes.h"
#include "model/Producers.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"

#include <map>

using namespace clang;
using dlpack_tidy::model::Allocator;
using dlpack_tidy::model::TensorField;

namespace dlpack_tidy::flow {
namespace {

struct ReleaseState {
  bool Reachable = true;
  /// Variables whose object was freed (may), and where.
  std::map<const VarDecl *, SourceRange> Freed;

  bool join(const ReleaseState &Other) {
    if (!Other.Reachable)
      return false;
    ReleaseState Before = *this;
    if (!Reachable)
      *this = Other;
    Freed.insert(Other.Freed.begin(), Other.Freed.end());
    return !(Before == *this);
  }
  friend bool operator==(const ReleaseState &L, const ReleaseState &R) {
    return L.Reachable == R.Reachable && L.Freed == R.Freed;
  }
};

const VarDecl *variableIn(const Expr *Value) {
  const auto *Reference =
      Value ? dyn_cast<DeclRefExpr>(model::stripped(Value)) : nullptr;
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  return Variable ? Variable->getCanonicalDecl() : nullptr;
}

class ReleaseDomain {
public:
  using State = ReleaseState;

  ReleaseDomain(const FunctionDecl *Deleter, GraphCache &Graphs, Release &Into)
      : Self(Deleter->getNumParams() == 1
                 ? Deleter->getParamDecl(0)->getCanonicalDecl()
                 : nullptr),
        Graphs(Graphs), Into(Into) {}

  bool follows(const Expr *, const FunctionDecl *, const model::CallFrame &) {
    return true;
  }
  void enter(const model::CallFrame &, bool) {}
  void initialise(State &, const CXXCtorInitializer *, const model::CallFrame &,
                  bool) {}
  bool refine(State &, const Expr *, bool, const model::CallFrame &) {
    return false;
  }
  bool refineConstant(State &, const Expr *, Comparison, int64_t, bool,
                      const model::CallFrame &) {
    return false;
  }

  void transfer(State &Facts, const Stmt *Statement,
                const model::CallFrame &Frame, bool Recording) {
    At = {&Frame, Recording};
    Allocator With;
    if (const Expr *Freed = model::freedBy(Statement, With)) {
      free(Facts, Freed, With, Statement);
    } else if (const auto *Member = dyn_cast<MemberExpr>(Statement)) {
      if (Member->isArrow())
        use(Facts, Member->getBase(), Statement);
    } else if (const auto *Operator = dyn_cast<UnaryOperator>(Statement)) {
      if (Operator->getOpcode() == UO_Deref)
        use(Facts, Operator->getSubExpr(), Statement);
    } else if (const auto *Assignment = dyn_cast<BinaryOperator>(Statement)) {
      if (Assignment->getOpcode() == BO_Assign) {
        if (const VarDecl *Variable = variableIn(Assignment->getLHS()))
          Facts.Freed.erase(Variable);
        passOn(Assignment->getRHS());
      }
    } else if (isa<CXXThrowExpr>(Statement)) {
      if (!isCaught(Statement, Frame, Graphs))
        add(ReleaseFault::Throws, Statement, {}, {});
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(Statement)) {
      for (const Expr *Argument : Construct->arguments())
        passOn(Argument);
    } else if (const auto *Call = dyn_cast<CallExpr>(Statement)) {
      if (!model::calleeWithBody(Call))
        for (const Expr *Argument : Call->arguments())
          passOn(Argument);
    } else if (const auto *Lambda = dyn_cast<LambdaExpr>(Statement)) {
      for (const Expr *Captured : Lambda->capture_inits())
        passOn(Captured);
    }
  }

private:
  /// The variable \p Value names, in the outermost frame that passed it; null
  /// where that passes something else, of which the next call may pass another.
  const VarDecl *origin(const Expr *Value) const {
    const VarDecl *Variable = variableIn(Value);
    for (const model::CallFrame *Each = At.Frame; Each->Caller && Variable;
         Each = Each->Caller) {
      const auto *Parameter = dyn_cast<ParmVarDecl>(Variable);
      if (!Parameter)
        return Variable;
      Variable = variableIn(Each->argument(Parameter));
    }
    return Variable;
  }

  /// `self` behind names that are plain copies of it.
  const VarDecl *aliased(const VarDecl *Variable) const {
    for (unsigned Depth = 0; Variable && Depth < 4; ++Depth) {
      const FunctionGraph *Graph = Graphs.graph(At.Frame->Function);
      const Expr *Set =
          Graph ? Graph->definitions().of(Variable).single() : nullptr;
      const VarDecl *Outer = variableIn(Set);
      if (!Outer)
        return Variable;
      Variable = Outer;
    }
    return Variable;
  }

  /// `self->manager_ctx`, at once or through a variable.
  bool isContext(const Expr *Value) const {
    Value = model::stripped(Value);
    if (model::tensorField(Value) == TensorField::ManagerContext)
      return true;
    const VarDecl *Variable = variableIn(Value);
    const FunctionGraph *Graph = Graphs.graph(At.Frame->Function);
    const Expr *Set = Variable && Graph
                          ? Graph->definitions().of(Variable).single()
                          : nullptr;
    return Set && model::tensorField(model::stripped(Set)) ==
                      TensorField::ManagerContext;
  }

  void free(State &Facts, const Expr *Freed, Allocator With,
            const Stmt *Statement) {
    const VarDecl *Variable = origin(Freed);
    const VarDecl *Root = aliased(Variable);
    for (const VarDecl *Each : {Variable, Root})
      if (Each && Facts.Freed.count(Each)) {
        add(ReleaseFault::FreedTwice, Statement, Facts.Freed[Each], Each);
        return;
      }
    if (Root && Root == Self) {
      Into.Self.Freed = true;
      if (At.Recording) {
        Into.Self.With = With;
        Into.Self.At = Statement->getSourceRange();
      }
    }
    SourceRange Where = Statement->getSourceRange();
    if (Variable)
      Facts.Freed[Variable] = Where;
    if (Root)
      Facts.Freed[Root] = Where;
    // The holder goes, and the struct that is part of it.
    QualType Pointee = Freed->IgnoreParenImpCasts()->getType();
    if (const auto *Delete = dyn_cast<CXXDeleteExpr>(Statement))
      Pointee = Delete->getArgument()->getType();
    const RecordDecl *Holder =
        Pointee->isPointerType() ? Pointee->getPointeeType()->getAsRecordDecl()
                                 : nullptr;
    bool Embeds =
        Holder && (model::embeddedKind(Holder) != model::StructKind::None ||
                   (Root == Self && Self));
    if (Self && Embeds && isContext(Freed)) {
      Facts.Freed[Self] = Where;
      Into.Self.Freed = true;
    }
  }

  void use(State &Facts, const Expr *Base, const Stmt *Statement) {
    const VarDecl *Variable = origin(Base);
    auto Known = Variable ? Facts.Freed.find(Variable) : Facts.Freed.end();
    if (Known == Facts.Freed.end())
      return;
    add(ReleaseFault::UsedAfterFree, Statement, Known->second, Variable);
    Facts.Freed.erase(Known);
  }

  /// Somebody else is given the struct.
  void passOn(const Expr *Value) {
    const VarDecl *Variable = aliased(origin(Value));
    if (Self && Variable == Self)
      Into.Self.PassedOn = true;
    if (isContext(Value))
      Into.Self.PassedOn = true;
  }

  void add(ReleaseFault Fault, const Stmt *Where, SourceRange FreedAt,
           const VarDecl *Variable) {
    if (!At.Recording)
      return;
    ReleaseFinding Found;
    Found.Fault = Fault;
    Found.At = Where->getSourceRange();
    Found.FreedAt = FreedAt;
    if (Variable)
      Found.What = Variable->getNameAsString();
    for (const ReleaseFinding &Each : Into.Faults)
      if (Each.Fault == Fault && Each.At == Found.At)
        return;
    Into.Faults.push_back(std::move(Found));
  }

  struct {
    const model::CallFrame *Frame = nullptr;
    bool Recording = false;
  } At;
  const VarDecl *Self;
  GraphCache &Graphs;
  Release &Into;
};

} // namespace

Release followRelease(const FunctionDecl *Deleter, GraphCache &Graphs,
                      Budget &Limits) {
  Release Found;
  ReleaseDomain Domain(Deleter, Graphs, Found);
  Engine<ReleaseDomain> Ways(Domain, Graphs, Limits);
  model::CallFrame Frame;
  Frame.Function = Deleter;
  Ways.run(Frame, ReleaseState(), true);
  return Found;
}

} // namespace dlpack_tidy::flow
