//===--- ExportDomain.cpp - what statements do to facts about arrays ------===//

#include "flow/ExportDomain.h"

#include "flow/ExportTests.h"
#include "model/Callable.h"

#include "clang/AST/ExprCXX.h"

#include <algorithm>

using namespace clang;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::flow {
namespace {

std::string keyOf(const void *Identity) {
  return "v" + std::to_string(reinterpret_cast<uintptr_t>(Identity));
}

/// The objects that an answer is about: `x` in `x.platform()`.
void subjectsIn(PyRef Value, std::set<std::string> &Found, unsigned Depth = 0) {
  if (!Value || Depth > 12)
    return;
  if (Value->Kind == PyKind::Variable && !Value->Definition) {
    Found.insert(subjectKey(Value));
    return;
  }
  subjectsIn(Value->Base, Found, Depth + 1);
  subjectsIn(Value->Definition, Found, Depth + 1);
  for (PyRef Each : Value->Elements)
    subjectsIn(Each, Found, Depth + 1);
}

/// The call or construction under the wrappers of a value.
const Expr *madeBy(const Expr *Value) {
  const Expr *Inner = stripped(Value);
  while (const auto *Construct = dyn_cast<CXXConstructExpr>(Inner)) {
    if (Construct->getNumArgs() != 1 ||
        !Construct->getConstructor()->isConvertingConstructor(false))
      break;
    Inner = stripped(Construct->getArg(0));
  }
  return Inner;
}

/// A function of the program's own that sets what it is given by reference.
bool mayReplace(const FunctionDecl *Callee, unsigned Index) {
  if (!Callee || Index >= Callee->getNumParams() || bindingStyle(Callee) ||
      Callee->isInStdNamespace())
    return false;
  QualType Type = Callee->getParamDecl(Index)->getType();
  return Type->isLValueReferenceType() &&
         !Type.getNonReferenceType().isConstQualified() && isPythonObject(Type);
}

} // namespace

bool ExportDomain::follows(const Expr *Call, const FunctionDecl *Callee,
                           const CallFrame &Frame) {
  if (isRelevant(Callee))
    return true;
  // A helper that never says "platform" may be handed the answer, the test, or
  // the number that a request will name.
  const auto *Plain = dyn_cast<CallExpr>(Call);
  if (!Plain)
    return false;
  return llvm::any_of(Plain->arguments(), [&](const Expr *Argument) {
    if (Words.mentionsDlDevice() &&
        Argument->getType()->isIntegralOrEnumerationType() &&
        isPlainNumber(Lowering.lower(Argument, Frame)))
      return true;
    return asksAboutAnArray(Argument, Lowering, Frame);
  });
}

void ExportDomain::transfer(State &Facts, const Stmt *At,
                            const CallFrame &Frame, bool Recording) {
  if (const auto *Declaration = dyn_cast<DeclStmt>(At)) {
    for (const Decl *Each : Declaration->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(Each))
        declare(Facts, Variable, Frame);
    return;
  }
  if (const auto *Operator = dyn_cast<BinaryOperator>(At)) {
    if (Operator->getOpcode() == BO_Assign)
      assignTo(Facts, Operator->getLHS(), Operator->getRHS(), Frame);
    else if (Operator->isCompoundAssignmentOp())
      forget(Facts, subjectKey(Lowering.lower(Operator->getLHS(), Frame)));
    return;
  }
  if (const auto *Operator = dyn_cast<UnaryOperator>(At)) {
    if (Operator->isIncrementDecrementOp())
      forget(Facts, subjectKey(Lowering.lower(Operator->getSubExpr(), Frame)));
    return;
  }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(At))
    if (Operator->getOperator() == OO_Equal && Operator->getNumArgs() == 2) {
      assignTo(Facts, Operator->getArg(0), Operator->getArg(1), Frame);
      return;
    }
  if (const auto *Call = dyn_cast<CallExpr>(At))
    call(Facts, Call, Frame, Recording);
}

void ExportDomain::declare(State &Facts, const VarDecl *Variable,
                           const CallFrame &Frame) {
  const Expr *Init = Variable->getInit();
  if (!Init) {
    forget(Facts, keyOf(Variable));
    return;
  }
  assign(Facts, keyOf(Variable), Init, Frame);
  remember(Facts, Variable, Lowering.lower(Init, Frame));
  // What a constructor put into the members of the object it made.
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(stripped(Init)))
    Facts.copy(keyOf(Construct), keyOf(Variable));
}

void ExportDomain::assignTo(State &Facts, const Expr *Target, const Expr *Value,
                            const CallFrame &Frame) {
  Target = Target->IgnoreParenImpCasts();
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Target)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    if (!Variable)
      return;
    // A reference parameter is the caller's variable.
    bool IsCallers =
        isa<ParmVarDecl>(Variable) && Variable->getType()->isReferenceType();
    assign(Facts,
           IsCallers ? subjectKey(Lowering.lower(Target, Frame))
                     : keyOf(Variable),
           Value, Frame);
    remember(Facts, Variable, Lowering.lower(Value, Frame));
  } else if (isa<MemberExpr>(Target) || isa<ArraySubscriptExpr>(Target) ||
             isa<UnaryOperator>(Target) || isa<CXXOperatorCallExpr>(Target)) {
    assign(Facts, subjectKey(Lowering.lower(Target, Frame)), Value, Frame);
  }
}

void ExportDomain::assign(State &Facts, const std::string &Key,
                          const Expr *Value, const CallFrame &Frame) {
  // `x = x` under another name changes nothing.
  if (Key.empty() || subjectKey(Lowering.lower(Value, Frame)) == Key)
    return;
  ExportFacts Learnt = factsOfExpr(Facts, Value, Frame);
  forget(Facts, Key);
  Facts.set(Key, Learnt);
}

/// The object of that name is another one from here on: what is known of it is
/// gone, and answers about it are about the old one.
void ExportDomain::forget(State &Facts, const std::string &Key) {
  if (Key.empty())
    return;
  Facts.kill(Key);
  auto Found = Answers.find(Key);
  if (Found != Answers.end())
    for (uint64_t Variable : Found->second)
      Facts.markStale(Variable);
}

void ExportDomain::remember(State &Facts, const VarDecl *Variable,
                            PyRef Value) {
  uint64_t Identity = reinterpret_cast<uintptr_t>(Variable);
  std::set<std::string> Subjects;
  subjectsIn(Value, Subjects);
  for (const std::string &Each : Subjects)
    Answers[Each].insert(Identity);
  Facts.markFresh(Identity);
}

ExportFacts ExportDomain::factsOf(const State &Facts, PyRef Value) {
  std::string Key = subjectKey(Value);
  ExportFacts Learnt = Key.empty() ? ExportFacts() : Facts.get(Key);
  PyRef Known = valueOf(Value);
  if (Key.empty() && Known->Kind == PyKind::Choice &&
      !Known->Elements.empty()) {
    Learnt = factsOf(Facts, Known->Elements.front());
    for (PyRef Each : Known->Elements)
      Learnt.join(factsOf(Facts, Each));
    return Learnt;
  }
  if (std::optional<Exchange> Made = classify(Known)) {
    // What a consumer made of a tensor lives where DLPack could reach it.
    if (Made->Role == ExchangeRole::HandOver ||
        Made->Role == ExchangeRole::CapsuleHandOver)
      Learnt.settle(Exportable);
    if (Made->Role == ExchangeRole::DevicePut)
      return placedBy(*Made, factsOf(Facts, Made->Subject));
  }
  ObjectOrigin Origin = originOf(Value);
  if (Origin != ObjectOrigin::Unknown)
    Learnt.Origin = Origin;
  return Learnt;
}

/// The same for an expression: a call that was followed has left word of what
/// it returned.
ExportFacts ExportDomain::factsOfExpr(const State &Facts, const Expr *Value,
                                      const CallFrame &Frame) {
  const Expr *Made = madeBy(Value);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Made)) {
    std::optional<ExportFacts> Joined;
    for (bool Truth : {true, false}) {
      State Way = Facts;
      Refine(Way, Choice->getCond(), Truth, Frame);
      if (!Way.Reachable)
        continue;
      ExportFacts One = factsOfExpr(
          Way, Truth ? Choice->getTrueExpr() : Choice->getFalseExpr(), Frame);
      if (Joined)
        Joined->join(One);
      else
        Joined = One;
    }
    return Joined.value_or(ExportFacts());
  }
  if (isa<CallExpr>(Made) && Facts.knows(keyOf(Made)))
    return Facts.get(keyOf(Made));
  return factsOf(Facts, Lowering.lower(Value, Frame));
}

//===--- Calls ------------------------------------------------------------===//

void ExportDomain::enter(const CallFrame &Frame, bool Recording) {
  if (Recording)
    Shown.Entered(Frame.Function);
}

void ExportDomain::enterCall(State &Facts, const CallFrame &Frame) {
  const FunctionGraph *Graph = Graphs.graph(Frame.Function);
  for (const auto &[Parameter, Given] : Frame.Arguments) {
    // One that is never set anew stands for the argument itself.
    if (!Given.Value || !Graph || Parameter->getType()->isReferenceType() ||
        !Graph->definitions().isReassigned(Parameter))
      continue;
    ExportFacts Passed = factsOfExpr(Facts, Given.Value, *Frame.Caller);
    forget(Facts, keyOf(Parameter));
    Facts.set(keyOf(Parameter), Passed);
  }
}

void ExportDomain::leaveCall(State &Facts, const Expr *Returned,
                             const CallFrame &Frame) {
  if (!Frame.Caller || !Returned || !isPythonObject(Returned->getType()))
    return;
  Facts.set(keyOf(Frame.CallSite), factsOfExpr(Facts, Returned, Frame));
}

void ExportDomain::initialise(State &Facts, const CXXCtorInitializer *At,
                              const CallFrame &Frame, bool Recording) {
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(Frame.Function);
  if (Constructor && At->isMemberInitializer() && At->getInit())
    assign(Facts,
           subjectKey(Lowering.ownMember(Constructor, At->getMember(),
                                         At->getInit(), Frame)),
           At->getInit(), Frame);
}

void ExportDomain::call(State &Facts, const CallExpr *Call,
                        const CallFrame &Frame, bool Recording) {
  exchange(Facts, Call, Frame, Recording);
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (isa<CXXOperatorCallExpr>(Call) || calleeWithBody(Call))
    return;
  for (unsigned I = 0; I < Call->getNumArgs(); ++I)
    if (mayReplace(Callee, I))
      forget(Facts, subjectKey(Lowering.lower(Call->getArg(I), Frame)));
}

void ExportDomain::exchange(State &Facts, const CallExpr *Call,
                            const CallFrame &Frame, bool Recording) {
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
  if (Recording && What->isExport()) {
    const auto *Subject = static_cast<const Expr *>(What->Subject->Node);
    Shown.Export(*What,
                 Subject && subjectKey(What->Subject).empty()
                     ? factsOfExpr(Facts, Subject, Frame)
                     : factsOf(Facts, What->Subject),
                 Facts, Frame);
  } else if (Recording) {
    Shown.Other(*What);
  }
  apply(Facts, *What);
}

bool ExportDomain::isGuard(const FunctionDecl *Callee) const {
  if (!Callee)
    return false;
  std::string Name = Callee->getQualifiedNameAsString();
  return StringRef(Name).starts_with("dlpack_guard::") ||
         llvm::is_contained(GuardFunctions, Name);
}

void ExportDomain::settleArguments(State &Facts, const CallExpr *Call,
                                   const CallFrame &Frame) {
  for (const Expr *Argument : Call->arguments()) {
    Exchange Settled;
    Settled.Role = ExchangeRole::Guard;
    Settled.Subject = Lowering.lower(Argument, Frame);
    apply(Facts, Settled);
  }
}

//===--- Tests ------------------------------------------------------------===//

bool ExportDomain::refine(State &Facts, const Expr *Test, bool Truth,
                          const CallFrame &Frame) {
  if (const auto *Call = dyn_cast<CallExpr>(Test);
      Call && isGuard(Call->getDirectCallee())) {
    settleArguments(Facts, Call, Frame);
    return true;
  }
  return refineTest(Facts, Test, Truth, Lowering, Frame);
}

bool ExportDomain::refineConstant(State &Facts, const Expr *Value,
                                  Comparison Op, int64_t Constant, bool Truth,
                                  const CallFrame &Frame) {
  PyExpr Number;
  Number.Kind = PyKind::Integer;
  Number.Number = Constant;
  PyRef Switched = Lowering.lower(Value, Frame);
  if (refineComparison(Facts, Op, Switched, &Number, Truth))
    return true;
  if (!isPlainNumber(Switched))
    return false;
  refineInteger(Facts, subjectKey(Switched), Op, Constant, Truth);
  return true;
}

} // namespace dlpack_tidy::flow
