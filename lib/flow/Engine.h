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

#include "flow/Branches.h"
#include "flow/FunctionGraph.h"
#include "model/CallFrame.h"

#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"

#include <map>
#include <optional>
#include <set>

namespace dlpack_tidy::flow {

/// Limits that keep one function from eating the run; reaching one is reported.
struct Budget {
  unsigned BlockVisits = 20000;
  unsigned CallDepth = 4;
  bool Spent = false;

  bool spend() {
    if (BlockVisits == 0) {
      Spent = true;
      return false;
    }
    --BlockVisits;
    return true;
  }
};

/// How a call came back: the facts for each constant it can return, and those
/// for values that are not constant.
template <typename State> struct CallOutcome {
  std::map<std::optional<int64_t>, State> Returns;

  State joined(const State &Unreachable) const {
    State All = Unreachable;
    for (const auto &Each : Returns)
      All.join(Each.second);
    return All;
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
template <typename Domain> class Engine {
public:
  using State = typename Domain::State;

  Engine(Domain &TheDomain, GraphCache &Graphs, Budget &Limits)
      : TheDomain(TheDomain), Graphs(Graphs), Limits(Limits) {}

  /// How deep calls are followed.
  unsigned callDepth() const { return Limits.CallDepth; }

  /// Follows every way through \p Frame's function from \p Entry; then, if
  /// \p Recording, shows the domain every statement once more with the facts
  /// that hold there. Returns how the function comes back.
  CallOutcome<State> run(const model::CallFrame &Frame, const State &Entry,
                         bool Recording) {
    const FunctionGraph *Graph = Graphs.graph(Frame.Function);
    if (!Graph)
      return unknownOutcome(Entry);
    TheDomain.enter(Frame, Recording);
    Activation Ways(*Graph, Frame, unreachable(Entry));
    solve(Ways, Entry);
    if (Recording && !Limits.Spent)
      record(Ways);
    return returns(Ways);
  }

private:
  struct Activation {
    Activation(const FunctionGraph &Graph, const model::CallFrame &Frame,
               State Nothing)
        : Graph(Graph), Frame(Frame), Nothing(std::move(Nothing)),
          In(Graph.cfg().getNumBlockIDs(), this->Nothing) {}
    const FunctionGraph &Graph;
    const model::CallFrame &Frame;
    const State Nothing;
    std::vector<State> In;
    std::map<const clang::ReturnStmt *, State> AtReturn;
    State AtEnd = Nothing; ///< fell off the end of a void function
  };

  static State unreachable(const State &Like) {
    State Nothing = Like;
    Nothing.Reachable = false;
    return Nothing;
  }
  static CallOutcome<State> unknownOutcome(const State &Entry) {
    CallOutcome<State> Unknown;
    Unknown.Returns[std::nullopt] = Entry;
    return Unknown;
  }

  void solve(Activation &Ways, const State &Entry) {
    // Lowest order first: a block is visited after what leads to it.
    std::set<std::pair<unsigned, const clang::CFGBlock *>> Work;
    auto Reach = [&](const clang::CFGBlock *Block, const State &Facts) {
      if (Block && Facts.Reachable && Ways.In[Block->getBlockID()].join(Facts))
        Work.insert({Ways.Graph.order(Block), Block});
    };
    Reach(&Ways.Graph.cfg().getEntry(), Entry);
    while (!Work.empty() && Limits.spend()) {
      const clang::CFGBlock *Block = Work.begin()->second;
      Work.erase(Work.begin());
      visit(Ways, Block, false, Reach);
    }
  }

  void record(Activation &Ways) {
    for (const clang::CFGBlock *Block : Ways.Graph.blocksInOrder())
      if (Ways.In[Block->getBlockID()].Reachable)
        visit(Ways, Block, true, [](const clang::CFGBlock *, const State &) {});
  }

  template <typename ReachFn>
  void visit(Activation &Ways, const clang::CFGBlock *Block, bool Recording,
             ReachFn Reach) {
    State Facts = Ways.In[Block->getBlockID()];
    // What holds when an element throws is what held before it.
    State BeforeLast = Facts;
    for (const clang::CFGElement &Element : *Block) {
      if (!Facts.Reachable)
        break;
      BeforeLast = Facts;
      if (std::optional<clang::CFGStmt> At = Element.getAs<clang::CFGStmt>())
        step(Ways, Facts, At->getStmt(), Recording);
      else if (std::optional<clang::CFGInitializer> At =
                   Element.getAs<clang::CFGInitializer>())
        TheDomain.initialise(Facts, At->getInitializer(), Ways.Frame,
                             Recording);
      else if (std::optional<clang::CFGAutomaticObjDtor> At =
                   Element.getAs<clang::CFGAutomaticObjDtor>())
        endScope(TheDomain, Facts, At->getVarDecl(), Ways.Frame, Recording, 0);
    }
    leave(Ways, Block, Facts, BeforeLast, Reach);
  }

  template <typename D>
  static auto endScope(D &To, State &Facts, const clang::VarDecl *Variable,
                       const model::CallFrame &Frame, bool Recording, int)
      -> decltype(To.endOfScope(Facts, Variable, Frame, Recording)) {
    To.endOfScope(Facts, Variable, Frame, Recording);
  }
  template <typename D>
  static void endScope(D &, State &, const clang::VarDecl *,
                       const model::CallFrame &, bool, long) {}

  void step(Activation &Ways, State &Facts, const clang::Stmt *At,
            bool Recording) {
    if (const auto *Call = llvm::dyn_cast<clang::Expr>(At))
      if (const clang::FunctionDecl *Callee = followed(Call, Ways.Frame)) {
        TheDomain.transfer(Facts, At, Ways.Frame, Recording);
        CallOutcome<State> Out =
            call(Call, Callee, Facts, Ways.Frame, Recording);
        Facts = Out.joined(Ways.Nothing);
        return;
      }
    TheDomain.transfer(Facts, At, Ways.Frame, Recording);
    if (const auto *Return = llvm::dyn_cast<clang::ReturnStmt>(At)) {
      auto [Slot, New] = Ways.AtReturn.try_emplace(Return, Facts);
      if (!New)
        Slot->second.join(Facts);
    }
  }

  const clang::FunctionDecl *followed(const clang::Expr *Call,
                                      const model::CallFrame &Frame) {
    if (Frame.Depth >= Limits.CallDepth)
      return nullptr;
    const clang::FunctionDecl *Callee = model::calleeWithBody(Call);
    if (!Callee || Frame.isRunning(Callee) ||
        !TheDomain.follows(Call, Callee, Frame))
      return nullptr;
    return Callee;
  }

  CallOutcome<State> call(const clang::Expr *Call,
                          const clang::FunctionDecl *Callee, const State &Facts,
                          const model::CallFrame &Frame, bool Recording) {
    model::CallFrame Inner = model::frameOfCall(Call, Callee, Frame);
    return run(Inner, Facts, Recording);
  }

  template <typename ReachFn>
  void leave(Activation &Ways, const clang::CFGBlock *Block, const State &Facts,
             const State &BeforeLast, ReachFn Reach) {
    const clang::Stmt *Terminator = Block->getTerminatorStmt();
    const clang::CFGBlock *Exit = &Ways.Graph.cfg().getExit();
    if (Block == Exit)
      return;
    if (const auto *Switch =
            llvm::dyn_cast_or_null<clang::SwitchStmt>(Terminator)) {
      leaveSwitch(Ways, Block, Switch, Facts, Reach);
      return;
    }
    const clang::Expr *Test = branchTest(Block);
    unsigned Index = 0;
    for (const clang::CFGBlock::AdjacentBlock &Next : Block->succs()) {
      const clang::CFGBlock *To = Next.getReachableBlock();
      unsigned Position = Index++;
      if (!To)
        continue;
      // The second way out of a block that ends in a call is its exception.
      if (!Terminator && Position > 0) {
        if (To != Exit)
          Reach(To, BeforeLast);
        continue;
      }
      State Way = Facts;
      if (Test && Block->succ_size() == 2)
        refine(Way, Test, Position == 0, Ways.Frame);
      if (To == Exit && fallsOffTheEnd(Block))
        Ways.AtEnd.join(Way);
      Reach(To, Way);
    }
  }

  /// A call that is followed, or the variable that always holds its result.
  struct HeldCall {
    const clang::Expr *Call;
    const clang::FunctionDecl *Callee;
    const model::CallFrame *Frame;
  };

  template <typename ReachFn>
  void leaveSwitch(Activation &Ways, const clang::CFGBlock *Block,
                   const clang::SwitchStmt *Switch, const State &Facts,
                   ReachFn Reach) {
    const clang::Expr *Value = Switch->getCond();
    if (std::optional<HeldCall> Held = heldCall(Value, Ways.Frame)) {
      CallOutcome<State> Out =
          call(Held->Call, Held->Callee, Facts, *Held->Frame, false);
      // A callee that returns what it was told leaves the cases to the domain.
      if (!Out.Returns.count(std::nullopt)) {
        leaveSwitchOnCall(Ways, Block, Switch, Out, Reach);
        return;
      }
    }
    for (const clang::CFGBlock::AdjacentBlock &Next : Block->succs()) {
      const clang::CFGBlock *To = Next.getReachableBlock();
      if (!To)
        continue;
      State Way = Facts;
      if (std::optional<CaseRange> Case = caseOf(To, Ways.Graph.context())) {
        State Any = Ways.Nothing;
        for (int64_t Each : Case->Values) {
          State One = Facts;
          TheDomain.refineConstant(One, Value, Comparison::Equal, Each, true,
                                   Ways.Frame);
          Any.join(One);
        }
        if (!Case->Values.empty())
          Way = Any;
      } else {
        for (int64_t Each : casesOf(Switch, Ways.Graph.context()))
          TheDomain.refineConstant(Way, Value, Comparison::Equal, Each, false,
                                   Ways.Frame);
      }
      Reach(To, Way);
    }
  }

  /// `switch (kind(x))`: the section of a constant goes on with the ways on
  /// which the call returned it.
  template <typename ReachFn>
  void leaveSwitchOnCall(Activation &Ways, const clang::CFGBlock *Block,
                         const clang::SwitchStmt *Switch,
                         const CallOutcome<State> &Out, ReachFn Reach) {
    std::vector<int64_t> Cases = casesOf(Switch, Ways.Graph.context());
    for (const clang::CFGBlock::AdjacentBlock &Next : Block->succs()) {
      const clang::CFGBlock *To = Next.getReachableBlock();
      if (!To)
        continue;
      std::optional<CaseRange> Case = caseOf(To, Ways.Graph.context());
      State Way = Ways.Nothing;
      for (const auto &[Value, Each] : Out.Returns) {
        bool Here = Case ? llvm::is_contained(Case->Values, *Value)
                         : !llvm::is_contained(Cases, *Value);
        if (Here)
          Way.join(Each);
      }
      Reach(To, Way);
    }
  }

  std::optional<HeldCall> heldCall(const clang::Expr *Value,
                                   const model::CallFrame &Frame) {
    const clang::Expr *Plain = Value->IgnoreParenImpCasts();
    if (const clang::FunctionDecl *Callee = followed(Plain, Frame))
      return HeldCall{Plain, Callee, &Frame};
    HeldTest Held = heldTest(Plain, Graphs, Frame);
    if (!Held)
      return std::nullopt;
    bool Unused = true;
    Plain = stripTest(Held.Test, Unused);
    if (const clang::FunctionDecl *Callee = followed(Plain, *Held.Frame))
      return HeldCall{Plain, Callee, Held.Frame};
    return std::nullopt;
  }

public:
  /// Learns from \p Test being \p Truth: takes `!`, `&&`, `||`, `?:`, variables
  /// that hold a test and followed calls apart, and asks the domain the rest.
  void refine(State &Facts, const clang::Expr *Test, bool Truth,
              const model::CallFrame &Frame, unsigned Depth = 0) {
    if (!Facts.Reachable || Depth > 16)
      return;
    const clang::Expr *Inner = stripTest(Test, Truth);
    if (const auto *Logic = llvm::dyn_cast<clang::BinaryOperator>(Inner))
      if (Logic->isLogicalOp()) {
        refineLogic(Facts, Logic, Truth, Frame, Depth);
        return;
      }
    if (const auto *Choice =
            llvm::dyn_cast<clang::ConditionalOperator>(Inner)) {
      State Otherwise = Facts;
      refine(Facts, Choice->getCond(), true, Frame, Depth + 1);
      refine(Facts, Choice->getTrueExpr(), Truth, Frame, Depth + 1);
      refine(Otherwise, Choice->getCond(), false, Frame, Depth + 1);
      refine(Otherwise, Choice->getFalseExpr(), Truth, Frame, Depth + 1);
      joinWays(Facts, Otherwise);
      return;
    }
    if (std::optional<bool> Known = constantTruth(Inner)) {
      if (*Known != Truth)
        Facts.Reachable = false;
      return;
    }
    if (const clang::FunctionDecl *Callee = followed(Inner, Frame)) {
      refineCall(Facts, Inner, Callee, Comparison::NotEqual, 0, Truth, Frame);
      return;
    }
    if (std::optional<ConstantTest> Compared =
            constantTest(Inner, Graphs.context()))
      if (std::optional<HeldCall> Held = heldCall(Compared->Value, Frame)) {
        // A callee that returns what it was told, not a constant, leaves the
        // comparison to the domain.
        if (refineCall(Facts, Held->Call, Held->Callee, Compared->Op,
                       Compared->Constant, Truth, *Held->Frame))
          return;
      }
    if (TheDomain.refine(Facts, Inner, Truth, Frame))
      return;
    if (HeldTest Held = heldTest(Inner, Graphs, Frame))
      refine(Facts, Held.Test, Held.Negated != Truth, *Held.Frame, Depth + 1);
  }

private:
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

  /// A followed call compared with a constant: keeps the ways on which the
  /// callee returned a value for which the comparison has this truth.
  /// Returns false where some returned value is no constant.
  bool refineCall(State &Facts, const clang::Expr *Call,
                  const clang::FunctionDecl *Callee, Comparison Op,
                  int64_t Constant, bool Truth, const model::CallFrame &Frame) {
    CallOutcome<State> Out = call(Call, Callee, Facts, Frame, false);
    State Kept = unreachable(Facts);
    for (const auto &[Value, Way] : Out.Returns)
      if (!Value || holds(*Value, Op, Constant) == Truth)
        Kept.join(Way);
    Facts = Kept;
    return !Out.Returns.count(std::nullopt);
  }

  static void joinWays(State &Into, const State &Other) {
    if (!Into.Reachable)
      Into = Other;
    else
      Into.join(Other);
  }

  CallOutcome<State> returns(Activation &Ways) {
    CallOutcome<State> Out;
    auto Add = [&](std::optional<int64_t> Value, const State &Facts) {
      if (!Facts.Reachable)
        return;
      auto [Slot, New] = Out.Returns.try_emplace(Value, Facts);
      if (!New)
        Slot->second.join(Facts);
    };
    for (const auto &[Return, Facts] : Ways.AtReturn)
      addReturn(Return->getRetValue(), Facts, Ways.Frame, Add);
    Add(std::nullopt, Ways.AtEnd);
    return Out;
  }

  template <typename AddFn>
  void addReturn(const clang::Expr *Value, const State &Facts,
                 const model::CallFrame &Frame, AddFn Add) {
    if (!Value) {
      Add(std::nullopt, Facts);
      return;
    }
    if (std::optional<int64_t> Constant =
            returnedConstant(Value, Graphs.context())) {
      Add(Constant, Facts);
      return;
    }
    if (!isTest(Value)) {
      addTestOfCall(Value, Facts, Frame, Add);
      return;
    }
    for (bool Truth : {true, false}) {
      State Way = Facts;
      refine(Way, Value, Truth, Frame);
      Add(Truth, Way);
    }
  }

  /// `return PyCapsule_IsValid(c, name);` in a function that returns int: zero
  /// is one outcome, all else is another whose value nobody knows.
  template <typename AddFn>
  void addTestOfCall(const clang::Expr *Value, const State &Facts,
                     const model::CallFrame &Frame, AddFn Add) {
    const clang::Expr *Inner = Value->IgnoreParenImpCasts();
    State Zero = Facts, Other = Facts;
    if (llvm::isa<clang::CallExpr>(Inner) &&
        Inner->getType()->isIntegerType() &&
        TheDomain.refine(Other, Inner, true, Frame)) {
      TheDomain.refine(Zero, Inner, false, Frame);
      Add(0, Zero);
    }
    Add(std::nullopt, Other);
  }

  Domain &TheDomain;
  GraphCache &Graphs;
  Budget &Limits;
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_ENGINE_H
