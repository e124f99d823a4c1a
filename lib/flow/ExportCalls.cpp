//===--- ExportCalls.cpp - what calls do to facts about arrays ------------===//

#include "flow/ExportDomain.h"

#include "model/Callable.h"
#include "model/Guess.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::flow {
namespace {

/// A call that can put another object where it was given one by reference.
bool mayReplace(const FunctionDecl *Callee, unsigned Index) {
  return !bindingStyle(Callee) && writesThrough(Callee, Index) &&
         isPythonObject(Callee->getParamDecl(Index)->getType());
}

} // namespace

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
  if (guessedCallee(Call))
    doubt(Facts, Call, Frame);
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (isa<CXXOperatorCallExpr>(Call))
    return;
  const FunctionDecl *Body = calleeWithBody(Call);
  if (Body && follows(Call, Body, Frame))
    return; // its assignments are seen where they stand
  const FunctionGraph *Graph = Body ? Graphs.graph(Body) : nullptr;
  auto LeavesAlone = [&](unsigned Index) {
    return Graph && !Graph->definitions().isSetAnew(Body->getParamDecl(Index));
  };
  for (unsigned I = 0; I < Call->getNumArgs(); ++I)
    if (mayReplace(Callee, I) && !LeavesAlone(I))
      forget(Facts, subjectKey(Lowering.lower(Call->getArg(I), Frame)));
}

/// Something nobody can look into is given the array: it may ask.
void ExportDomain::doubt(State &Facts, const Stmt *Parent,
                         const CallFrame &Frame) {
  for (const Stmt *Child : Parent->children()) {
    const auto *E = dyn_cast_or_null<Expr>(Child);
    if (!E)
      continue;
    const Expr *Given = stripped(E);
    std::string Key = isPythonObject(Given->getType())
                          ? subjectKey(Lowering.lower(Given, Frame))
                          : std::string();
    if (Key.empty())
      continue;
    ExportFacts Known = Facts.get(Key);
    Known.Guessed = true;
    Facts.set(Key, Known);
  }
}

void ExportDomain::exchange(State &Facts, const CallExpr *Call,
                            const CallFrame &Frame, bool Recording) {
  if (isGuard(Call->getDirectCallee())) {
    settleArguments(Facts, Call, Frame);
    if (isPythonObject(Call->getType())) { // hands on what it has asked
      ExportFacts Asked;
      Asked.settle(Exportable);
      Facts.set(keyOf(Call), Asked);
    }
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

} // namespace dlpack_tidy::flow
