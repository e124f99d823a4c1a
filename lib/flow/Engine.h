//===--- Engine.h - carries facts along every way through a function ------===//
//
// A worklist over clang::CFG. The domain says which facts there are, what a
// statement does to them and what a test teaches; the engine knows ways:
// branches, loops, switches, handlers, and calls into functions whose body is
// at hand, which it follows with the caller's facts and the caller's arguments.
//
//===----------------------------------------------------------------------===//
#ifndef DLPACK_TIDY_FLOW_ENGINE_H
#define DLPACK_TIDY_FLOW_ENGINE_H

#include "flow/DomainHooks.h"
#include "flow/Refinement.h"
#include "flow/Ways.h"
#include "model/CallMeaning.h"

#include "clang/Analysis/CFG.h"

#include <set>
#include <vector>

namespace dlpack_tidy::flow {

/// Limits that keep one function from eating the run; reaching one is reported.
struct Budget {
  /// Statements followed and tests looked at, each on one way.
  unsigned Steps = 1000000;
  unsigned CallDepth = 4;
  bool Spent = false;

  bool spend(unsigned Cost = 1) {
    Spent |= Steps < Cost;
    Steps -= Spent ? 0 : Cost;
    return !Spent;
  }
};

/// \p Domain provides
///   using State;                       copyable, ==, join(), Reachable
///   bool follows(const Expr *Call, const FunctionDecl *, const CallFrame &);
///       is the callee's body worth looking into
///   void transfer(State &, const Stmt *, const CallFrame &, bool Recording);
///   bool refine(State &, const Expr *Test, bool Truth, const CallFrame &);
///       Test is no `!`, `&&`, `||`, `?:` nor a call that is followed
///   bool refineConstant(State &, const Expr *Value, Comparison, int64_t,
///                       bool Truth, const CallFrame &);
///   void initialise(State &, const CXXCtorInitializer *, const CallFrame &,
///                   bool Recording);
///   void enter(const CallFrame &, bool Recording);
///       a function is about to be followed
/// and may provide
///   void endOfScope(State &, const VarDecl *, const CallFrame &, bool Rec);
///       the destructor of a local variable runs
///   void enterCall(State &, const CallFrame &);
///       a call begins: its parameters get what was passed
///   void leaveCall(State &, const Expr *Returned, const CallFrame &);
///       a call ends with this return value; null for none
///   static constexpr bool TracksFlags = true;
///       ways on which flags (flow/Flags.h) differ are kept apart
template <typename Domain>
class Engine : public Refinement<Engine<Domain>, Domain> {
  using Base = Refinement<Engine<Domain>, Domain>;
  friend Base;

public:
  using State = typename Domain::State;

  Engine(Domain &TheDomain, GraphCache &Graphs, Budget &Limits)
      : Base(TheDomain, Graphs), Limits(Limits) {}

  /// Each test counts: one that calls what tests and calls has no other end.
  bool mayGoOn() { return Limits.spend(); }

  /// How deep calls are followed.
  unsigned callDepth() const { return Limits.CallDepth; }

  /// Follows every way through \p Frame's function from \p Entry; then, if
  /// \p Recording, shows the domain every statement once more with the facts
  /// that hold there. Returns how the function comes back.
  CallOutcome<State> run(const model::CallFrame &Frame, const State &Entry,
                         bool Recording) {
    const FunctionGraph *Graph = this->Graphs.graph(Frame.Function);
    if (!Graph) {
      CallOutcome<State> Unknown;
      Unknown.Returns[std::nullopt] = Entry;
      Unknown.Unread = Entry;
      return Unknown;
    }
    this->TheDomain.enter(Frame, Recording);
    Activation Run(*Graph, Frame, DomainHooks<Domain>::TracksFlags);
    solve(Run, Entry);
    if (Recording && !Limits.Spent)
      record(Run);
    return returns(Run, Entry);
  }

private:
  using Way = std::pair<FlagValues, State>;
  using WayList = std::vector<Way>;

  struct Activation {
    Activation(const FunctionGraph &Graph, const model::CallFrame &Frame,
               bool TracksFlags)
        : Graph(Graph), Frame(Frame), In(Graph.cfg().getNumBlockIDs()) {
      if (TracksFlags)
        Watched = &Graph.flags();
    }
    const FunctionGraph &Graph;
    const model::CallFrame &Frame;
    const Flags *Watched = nullptr;
    std::vector<Ways<State>> In;
    std::map<const clang::ReturnStmt *, Ways<State>> AtReturn;
    Ways<State> AtEnd; ///< fell off the end of a void function
  };

  void solve(Activation &Run, const State &Entry) {
    // Lowest order first: a block is visited after what leads to it.
    std::set<std::pair<unsigned, const clang::CFGBlock *>> Work;
    auto Reach = [&](const clang::CFGBlock *Block, const FlagValues &Flags,
                     const State &Facts) {
      if (Block && Run.In[Block->getBlockID()].join(Flags, Facts))
        Work.insert({Run.Graph.order(Block), Block});
    };
    Reach(&Run.Graph.cfg().getEntry(), passedFlags(Run), Entry);
    while (!Work.empty() && !Limits.Spent) {
      const clang::CFGBlock *Block = Work.begin()->second;
      Work.erase(Work.begin());
      visit(Run, Block, false, Reach);
    }
  }

  void record(Activation &Run) {
    for (const clang::CFGBlock *Block : Run.Graph.blocksInOrder())
      visit(Run, Block, true,
            [](const clang::CFGBlock *, const FlagValues &, const State &) {});
  }

  /// Parameters that were passed constants, or flags of the caller.
  FlagValues passedFlags(const Activation &Run) {
    FlagValues Passed;
    if (Run.Watched)
      for (const auto &[Parameter, Given] : Run.Frame.Arguments)
        if (Given.Value && Run.Watched->contains(Parameter)) {
          std::optional<Constant> Value = this->flagValue(Given.Value);
          if (!Value)
            Value = constantOf(Given.Value, this->Graphs.context());
          if (Value)
            Passed[Parameter] = *Value;
        }
    return Passed;
  }

  template <typename ReachFn>
  void visit(Activation &Run, const clang::CFGBlock *Block, bool Recording,
             ReachFn Reach) {
    const Ways<State> &Entering = Run.In[Block->getBlockID()];
    WayList Now(Entering.begin(), Entering.end());
    // What holds when the last call throws is what held before it.
    WayList BeforeLast;
    bool MayThrow = !Block->getTerminatorStmt() && Block->succ_size() > 1 &&
                    !endsWithoutThrowing(Block);
    for (size_t I = 0; I < Block->size() && !Now.empty(); ++I) {
      if (MayThrow && I + 1 == Block->size())
        BeforeLast = Now;
      WayList Next;
      for (Way &Each : Now)
        element(Run, Each, (*Block)[I], Recording, Next);
      Now = std::move(Next);
    }
    for (const Way &Each : Now)
      leave(Run, Block, Each, Reach);
    if (MayThrow)
      for (const Way &Each : BeforeLast)
        leaveByException(Run, Block, Each, Reach);
  }

  void element(Activation &Run, Way &Each, const clang::CFGElement &Element,
               bool Recording, WayList &Next) {
    if (!Limits.spend(DomainHooks<Domain>::weight(Each.second)))
      return;
    typename Base::Entered Here(*this, Each.first);
    State &Facts = Each.second;
    if (std::optional<clang::CFGStmt> At = Element.getAs<clang::CFGStmt>()) {
      step(Run, Facts, At->getStmt(), Recording);
      if (Facts.Reachable)
        setFlags(Run, Each, At->getStmt(), Next);
      return;
    }
    if (std::optional<clang::CFGInitializer> At =
            Element.getAs<clang::CFGInitializer>())
      this->TheDomain.initialise(Facts, At->getInitializer(), Run.Frame,
                                 Recording);
    else if (std::optional<clang::CFGAutomaticObjDtor> At =
                 Element.getAs<clang::CFGAutomaticObjDtor>())
      DomainHooks<Domain>::endOfScope(this->TheDomain, Facts, At->getVarDecl(),
                                      Run.Frame, Recording);
    if (std::optional<clang::CFGImplicitDtor> At =
            Element.getAs<clang::CFGImplicitDtor>())
      if (!this->Graphs.canReturn(
              At->getDestructorDecl(this->Graphs.context())))
        return;
    if (std::optional<clang::CFGTemporaryDtor> At =
            Element.getAs<clang::CFGTemporaryDtor>())
      if (model::isFatalMessage(At->getBindTemporaryExpr()))
        return;
    Next.push_back(std::move(Each));
  }

  void step(Activation &Run, State &Facts, const clang::Stmt *At,
            bool Recording) {
    this->TheDomain.transfer(Facts, At, Run.Frame, Recording);
    if (const auto *Return = llvm::dyn_cast<clang::ReturnStmt>(At)) {
      Run.AtReturn[Return].join(*this->Scope->Values, Facts);
      return;
    }
    if (!llvm::isa<clang::CallExpr>(At) &&
        !llvm::isa<clang::CXXConstructExpr>(At))
      return;
    const auto *Call = llvm::cast<clang::Expr>(At);
    const clang::FunctionDecl *Callee = model::calleeWithBody(Call);
    if (!Callee) {
      believeName(Facts, Call, Run.Frame);
      return;
    }
    if (isFollowed(Call, Callee, Run.Frame))
      Facts = call(Call, Callee, Facts, Run.Frame, Recording)
                  .joined(this->unreachable(Facts));
    else if (!this->Graphs.canReturn(Callee))
      Facts.Reachable = false;
  }

  /// `throw_if(bad, "why")`, `die("why")`: nobody can look into it, but its
  /// name says when it comes back.
  void believeName(State &Facts, const clang::Expr *Made,
                   const model::CallFrame &Frame) {
    const auto *Call = llvm::dyn_cast<clang::CallExpr>(Made);
    llvm::StringRef Name = Call ? model::calledName(Call) : llvm::StringRef();
    if (Name.empty())
      return;
    bool Needs = model::needsFirstArgument(Name);
    if ((Needs || model::refusesFirstArgument(Name)) && Call->getNumArgs() &&
        Call->getArg(0)->getType()->isScalarType())
      this->refine(Facts, Call->getArg(0), Needs, Frame);
    else if (model::neverReturns(Name) &&
             !llvm::isa<clang::CXXMemberCallExpr>(Call))
      Facts.Reachable = false;
  }

  /// Splits the way by what \p At sets flags to.
  void setFlags(Activation &Run, Way &Each, const clang::Stmt *At,
                WayList &Next) {
    if (!Run.Watched) {
      Next.push_back(std::move(Each));
      return;
    }
    WayList Split;
    Split.push_back(std::move(Each));
    forEachFlagSet(*Run.Watched, At,
                   [&](const clang::VarDecl *Flag, const clang::Expr *Value) {
                     WayList Known;
                     for (Way &One : Split)
                       setFlag(Run, One, Flag, Value, Known);
                     Split = std::move(Known);
                   });
    for (Way &One : Split)
      Next.push_back(std::move(One));
  }

  void setFlag(Activation &Run, Way &Each, const clang::VarDecl *Flag,
               const clang::Expr *Value, WayList &Next) {
    std::map<std::optional<Constant>, State> Values;
    if (Value) {
      typename Base::Entered Here(*this, Each.first);
      this->valuesOf(Value, Flag->getType(), Each.second, Run.Frame,
                     [&](std::optional<Constant> Known, const State &Facts) {
                       auto [Slot, New] = Values.try_emplace(Known, Facts);
                       if (!New)
                         Slot->second.join(Facts);
                     });
    }
    Each.first.erase(Flag);
    bool Tells = false;
    for (const auto &[Known, Facts] : Values)
      Tells |= Values.size() == 1 || !(Facts == Values.begin()->second);
    if (!Tells) {
      Next.push_back(std::move(Each));
      return;
    }
    for (auto &[Known, Facts] : Values) {
      FlagValues Flags = Each.first;
      if (Known)
        Flags[Flag] = *Known;
      Next.emplace_back(std::move(Flags), std::move(Facts));
    }
  }

  const clang::FunctionDecl *followed(const clang::Expr *Call,
                                      const model::CallFrame &Frame) {
    const clang::FunctionDecl *Callee = model::calleeWithBody(Call);
    return Callee && isFollowed(Call, Callee, Frame) ? Callee : nullptr;
  }
  bool isFollowed(const clang::Expr *Call, const clang::FunctionDecl *Callee,
                  const model::CallFrame &Frame) {
    return Frame.Depth < Limits.CallDepth && !Frame.isRunning(Callee) &&
           this->TheDomain.follows(Call, Callee, Frame);
  }

  CallOutcome<State> call(const clang::Expr *Call,
                          const clang::FunctionDecl *Callee, const State &Facts,
                          const model::CallFrame &Frame, bool Recording) {
    model::CallFrame Inner = model::frameOfCall(Call, Callee, Frame);
    State Entry = Facts;
    DomainHooks<Domain>::enterCall(this->TheDomain, Entry, Inner);
    return run(Inner, Entry, Recording);
  }

  template <typename ReachFn>
  void leave(Activation &Run, const clang::CFGBlock *Block, const Way &Each,
             ReachFn Reach) {
    const clang::Stmt *Terminator = Block->getTerminatorStmt();
    const clang::CFGBlock *Exit = &Run.Graph.cfg().getExit();
    if (Block == Exit)
      return;
    typename Base::Entered Here(*this, Each.first);
    if (const auto *Switch =
            llvm::dyn_cast_or_null<clang::SwitchStmt>(Terminator)) {
      leaveSwitch(Run, Block, Switch, Each, Reach);
      return;
    }
    const clang::Expr *Test = branchTest(Block);
    HeldTest Made = temporaryTest(Block, Run.Graph);
    bool Branches = Terminator && Block->succ_size() == 2;
    unsigned Index = 0;
    for (const clang::CFGBlock::AdjacentBlock &Next : Block->succs()) {
      const clang::CFGBlock *To = Next.getReachableBlock();
      unsigned Position = Index++;
      // Without a terminator the second way out is an exception.
      if (!To || (!Terminator && Position > 0))
        continue;
      State Facts = Each.second;
      if (Test && Branches)
        this->refine(Facts, Test, Position == 0, Run.Frame);
      else if (Made && Branches)
        this->refine(Facts, Made.Test, (Position == 0) != Made.Negated,
                     Run.Frame);
      if (To == Exit && fallsOffTheEnd(Block))
        Run.AtEnd.join(Each.first, Facts);
      Reach(To, Each.first, Facts);
    }
  }

  template <typename ReachFn>
  void leaveByException(Activation &Run, const clang::CFGBlock *Block,
                        const Way &Each, ReachFn Reach) {
    unsigned Index = 0;
    for (const clang::CFGBlock::AdjacentBlock &Next : Block->succs()) {
      const clang::CFGBlock *To = Next.getReachableBlock();
      if (Index++ > 0 && To && To != &Run.Graph.cfg().getExit())
        Reach(To, Each.first, Each.second);
    }
  }

  template <typename ReachFn>
  void leaveSwitch(Activation &Run, const clang::CFGBlock *Block,
                   const clang::SwitchStmt *Switch, const Way &Each,
                   ReachFn Reach) {
    const clang::ASTContext &Context = Run.Graph.context();
    for (const clang::CFGBlock::AdjacentBlock &Next : Block->succs()) {
      const clang::CFGBlock *To = Next.getReachableBlock();
      if (!To)
        continue;
      State Facts = Each.second;
      if (std::optional<CaseRange> Case = caseOf(To, Context)) {
        State Any = this->unreachable(Facts);
        for (int64_t Value : Case->Values) {
          State One = Facts;
          refineSwitch(One, Switch->getCond(), Value, true, Run.Frame);
          this->joinWays(Any, One);
        }
        if (!Case->Values.empty())
          Facts = Any;
      } else {
        for (int64_t Value : casesOf(Switch, Context))
          refineSwitch(Facts, Switch->getCond(), Value, false, Run.Frame);
      }
      Reach(To, Each.first, Facts);
    }
  }

  void refineSwitch(State &Facts, const clang::Expr *Value, int64_t Case,
                    bool Truth, const model::CallFrame &Frame) {
    if (!Facts.Reachable ||
        this->refineValue(Facts, testedObject(Value), Comparison::Equal,
                          Constant::number(Case), Truth, Frame, 0))
      return;
    this->TheDomain.refineConstant(Facts, Value, Comparison::Equal, Case, Truth,
                                   Frame);
  }

  CallOutcome<State> returns(Activation &Run, const State &Entry) {
    CallOutcome<State> Out;
    auto Add = [&](std::optional<Constant> Value, const State &Facts) {
      if (!Facts.Reachable)
        return;
      auto [Slot, New] = Out.Returns.try_emplace(Value, Facts);
      if (!New)
        Slot->second.join(Facts);
    };
    auto Leave = [&](const clang::Expr *Value, const Way &Each) {
      State Facts = Each.second;
      DomainHooks<Domain>::leaveCall(this->TheDomain, Facts, Value, Run.Frame);
      if (!Out.Unread)
        Out.Unread = Facts;
      else
        Out.Unread->join(Facts);
      typename Base::Entered Here(*this, Each.first);
      if (!Value)
        Add(std::nullopt, Facts);
      else
        this->valuesOf(Value, Run.Frame.Function->getReturnType(), Facts,
                       Run.Frame, Add);
    };
    for (const auto &[Return, At] : Run.AtReturn)
      for (const Way &Each : At)
        Leave(Return->getRetValue(), Each);
    for (const Way &Each : Run.AtEnd)
      Leave(nullptr, Each);
    return Out;
  }

  Budget &Limits;
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_ENGINE_H
