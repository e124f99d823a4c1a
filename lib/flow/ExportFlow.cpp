//===--- ExportFlow.cpp - the exports of a translation unit ---------------===//

#include "flow/ExportFlow.h"

#include "flow/EntryPoints.h"
#include "flow/ExportDomain.h"
#include "model/Handlers.h"
#include "model/Walk.h"

#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/DenseSet.h"

using namespace clang;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::flow {
namespace {

std::optional<rules::DeviceSet> typesNamed(PyRef Type,
                                           const ExportState &Facts) {
  if (query(Type))
    return std::nullopt;
  PyRef Known = valueOf(Type);
  if (Known->Kind == PyKind::Integer)
    return rules::DeviceSet::of({int(Known->Number)});
  if (Known->Kind != PyKind::Choice)
    return Facts.get(subjectKey(Type)).Devices;
  std::optional<rules::DeviceSet> Joined;
  for (PyRef Each : Known->Elements)
    if (std::optional<rules::DeviceSet> One = typesNamed(Each, Facts))
      Joined = Joined ? *Joined | *One : *One;
  return Joined;
}

/// The device types a dl_device argument can name. Handing on somebody's
/// request, or the array's own device, asks for nothing new.
std::optional<rules::DeviceSet> requestedTypes(const Exchange &What,
                                               const ExportState &Facts) {
  PyRef Device = valueOf(What.DlDevice);
  if (!Device || Device->Kind != PyKind::Tuple || Device->Elements.empty())
    return std::nullopt;
  return typesNamed(Device->Elements.front(), Facts);
}

std::vector<Handler> handlersOf(const Expr *Call, const CallFrame &Frame,
                                GraphCache &Graphs) {
  std::vector<Handler> Found;
  for (const CallFrame *Each = &Frame; Each; Each = Each->Caller) {
    if (const FunctionGraph *Graph = Graphs.graph(Each->Function))
      for (Handler &One :
           handlersAround(Call, Graph->parents(), Each->Function))
        Found.push_back(std::move(One));
    Call = Each->CallSite;
  }
  return Found;
}

/// The statement around a call before which another can be put.
struct Placement {
  const Stmt *Statement = nullptr;
  bool NeedsBraces = false; ///< it is the body of an `if` or a loop
};

Placement bodyOf(const Stmt *Loop, const Stmt *Child) {
  const Stmt *Body = nullptr;
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    Body = For->getBody();
  else if (const auto *While = dyn_cast<WhileStmt>(Loop))
    Body = While->getBody();
  else if (const auto *Range = dyn_cast<CXXForRangeStmt>(Loop))
    Body = Range->getBody();
  return Body == Child ? Placement{Child, true} : Placement();
}

/// Nothing where what is put before it would also run on other ways: around an
/// operand of `?:`, `&&` and `||`, and a loop's condition.
Placement placementOf(const Expr *Call, const ParentMap &Parents) {
  const Stmt *Child = Call;
  for (const Stmt *Parent = Parents.getParent(Child); Parent;
       Child = Parent, Parent = Parents.getParent(Child)) {
    if (isa<CompoundStmt>(Parent))
      return {Child, false};
    if (const auto *If = dyn_cast<IfStmt>(Parent)) {
      if (Child == If->getThen() || Child == If->getElse())
        return isa<IfStmt>(Child) ? Placement() : Placement{Child, true};
      continue; // the condition: before the `if`
    }
    if (isa<SwitchStmt>(Parent))
      continue;
    if (isa<ForStmt>(Parent) || isa<WhileStmt>(Parent) || isa<DoStmt>(Parent) ||
        isa<CXXForRangeStmt>(Parent))
      return isa<Expr>(Child) || isa<ReturnStmt>(Child) ? bodyOf(Parent, Child)
                                                        : Placement();
    if (const auto *Choice = dyn_cast<ConditionalOperator>(Parent);
        Choice && Child != Choice->getCond())
      return {};
    if (const auto *Logic = dyn_cast<BinaryOperator>(Parent);
        Logic && Logic->isLogicalOp() && Child == Logic->getRHS())
      return {};
    if (isa<LambdaExpr>(Parent) || isa<SwitchCase>(Parent) ||
        isa<LabelStmt>(Parent))
      return {};
  }
  return {};
}

/// What an export in a handler has to do with the one that failed before it.
struct Retry {
  /// What is wrong with both is said of the first: some refusal passes its
  /// handler by, another does not. After a device query it is the query's
  /// refusal that does; a clause for TypeError only is about the arguments.
  bool Blamed = false;
  bool AfterPlain = false; ///< the first passed no `max_version`
};

Retry retryOf(const Exchange &What, const Expr *Call, const ParentMap &Parents,
              PyLowering &Lowering, const CallFrame &Frame) {
  std::string Key = subjectKey(What.Subject);
  const Stmt *Child = Call;
  while (Child && !isa<CXXCatchStmt>(Child))
    Child = Parents.getParent(Child);
  const auto *Try =
      Child ? dyn_cast_or_null<CXXTryStmt>(Parents.getParent(Child)) : nullptr;
  if (!Try || Key.empty())
    return {};
  constexpr rules::ExceptionSet Refusals = rules::ExceptionSet::of(
      {rules::PyException::BufferError, rules::PyException::RuntimeError});
  Retry Found;
  bool Asked = false;
  forEachStatement(Try->getTryBlock(), [&](const Stmt *Part) {
    const auto *Earlier = dyn_cast<CallExpr>(Part);
    std::optional<Exchange> Other =
        Earlier ? classify(Lowering.lower(Earlier, Frame)) : std::nullopt;
    if (!Other || subjectKey(Other->Subject) != Key)
      return;
    Asked |= Other->Role == ExchangeRole::DeviceQuery;
    if (!Other->isExport())
      return;
    Found.AfterPlain |=
        Other->Role == ExchangeRole::Export && !Other->MaxVersion;
    for (const Handler &Each : handlersAround(Earlier, Parents, Frame.Function))
      if (rules::ExceptionSet Missed = rules::uncaught(Refusals, Each.Receives);
          Each.Range == spanOf(Child->getSourceRange()))
        Found.Blamed |= Missed != Refusals && !Missed.empty();
  });
  Found.Blamed &= !Asked;
  return Found;
}

std::string failureValue(const FunctionDecl *Function) {
  QualType Returned = Function->getReturnType();
  if (Returned->isPointerType())
    return "NULL";
  return Returned->isSignedIntegerType() ? "-1" : "";
}

} // namespace

void ExportFlow::record(const Exchange &What, const ExportFacts &Facts,
                        const ExportState &State, const CallFrame &Frame,
                        GraphCache &Graphs) {
  const auto *Call = static_cast<const CallExpr *>(What.Call->Node);
  auto [Slot, New] = Index.try_emplace(Call, Sites.size());
  if (New)
    Sites.push_back(describe(What, Frame, Graphs));
  ExportSite &Site = Sites[Slot->second];

  std::vector<const Expr *> Chain{Call};
  for (const CallFrame *Each = &Frame; Each; Each = Each->Caller)
    Chain.push_back(Each->CallSite);
  std::optional<rules::DeviceSet> Requested = requestedTypes(What, State);
  auto [Arrival, First] =
      Chains.try_emplace(std::move(Chain), Site.Arrivals.size());
  if (First) {
    ExportArrival Here{Facts, handlersOf(Call, Frame, Graphs), Requested};
    Here.Handlers.insert(Here.Handlers.end(), Site.Handlers.begin(),
                         Site.Handlers.end());
    Site.Arrivals.push_back(std::move(Here));
    return;
  }
  ExportArrival &Known = Site.Arrivals[Arrival->second];
  Known.Facts.join(Facts);
  if (Known.Requested && Requested)
    Known.Requested = *Known.Requested | *Requested;
}

/// What is the same for every chain of callers.
ExportSite ExportFlow::describe(const Exchange &What, const CallFrame &Frame,
                                GraphCache &Graphs) {
  const auto *Call = static_cast<const CallExpr *>(What.Call->Node);
  ExportSite Site;
  Site.What = What;
  const FunctionGraph *Graph = Graphs.graph(Frame.Function);
  if (!Graph)
    return Site;
  // A fix edits the text here, not what some caller passed.
  CallFrame Here;
  Here.Function = Frame.Function;
  if (std::optional<Exchange> Spelled = classify(Lowering->lower(Call, Here)))
    if (Spelled->Role == What.Role) {
      PyRef Copy = What.Copy;
      Site.What = *Spelled;
      Site.What.Copy = Copy;
    }
  if (const auto *Subject = static_cast<const Expr *>(Site.What.Subject->Node))
    Site.SubjectIsWrapped = Subject->getType()->isRecordType();
  Placement At = placementOf(Call, Graph->parents());
  if (At.Statement)
    Site.Statement = spanOf(At.Statement->getSourceRange());
  Site.NeedsBraces = At.NeedsBraces;
  Retry Second = retryOf(What, Call, Graph->parents(), *Lowering, Frame);
  Site.IsRetry = Second.Blamed;
  Site.AfterPlain = Second.AfterPlain;
  if (What.Call->Style != BindingStyle::CPython)
    return Site;
  Site.FailureValue = failureValue(Frame.Function);
  NullResult Result = nullResultOf(Call, Graph->parents(), Frame.Function);
  Site.NullTested = Result.Tested;
  if (Result.Holder)
    Site.ResultVariable = Result.Holder->getNameAsString();
  if (Result.UncheckedUse)
    Site.UncheckedUse = spanOf(Result.UncheckedUse->getSourceRange());
  Site.Handlers = Result.Handlers;
  return Site;
}

ExportFlow::ExportFlow(ASTContext &Context, GraphCache &Graphs,
                       llvm::ArrayRef<const FunctionDecl *> Functions,
                       std::vector<std::string> GuardFunctions)
    : Lowering(std::make_unique<PyLowering>(
          Context,
          [&Graphs](const FunctionDecl *Function) -> const Definitions * {
            const FunctionGraph *Graph = Graphs.graph(Function);
            return Graph ? &Graph->definitions() : nullptr;
          })) {
  llvm::DenseSet<const FunctionDecl *> Entered;
  llvm::DenseSet<const void *> Seen;
  ExportDomain Domain(
      *Lowering, Graphs, GuardFunctions,
      {[&](const Exchange &What, const ExportFacts &Facts,
           const ExportState &State, const CallFrame &Frame) {
         record(What, Facts, State, Frame, Graphs);
       },
       [&](const Exchange &What) {
         if (Seen.insert(What.Call->Node).second)
           Others.push_back(What);
       },
       [&](const FunctionDecl *Function) { Entered.insert(Function); }});
  std::vector<const FunctionDecl *> Relevant;
  for (const FunctionDecl *Each : Functions)
    if (!Each->isDependentContext() && Domain.isRelevant(Each))
      Relevant.push_back(Each);
  if (Relevant.empty())
    return;
  EntryPoints Entries = entryPoints(Relevant, Context.getTranslationUnitDecl());
  auto Follow = [&](const FunctionDecl *Function) {
    CallFrame Frame;
    Frame.Function = Function;
    Budget Limits;
    Engine<ExportDomain> Ways(Domain, Graphs, Limits);
    Domain.Refine = [&](ExportState &Facts, const Expr *Test, bool Truth,
                        const CallFrame &In) {
      Ways.refine(Facts, Test, Truth, In);
    };
    Ways.run(Frame, ExportState(), true);
    if (Limits.Spent)
      Failures.push_back({Function, "too many ways through the function"});
  };
  for (const FunctionDecl *Each : Entries.Open)
    Follow(Each);
  // Callers come first: a helper of a helper is reached from the outside in.
  for (const FunctionDecl *Each : llvm::reverse(Entries.OnlyCalled))
    if (!Entered.count(Each))
      Follow(Each);
  finish();
}

void ExportFlow::finish() {
  for (ExportSite &Each : Sites)
    if (!Each.Arrivals.empty())
      static_cast<ExportArrival &>(Each) = Each.Arrivals.front();
  llvm::sort(Sites, [](const ExportSite &L, const ExportSite &R) {
    return L.What.Call->Range.Begin < R.What.Call->Range.Begin;
  });
}

ExportFlow::~ExportFlow() = default;

} // namespace dlpack_tidy::flow
