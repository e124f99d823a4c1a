//===--- ExportDomain.cpp - what statements do to facts about arrays ------===//

#include "flow/ExportDomain.h"

#include "flow/ElementFacts.h"
#include "flow/ExportTests.h"
#include "model/Callable.h"
#include "model/Guess.h"

#include "clang/AST/ExprCXX.h"

#include <algorithm>

using namespace clang;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::flow {
namespace {

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
    if (Operator->isIncrementDecrementOp() &&
        !advance(Facts, Operator->getSubExpr(), Frame))
      forget(Facts, subjectKey(Lowering.lower(Operator->getSubExpr(), Frame)));
    return;
  }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(At))
    if (Operator->getOperator() == OO_Equal && Operator->getNumArgs() == 2) {
      assignTo(Facts, Operator->getArg(0), Operator->getArg(1), Frame);
      return;
    }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(At))
    if (Operator->getOperator() == OO_PlusPlus &&
        advance(Facts, Operator->getArg(0), Frame))
      return;
  if (const auto *Call = dyn_cast<CallExpr>(At))
    call(Facts, Call, Frame, Recording);
  else if (isa<RecoveryExpr>(At)) // what could not be parsed
    doubt(Facts, At, Frame);
}

void ExportDomain::declare(State &Facts, const VarDecl *Variable,
                           const CallFrame &Frame) {
  const Expr *Init = Variable->getInit();
  if (!Init) {
    forget(Facts, keyOf(Variable));
    return;
  }
  assign(Facts, keyOf(Variable), Init, Frame);
  if (std::string Range = rangeOf(Variable, Frame); !Range.empty()) {
    if (Variable->isImplicit())
      beginElements(Facts, Range);
    else if (ExportFacts Known = anyElement(Facts, Range);
             !(Known == ExportFacts()))
      Facts.set(keyOf(Variable), Known);
  }
  remember(Facts, Variable, Lowering.lower(Init, Frame));
  // What a constructor put into the members of the object it made.
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(stripped(Init)))
    Facts.copy(keyOf(Construct), keyOf(Variable));
}

std::string ExportDomain::rangeOf(const VarDecl *Variable,
                                  const CallFrame &Frame) {
  const FunctionGraph *Graph = Graphs.graph(Frame.Function);
  const Expr *Range = Graph ? Graph->definitions().rangeOf(Variable) : nullptr;
  return Range ? subjectKey(Lowering.lower(Range, Frame)) : std::string();
}

/// The iterator of a range-based loop moves on: its element's turn is over.
bool ExportDomain::advance(State &Facts, const Expr *Iterator,
                           const CallFrame &Frame) {
  const auto *Reference = dyn_cast<DeclRefExpr>(stripped(Iterator));
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  const FunctionGraph *Graph = Graphs.graph(Frame.Function);
  const VarDecl *Element =
      Variable && Graph ? Graph->definitions().elementOf(Variable) : nullptr;
  if (!Element)
    return false;
  addElement(Facts, rangeOf(Variable, Frame), Facts.get(keyOf(Element)));
  return true;
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
  if (const auto *Call = dyn_cast<CallExpr>(withoutGuessedConversions(Made));
      Call && guessedCallee(Call)) {
    ExportFacts Learnt;
    Learnt.Guessed = true;
    return Learnt;
  }
  return factsOf(Facts, Lowering.lower(Value, Frame));
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
