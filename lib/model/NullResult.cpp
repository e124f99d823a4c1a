//===--- NullResult.cpp - what becomes of a C API call's NULL -------------===//

#include "model/Callable.h"
#include "model/ErrorPaths.h"
#include "model/Handlers.h"
#include "model/PyLowering.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

using rules::ExceptionSet;

StringRef calleeName(const CallExpr *Call) {
  return plainName(Call->getDirectCallee());
}

/// Functions of the C API that take NULL for an answer.
bool acceptsNull(StringRef Name) {
  static constexpr StringRef Names[] = {
      "Py_XDECREF",  "Py_XINCREF",     "Py_XNewRef", "PyCapsule_IsValid",
      "_Py_XDECREF", "_Py_XINCREF",    "Py_CLEAR",   "Py_BuildValue",
      "_Py_XNewRef", "_PyObject_CAST", "Py_IsNone",  "Py_Is"};
  return llvm::is_contained(Names, Name);
}

/// The result: the call itself, and what holds it.
struct Result {
  const ValueDecl *Holder;
  const Expr *Call;

  /// \p E is the result, whatever stands around it.
  bool is(const Expr *E) const {
    E = stripped(E);
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(E)) {
      StringRef Name = calleeName(Method);
      if (Name == "ptr" || Name == "release" || Name == "get")
        return is(Method->getImplicitObjectArgument());
    }
    if (E == Call)
      return true;
    if (const auto *Reference = dyn_cast<DeclRefExpr>(E))
      return Holder && Reference->getDecl() == Holder;
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return Holder && Member->getMemberDecl() == Holder;
    return false;
  }
  bool isIn(const Stmt *Part) const {
    bool Found = false;
    forEachStatement(Part, [&](const Stmt *Each) {
      const auto *E = dyn_cast<Expr>(Each);
      const auto *Asks = dyn_cast<CallExpr>(Each);
      Found |= (E && is(E)) || (Asks && calleeName(Asks) == "PyErr_Occurred");
    });
    return Found;
  }
};

/// Walks a function body in the order of its text: tests of the result, and
/// the first use that cannot take NULL and has no test before it.
class UseSearch : public RecursiveASTVisitor<UseSearch> {
public:
  UseSearch(Result Of, unsigned Depth = 0)
      : Of(Of), Depth(Depth), Made(!Of.Call) {}
  bool Tested = false;
  const Expr *UncheckedUse = nullptr;

  bool VisitIfStmt(IfStmt *If) { return test(If->getCond()); }
  bool VisitWhileStmt(WhileStmt *Loop) { return test(Loop->getCond()); }
  bool VisitConditionalOperator(ConditionalOperator *Choice) {
    return test(Choice->getCond());
  }
  bool VisitBinaryOperator(BinaryOperator *Operator) {
    // `cap != NULL && use(cap)`, `int ok = cap != NULL;`
    if (Operator->isLogicalOp() || Operator->isEqualityOp())
      test(Operator);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *Operator) {
    if (Operator->getOpcode() == UO_LNot)
      test(Operator);
    return true;
  }
  bool VisitCallExpr(CallExpr *User) {
    // The holder may have held something else before.
    Made |= User == Of.Call;
    if (User == Of.Call || Tested)
      return true;
    for (unsigned I = 0; I < User->getNumArgs(); ++I)
      if (Made ? Of.is(User->getArg(I)) : stripped(User->getArg(I)) == Of.Call)
        use(User, I);
    return true;
  }

private:
  bool test(const Expr *Condition) {
    Tested |= Condition && !UncheckedUse && Of.isIn(Condition);
    return true;
  }
  void use(const CallExpr *User, unsigned Argument) {
    StringRef Name = calleeName(User);
    if (Name == "PyCapsule_IsValid") {
      Tested = true;
      return;
    }
    if (Name.starts_with("Py") || Name.starts_with("_Py")) {
      if (!acceptsNull(Name) && !UncheckedUse)
        UncheckedUse = User;
      return;
    }
    // A function of the program's own: what does it do with it?
    const FunctionDecl *Callee = calleeWithBody(User);
    if (!Callee || Depth > 1 || Argument >= Callee->getNumParams() ||
        isa<CXXOperatorCallExpr>(User)) {
      Tested = true; // for all anybody knows
      return;
    }
    UseSearch Inner({Callee->getParamDecl(Argument), nullptr}, Depth + 1);
    Inner.TraverseStmt(Callee->getBody());
    if (Inner.UncheckedUse && !UncheckedUse)
      UncheckedUse = User;
    else
      Tested |= Inner.Tested;
  }

  Result Of;
  unsigned Depth;
  bool Made; ///< the walk has come past the call
};

/// A function that Python calls: `PyObject *f(PyObject *self, PyObject *args)`.
bool isCalledByPython(const FunctionDecl *Function) {
  return Function->getNumParams() >= 2 &&
         isPythonObject(Function->getReturnType()) &&
         isPythonObject(Function->getParamDecl(0)->getType());
}

bool isNull(const Expr *E, ASTContext &Context) {
  return E->IgnoreParenCasts()->isNullPointerConstant(
             Context, Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull;
}

/// What a NULL branch does beside clearing the error.
class BranchVisitor : public RecursiveASTVisitor<BranchVisitor> {
public:
  explicit BranchVisitor(ASTContext &Context) : Context(Context) {}
  bool DoesMore = false;
  bool Leaves = false;
  bool ReturnsNull = false;

  bool VisitCallExpr(CallExpr *Call) {
    static constexpr StringRef Housekeeping[] = {"PyErr_Clear",
                                                 "PyErr_ExceptionMatches",
                                                 "PyErr_GivenExceptionMatches",
                                                 "Py_DECREF",
                                                 "Py_XDECREF",
                                                 "PyErr_Occurred"};
    DoesMore |= !llvm::is_contained(Housekeeping, calleeName(Call));
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *Operator) {
    DoesMore |= Operator->isAssignmentOp();
    return true;
  }
  bool VisitReturnStmt(ReturnStmt *Return) {
    Leaves = true;
    ReturnsNull |=
        Return->getRetValue() && isNull(Return->getRetValue(), Context);
    return true;
  }
  bool VisitGotoStmt(GotoStmt *) {
    Leaves = DoesMore = true;
    return true;
  }
  bool VisitContinueStmt(ContinueStmt *) { return Leaves = true; }
  bool VisitBreakStmt(BreakStmt *) { return Leaves = true; }

private:
  ASTContext &Context;
};

/// Finds the NULL branches that take the error.
class BranchSearch : public RecursiveASTVisitor<BranchSearch> {
public:
  BranchSearch(Result Of, const ParentMap &Parents,
               const FunctionDecl *Function)
      : Of(Of), Parents(Parents), Function(Function) {}
  std::vector<Handler> Found;

  bool VisitIfStmt(IfStmt *If) {
    if (!Of.isIn(If->getCond()))
      return true;
    ErrorPaths Classes(ErrorPaths::Code::NullBranch, &Parents);
    auto [True, False] = Classes.split(If->getCond(), ExceptionSet::all());
    add(If, If->getThen(), True, Classes);
    add(If, If->getElse(), False, Classes);
    return true;
  }

private:
  void add(const IfStmt *If, const Stmt *Branch, ExceptionSet Arriving,
           const ErrorPaths &Condition) {
    if (!Branch)
      return;
    ErrorPaths Paths(ErrorPaths::Code::NullBranch, &Parents);
    Paths.walk(Branch, Arriving);
    Handler Made;
    Made.Receives = Paths.taken();
    if (Made.Receives.empty())
      return;
    Made.Range = spanOf(Branch->getSourceRange());
    Made.Spelling = "PyErr_Clear";
    llvm::SmallVector<const CallExpr *, 2> Tests(Condition.classTests());
    Tests.append(Paths.classTests().begin(), Paths.classTests().end());
    if (Tests.size() == 1)
      Made.Match = spanOf(Tests.front()->getSourceRange());
    Made.Swallows = isDropped(If, Branch);
    Found.push_back(Made);
  }

  /// `PyErr_Clear(); return NULL;`: a NULL without an error is a SystemError
  /// for Python. And clearing alone, where nobody looks at the result again.
  bool isDropped(const IfStmt *If, const Stmt *Branch) {
    BranchVisitor Body(Function->getASTContext());
    Body.TraverseStmt(const_cast<Stmt *>(Branch));
    if (Body.DoesMore)
      return false;
    if (Body.Leaves)
      return Body.ReturnsNull && isCalledByPython(Function);
    bool TestedAgain = false;
    const SourceManager &Sources = Function->getASTContext().getSourceManager();
    forEachStatement(Function->getBody(), [&](const Stmt *Each) {
      const auto *Later = dyn_cast<IfStmt>(Each);
      TestedAgain |= Later && Later != If &&
                     Sources.isBeforeInTranslationUnit(If->getEndLoc(),
                                                       Later->getBeginLoc()) &&
                     Of.isIn(Later->getCond());
    });
    return !TestedAgain;
  }

  Result Of;
  const ParentMap &Parents;
  const FunctionDecl *Function;
};

const ValueDecl *targetOf(const Expr *Target) {
  Target = Target->IgnoreParenCasts();
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Target))
    return Reference->getDecl();
  if (const auto *Member = dyn_cast<MemberExpr>(Target))
    return Member->getMemberDecl();
  return nullptr;
}

/// What hands a result on as it is, NULL included: casts, temporaries, and the
/// wrappers that take the reference over (`reinterpret_steal<object>(…)`).
bool passesOn(const Stmt *Parent) {
  if (isa<CastExpr>(Parent) || isa<ParenExpr>(Parent) ||
      isa<ConditionalOperator>(Parent) || isa<FullExpr>(Parent) ||
      isa<MaterializeTemporaryExpr>(Parent) ||
      isa<CXXBindTemporaryExpr>(Parent) || isa<CXXConstructExpr>(Parent))
    return true;
  const auto *Wrapper = dyn_cast<CallExpr>(Parent);
  if (!Wrapper)
    return false;
  StringRef Name = calleeName(Wrapper);
  return bindingStyle(Wrapper->getDirectCallee()) &&
         (Name == "reinterpret_steal" || Name == "steal" ||
          Name == "reinterpret_borrow" || Name == "borrow");
}

/// The variable or member the result of \p Call is put into, if any.
const ValueDecl *resultVariable(const Expr *Call, const ParentMap &Parents) {
  const Stmt *Child = Call;
  for (const Stmt *Parent = Parents.getParent(Child); Parent;
       Child = Parent, Parent = Parents.getParent(Child)) {
    if (const auto *Declaration = dyn_cast<DeclStmt>(Parent)) {
      for (const Decl *Each : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(Each))
          if (Variable->getInit() == Child)
            return Variable;
      return nullptr;
    }
    if (const auto *Assign = dyn_cast<BinaryOperator>(Parent)) {
      if (Assign->getOpcode() != BO_Assign)
        return nullptr;
      return targetOf(Assign->getLHS());
    }
    if (const auto *Assign = dyn_cast<CXXOperatorCallExpr>(Parent)) {
      if (Assign->getOperator() != OO_Equal)
        return nullptr;
      return targetOf(Assign->getArg(0));
    }
    if (!passesOn(Parent))
      return nullptr;
  }
  return nullptr;
}

} // namespace

NullResult nullResultOf(const Expr *Call, const ParentMap &Parents,
                        const FunctionDecl *Function) {
  const Result Of{resultVariable(Call, Parents), Call};
  UseSearch Uses(Of);
  Uses.TraverseStmt(Function->getBody());
  BranchSearch Branches(Of, Parents, Function);
  Branches.TraverseStmt(Function->getBody());
  NullResult Result;
  Result.Holder = Of.Holder;
  Result.Tested = Uses.Tested;
  Result.UncheckedUse = Uses.UncheckedUse;
  Result.Handlers = std::move(Branches.Found);
  return Result;
}

} // namespace dlpack_tidy::model
