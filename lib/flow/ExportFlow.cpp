//===--- ExportFlow.cpp - the exports of a translation unit ---------------===//

#include "flow/ExportFlow.h"

#include "flow/EntryPoints.h"
#include "flow/ExportTests.h"
#include "model/Handlers.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/DenseSet.h"

#include <algorithm>

using namespace clang;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::flow {
namespace {

/// The words without which a function has no part in an exchange.
bool mentionsExchange(StringRef Text) {
  return Text.contains("dlpack") || Text == "platform" || Text == "devices" ||
         Text == "device" || Text == "sharding" || Text == "memory_kind" ||
         Text == "as_tensor" || Text == "asarray" || Text == "tensor" ||
         Text == "device_get" || Text == "device_put";
}

class ExchangeWords : public RecursiveASTVisitor<ExchangeWords> {
public:
  bool Found = false;
  llvm::SmallVector<const FunctionDecl *, 8> Callees;

  bool VisitStringLiteral(StringLiteral *Literal) {
    Found |= Literal->getCharByteWidth() == 1 &&
             mentionsExchange(Literal->getString());
    return !Found;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) { return name(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) { return name(E->getMemberDecl()); }
  bool VisitCallExpr(CallExpr *Call) {
    if (const FunctionDecl *Callee = calleeWithBody(Call))
      Callees.push_back(Callee);
    return true;
  }

private:
  bool name(const ValueDecl *Named) {
    // Interned names, and constants that hold one.
    if (Named->getIdentifier() && Named->getName().contains("dlpack"))
      Found = true;
    else if (const auto *Variable = dyn_cast<VarDecl>(Named))
      if (Variable->hasGlobalStorage())
        if (const Expr *Init = Variable->getAnyInitializer())
          TraverseStmt(const_cast<Expr *>(Init));
    return !Found;
  }
};

bool mentions(PyRef Value, std::string_view Text, unsigned Depth = 0) {
  if (!Value || Depth > 8)
    return false;
  if (Value->isString(Text))
    return true;
  for (PyRef Each : Value->Elements)
    if (mentions(Each, Text, Depth + 1))
      return true;
  for (const PyKeyword &Each : Value->Keywords)
    if (mentions(Each.Value, Text, Depth + 1))
      return true;
  return mentions(Value->Base, Text, Depth + 1) ||
         mentions(Value->Definition, Text, Depth + 1);
}

} // namespace

class ExportFlow::Domain {
public:
  using State = ExportState;

  Domain(ExportFlow &Owner, GraphCache &Graphs,
         const std::vector<std::string> &GuardFunctions)
      : Owner(Owner), Lowering(*Owner.Lowering), Graphs(Graphs),
        GuardFunctions(GuardFunctions) {}

  bool isRelevant(const FunctionDecl *Function, unsigned Depth = 0) {
    auto [Slot, New] = Relevant.try_emplace(Function, false);
    if (!New || Depth > 6)
      return Slot->second;
    ExchangeWords Words;
    Words.TraverseStmt(Function->getBody());
    bool Found = Words.Found;
    for (const FunctionDecl *Each : Words.Callees)
      Found = Found || isRelevant(Each, Depth + 1);
    return Relevant[Function] = Found;
  }

  bool follows(const Expr *Call, const FunctionDecl *Callee,
               const CallFrame &Frame) {
    if (isRelevant(Callee))
      return true;
    // A helper that never says "platform" may be handed the answer or the test.
    const auto *Plain = dyn_cast<CallExpr>(Call);
    if (!Plain)
      return false;
    return llvm::any_of(Plain->arguments(), [&](const Expr *Argument) {
      return asksAboutAnArray(Argument, Lowering, Frame);
    });
  }

  void transfer(State &Facts, const Stmt *At, const CallFrame &Frame,
                bool Recording) {
    if (const auto *Declaration = dyn_cast<DeclStmt>(At)) {
      for (const Decl *Each : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(Each))
          if (const Expr *Init = Variable->getInit())
            assign(Facts, ownKey(Variable), Init, Frame);
      return;
    }
    if (const auto *Operator = dyn_cast<BinaryOperator>(At)) {
      if (Operator->getOpcode() == BO_Assign)
        assignTo(Facts, Operator->getLHS(), Operator->getRHS(), Frame);
      return;
    }
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(At))
      if (Operator->getOperator() == OO_Equal && Operator->getNumArgs() == 2) {
        assignTo(Facts, Operator->getArg(0), Operator->getArg(1), Frame);
        return;
      }
    if (const auto *Call = dyn_cast<CallExpr>(At))
      exchange(Facts, Call, Frame, Recording);
  }

  void enter(const CallFrame &Frame, bool Recording) {
    if (Recording)
      Owner.Entered.insert(Frame.Function);
  }

  void initialise(State &, const CXXCtorInitializer *, const CallFrame &,
                  bool) {}

  bool refine(State &Facts, const Expr *Test, bool Truth,
              const CallFrame &Frame) {
    return refineTest(Facts, Test, Truth, Lowering, Frame);
  }

  bool refineConstant(State &Facts, const Expr *Value, Comparison Op,
                      int64_t Constant, bool Truth, const CallFrame &Frame) {
    PyExpr Number;
    Number.Kind = PyKind::Integer;
    Number.Number = Constant;
    PyRef Switched = Lowering.lower(Value, Frame);
    if (refineComparison(Facts, Op, Switched, &Number, Truth))
      return true;
    if (Switched->Kind == PyKind::Variable && !Switched->Definition)
      refineInteger(Facts, subjectKey(Switched), Op, Constant, Truth);
    return true;
  }

private:
  static std::string ownKey(const VarDecl *Variable) {
    return "v" + std::to_string(reinterpret_cast<uintptr_t>(Variable));
  }

  void assignTo(State &Facts, const Expr *Target, const Expr *Value,
                const CallFrame &Frame) {
    Target = Target->IgnoreParenImpCasts();
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Target)) {
      if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
        assign(Facts, ownKey(Variable), Value, Frame);
    } else if (isa<MemberExpr>(Target)) {
      assign(Facts, subjectKey(Lowering.lower(Target, Frame)), Value, Frame);
    }
  }

  void assign(State &Facts, const std::string &Key, const Expr *Value,
              const CallFrame &Frame) {
    PyRef New = Lowering.lower(Value, Frame);
    ExportFacts Learnt = Facts.get(subjectKey(New));
    // `x = x` under another name changes nothing.
    if (subjectKey(New) == Key)
      return;
    Facts.kill(Key);
    if (std::optional<Exchange> Made = classify(valueOf(New))) {
      // What a consumer made of a tensor lives where DLPack could reach it.
      if (Made->Role == ExchangeRole::HandOver ||
          Made->Role == ExchangeRole::CapsuleHandOver) {
        Learnt.Settled = true;
        Learnt.Places = Exportable;
      }
      if (Made->Role == ExchangeRole::DevicePut) {
        Learnt = Facts.get(subjectKey(Made->Subject));
        if (mentions(New, "pinned_host")) {
          Learnt.Settled = true;
          Learnt.Places = Exportable;
        }
      }
    }
    ObjectOrigin Origin = originOf(New);
    if (Origin != ObjectOrigin::Unknown)
      Learnt.Origin = Origin;
    Facts.set(Key, Learnt);
  }

  void exchange(State &Facts, const CallExpr *Call, const CallFrame &Frame,
                bool Recording) {
    if (isGuard(Call->getDirectCallee())) {
      settleArguments(Facts, Call, Frame);
      return;
    }
    PyRef Lowered = Lowering.lower(Call, Frame);
    // A conversion of a call's result lowers to that call; it is not one.
    if (Lowered->Node != Call)
      return;
    std::optional<Exchange> What = classify(Lowered);
    if (!What)
      return;
    if (Recording) {
      if (What->isExport())
        Owner.record(*What, Facts, Frame, Graphs);
      else if (Seen.insert(Call).second)
        Owner.Others.push_back(*What);
    }
    apply(Facts, *What);
  }

  bool isGuard(const FunctionDecl *Callee) const {
    if (!Callee)
      return false;
    std::string Name = Callee->getQualifiedNameAsString();
    return StringRef(Name).starts_with("dlpack_guard::") ||
           llvm::is_contained(GuardFunctions, Name);
  }

  void settleArguments(State &Facts, const CallExpr *Call,
                       const CallFrame &Frame) {
    for (const Expr *Argument : Call->arguments()) {
      Exchange Settled;
      Settled.Role = ExchangeRole::Guard;
      Settled.Subject = Lowering.lower(Argument, Frame);
      apply(Facts, Settled);
    }
  }

  ExportFlow &Owner;
  PyLowering &Lowering;
  GraphCache &Graphs;
  const std::vector<std::string> &GuardFunctions;
  llvm::DenseMap<const FunctionDecl *, bool> Relevant;
  llvm::DenseSet<const CallExpr *> Seen;
};

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

void ExportFlow::record(const Exchange &What, const ExportState &State,
                        const CallFrame &Frame, GraphCache &Graphs) {
  const auto *Call = static_cast<const CallExpr *>(What.Call->Node);
  ExportSite Site;
  Site.What = What;
  Site.Facts = State.get(subjectKey(What.Subject));
  if (Site.Facts.Origin == ObjectOrigin::Unknown)
    Site.Facts.Origin = originOf(What.Subject);
  Site.Requested = requestedTypes(What, State);
  Site.Handlers = handlersOf(Call, Frame, Graphs);
  const FunctionGraph *Graph = Graphs.graph(Frame.Function);
  if (Graph)
    if (const Stmt *Statement = statementOf(Call, Graph->parents()))
      Site.Statement = spanOf(Statement->getSourceRange());
  if (Graph && What.Call->Style == BindingStyle::CPython) {
    Site.FailureValue = failureValue(Frame.Function);
    NullResult Result = nullResultOf(Call, Graph->parents(), Frame.Function);
    Site.NullTested = Result.Tested;
    if (Result.Holder)
      Site.ResultVariable = Result.Holder->getNameAsString();
    if (Result.UncheckedUse)
      Site.UncheckedUse = spanOf(Result.UncheckedUse->getSourceRange());
    Site.Handlers.insert(Site.Handlers.end(), Result.Handlers.begin(),
                         Result.Handlers.end());
  }

  auto [Slot, New] = Index.try_emplace(Call, Sites.size());
  if (New) {
    Sites.push_back(std::move(Site));
    return;
  }
  // The same call, reached from another caller: what holds for both counts.
  ExportSite &Known = Sites[Slot->second];
  Known.Facts.join(Site.Facts);
  if (Known.Requested && Site.Requested)
    Known.Requested = *Known.Requested | *Site.Requested;
  if (Site.Handlers.size() < Known.Handlers.size())
    Known.Handlers = std::move(Site.Handlers);
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
  Domain TheDomain(*this, Graphs, GuardFunctions);
  std::vector<const FunctionDecl *> Relevant;
  for (const FunctionDecl *Each : Functions)
    if (!Each->isDependentContext() && TheDomain.isRelevant(Each))
      Relevant.push_back(Each);
  if (Relevant.empty())
    return;
  EntryPoints Entries = entryPoints(Relevant, Context.getTranslationUnitDecl());
  auto Follow = [&](const FunctionDecl *Function) {
    CallFrame Frame;
    Frame.Function = Function;
    Budget Limits;
    Engine<Domain> Ways(TheDomain, Graphs, Limits);
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
  llvm::sort(Sites, [&](const ExportSite &L, const ExportSite &R) {
    return L.What.Call->Range.Begin < R.What.Call->Range.Begin;
  });
}

ExportFlow::~ExportFlow() = default;

} // namespace dlpack_tidy::flow
