//===--- ExportFlow.cpp - the exports of a translation unit ---------------===//

#include "flow/ExportFlow.h"

#include "flow/EntryPoints.h"
#include "flow/ExportDomain.h"
#include "model/Handlers.h"

#include "llvm/ADT/DenseSet.h"

using namespace clang;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::flow {
namespace {

/// The device types a dl_device argument can name. Handing on somebody's
/// request, or the array's own device, asks for nothing new.
std::optional<rules::DeviceSet> requestedTypes(const Exchange &What,
                                               const ExportState &Facts) {
  PyRef Device = valueOf(What.DlDevice);
  if (!Device || Device->Kind != PyKind::Tuple || Device->Elements.empty())
    return std::nullopt;
  PyRef Type = Device->Elements.front();
  if (query(Type))
    return std::nullopt;
  if (std::optional<std::vector<int64_t>> Values = integerValues(Type)) {
    rules::DeviceSet Requested;
    for (int64_t Each : *Values)
      Requested.insert(int(Each));
    return Requested;
  }
  return Facts.get(subjectKey(Type)).Devices;
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

/// The statement around \p Call that stands in a block of its own right.
const Stmt *statementOf(const Expr *Call, const ParentMap &Parents) {
  const Stmt *Child = Call;
  for (const Stmt *Parent = Parents.getParent(Child); Parent;
       Child = Parent, Parent = Parents.getParent(Child)) {
    if (isa<CompoundStmt>(Parent))
      return Child;
    if (isa<LambdaExpr>(Parent) || isa<SwitchCase>(Parent))
      return nullptr;
  }
  return nullptr;
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
  if (const Stmt *Statement = statementOf(Call, Graph->parents()))
    Site.Statement = spanOf(Statement->getSourceRange());
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
