//===--- ErrorPaths.cpp - which errors a piece of handling code takes -----===//

#include "model/ErrorPaths.h"

#include "model/CallFrame.h"
#include "model/Callable.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

using rules::ExceptionSet;
using rules::PyException;

StringRef calleeName(const CallExpr *Call) {
  return plainName(Call->getDirectCallee());
}

/// The exception classes an expression names: `PyExc_ValueError`, a tuple of
/// them, `import("jax.errors").attr("JaxRuntimeError")`.
ExceptionSet classesNamedIn(const Expr *E) {
  ExceptionSet Named;
  forEachStatement(E, [&](const Stmt *Part) {
    std::optional<PyException> Class;
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Part)) {
      StringRef Name = plainName(Reference->getDecl());
      if (Name.starts_with("PyExc_"))
        Class = rules::exceptionNamed(Name.str());
    } else if (const auto *Literal = dyn_cast<StringLiteral>(Part)) {
      if (Literal->getCharByteWidth() == 1)
        Class = rules::exceptionNamed(Literal->getString().str());
    }
    if (Class)
      Named.insert(*Class);
  });
  return Named;
}

bool asksForClass(StringRef Name) {
  return Name == "matches" || Name == "PyErr_ExceptionMatches" ||
         Name == "PyErr_GivenExceptionMatches" || Name == "is" ||
         Name == "isinstance" || Name == "PyObject_IsInstance";
}

/// Calls after which the error is no longer pending.
bool endsError(StringRef Name) {
  static constexpr StringRef Names[] = {"PyErr_Clear",
                                        "PyErr_Print",
                                        "PyErr_PrintEx",
                                        "PyErr_Fetch",
                                        "PyErr_SetString",
                                        "PyErr_Format",
                                        "PyErr_SetObject",
                                        "PyErr_SetNone",
                                        "PyErr_WriteUnraisable",
                                        "_PyErr_FormatFromCause",
                                        "PyErr_GetRaisedException"};
  return llvm::is_contained(Names, Name);
}

/// The single value a small predicate returns.
const Expr *returnedBy(const FunctionDecl *Function) {
  const Expr *Only = nullptr;
  unsigned Count = 0;
  forEachStatement(Function->getBody(), [&](const Stmt *Part) {
    if (const auto *Return = dyn_cast<ReturnStmt>(Part)) {
      Only = Return->getRetValue();
      ++Count;
    }
  });
  return Count == 1 ? Only : nullptr;
}

bool throwsOn(const CXXThrowExpr *Throw) {
  const Expr *Thrown = Throw->getSubExpr();
  if (!Thrown)
    return true;
  // `throw e;`, and `throw py::error_already_set();` of the error in flight.
  const CXXRecordDecl *Class = Thrown->getType()->getAsCXXRecordDecl();
  StringRef Name = Class ? plainName(Class) : StringRef();
  return Name == "error_already_set" || Name == "python_error";
}

} // namespace

std::pair<ExceptionSet, ExceptionSet>
ErrorPaths::split(const Expr *Test, ExceptionSet Arriving, unsigned Depth) {
  Test = stripped(Test);
  if (Depth > 8)
    return {Arriving, Arriving};
  if (const auto *Not = dyn_cast<UnaryOperator>(Test);
      Not && Not->getOpcode() == UO_LNot) {
    auto [True, False] = split(Not->getSubExpr(), Arriving, Depth + 1);
    return {False, True};
  }
  if (const auto *Logic = dyn_cast<BinaryOperator>(Test);
      Logic && Logic->isLogicalOp()) {
    auto [True, False] = split(Logic->getLHS(), Arriving, Depth + 1);
    bool IsAnd = Logic->getOpcode() == BO_LAnd;
    auto [SecondTrue, SecondFalse] =
        split(Logic->getRHS(), IsAnd ? True : False, Depth + 1);
    if (IsAnd)
      return {SecondTrue, False | SecondFalse};
    return {True | SecondTrue, SecondFalse};
  }
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Test)) {
    // `const bool refused = e.matches(PyExc_BufferError);`
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    if (Variable && Variable->hasInit() && Variable->isLocalVarDecl())
      return split(Variable->getInit(), Arriving, Depth + 1);
    return {Arriving, Arriving};
  }
  const auto *Call = dyn_cast<CallExpr>(Test);
  if (!Call)
    return {Arriving, Arriving};
  if (asksForClass(calleeName(Call))) {
    ExceptionSet Named = classesNamedIn(Call);
    if (Named.empty())
      return {Arriving, Arriving};
    Tests.push_back(Call);
    ExceptionSet False = rules::uncaught(Arriving, Named);
    return {Arriving - False, False};
  }
  if (const FunctionDecl *Callee = calleeWithBody(Call))
    if (const Expr *Returned = returnedBy(Callee)) {
      // Other callers share what stands there: no place for this one's edits.
      size_t Own = Tests.size();
      auto Both = split(Returned, Arriving, Depth + 1);
      Tests.resize(Own);
      return Both;
    }
  return {Arriving, Arriving};
}

ExceptionSet ErrorPaths::walk(const Stmt *Body, ExceptionSet Arriving) {
  if (!Body || Arriving.empty())
    return Arriving;
  if (const auto *Block = dyn_cast<CompoundStmt>(Body)) {
    for (const Stmt *Each : Block->body())
      Arriving = walk(Each, Arriving);
    return Arriving;
  }
  if (const auto *If = dyn_cast<IfStmt>(Body)) {
    auto [True, False] = split(If->getCond(), Arriving);
    ExceptionSet Passed = walk(If->getThen(), True);
    return Passed | (If->getElse() ? walk(If->getElse(), False) : False);
  }
  if (isa<ReturnStmt>(Body)) {
    if (Kind == Code::CatchClause)
      take(Arriving);
    return {};
  }
  if (const auto *Goto = dyn_cast<GotoStmt>(Body))
    return walkGoto(Goto, Arriving);
  if (const auto *Label = dyn_cast<LabelStmt>(Body))
    return walk(Label->getSubStmt(), Arriving);
  if (isa<BreakStmt>(Body) || isa<ContinueStmt>(Body)) {
    if (Kind == Code::CatchClause)
      take(Arriving);
    return {};
  }
  if (const auto *E = dyn_cast<Expr>(Body)) {
    E = stripped(E);
    if (const auto *Throw = dyn_cast<CXXThrowExpr>(E)) {
      if (!throwsOn(Throw))
        take(Arriving);
      return {};
    }
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return walkCall(Call, Arriving);
    return Arriving;
  }
  // Loops, switches, try blocks: what stands in them may happen.
  for (const Stmt *Child : Body->children())
    if (Child && !isa<Expr>(Child))
      Arriving = Arriving | walk(Child, Arriving);
  return Arriving;
}

ExceptionSet ErrorPaths::walkCall(const CallExpr *Call, ExceptionSet Arriving) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (Kind == Code::NullBranch && endsError(calleeName(Call))) {
    take(Arriving);
    return {};
  }
  if (Callee && Callee->isNoReturn()) {
    take(Arriving);
    return {};
  }
  // `e.restore(); return NULL;` hands the error back to Python.
  if (calleeName(Call) == "rethrow_exception" || calleeName(Call) == "restore")
    return {};
  return Arriving;
}

/// The cleanup code of a C function: what stands after the label.
ExceptionSet ErrorPaths::walkGoto(const GotoStmt *Goto, ExceptionSet Arriving) {
  const LabelStmt *Target = Goto->getLabel()->getStmt();
  const auto *Block =
      Parents && Target
          ? dyn_cast_or_null<CompoundStmt>(Parents->getParent(Target))
          : nullptr;
  if (!Block || ++Jumps > 8) {
    if (Kind == Code::CatchClause)
      take(Arriving);
    return {};
  }
  bool Reached = false;
  for (const Stmt *Each : Block->body()) {
    Reached |= Each == Target;
    if (Reached)
      Arriving = walk(Each, Arriving);
  }
  return {};
}

ExceptionSet ErrorPaths::taken() const {
  // A class counts where all that derive from it are taken as well.
  ExceptionSet Whole;
  Taken.forEach([&](PyException Each) {
    bool Complete = true;
    ExceptionSet::all().forEach([&](PyException Other) {
      Complete &= !rules::catches(Each, Other) || Taken.contains(Other);
    });
    if (Complete)
      Whole.insert(Each);
  });
  ExceptionSet Broadest;
  Whole.forEach([&](PyException Each) {
    PyException Base = rules::baseOf(Each);
    if (Base == Each || !Whole.contains(Base))
      Broadest.insert(Each);
  });
  return Broadest;
}

} // namespace dlpack_tidy::model
