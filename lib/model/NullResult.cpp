//===--- NullResult.cpp - what becomes of a C API call's NULL -------------===//

#include "model/Handlers.h"
#include "model/PyLowering.h"

#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

using rules::ExceptionSet;
using rules::PyException;

StringRef calleeName(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  return Callee && Callee->getIdentifier() ? Callee->getName() : StringRef();
}

/// Functions that take NULL for an answer.
bool acceptsNull(StringRef Name) {
  return Name == "Py_XDECREF" || Name == "Py_XINCREF" || Name == "Py_XNewRef" ||
         Name == "PyCapsule_IsValid" || Name == "Py_CLEAR" ||
         Name == "_Py_XDECREF" || Name == "_Py_XINCREF";
}

/// What an expression tests: `v`, `!v`, `v == NULL`, `PyErr_Occurred()`.
class TestSearch : public RecursiveASTVisitor<TestSearch> {
public:
  TestSearch(const ValueDecl *Variable, const Expr *Call)
      : Variable(Variable), Call(Call) {}
  bool Found = false;
  bool VisitDeclRefExpr(DeclRefExpr *Reference) {
    Found |= Variable && Reference->getDecl() == Variable;
    return true;
  }
  bool VisitMemberExpr(MemberExpr *Member) {
    Found |= Variable && Member->getMemberDecl() == Variable;
    return true;
  }
  bool VisitCallExpr(CallExpr *Each) {
    Found |= Each == Call || calleeName(Each) == "PyErr_Occurred";
    return true;
  }

private:
  const ValueDecl *Variable;
  const Expr *Call;
};

/// The parts of a NULL branch that matter.
class NullBranch : public RecursiveASTVisitor<NullBranch> {
public:
  bool Clears = false;
  bool OnlyLeaves = true; ///< nothing but clearing and returning
  ExceptionSet Matched;

  bool VisitCallExpr(CallExpr *Call) {
    StringRef Name = calleeName(Call);
    if (Name == "PyErr_Clear")
      Clears = true;
    else if (Name != "PyErr_ExceptionMatches" &&
             Name != "PyErr_GivenExceptionMatches" && Name != "Py_XDECREF" &&
             Name != "Py_DECREF")
      OnlyLeaves = false;
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *Operator) {
    if (Operator->isAssignmentOp())
      OnlyLeaves = false;
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Reference) {
    if (const auto *Class = dyn_cast<VarDecl>(Reference->getDecl()))
      if (Class->getIdentifier() && Class->getName().starts_with("PyExc_"))
        if (std::optional<PyException> Named =
                rules::exceptionNamed(Class->getName().str()))
          Matched.insert(*Named);
    return true;
  }
};

class UseSearch : public RecursiveASTVisitor<UseSearch> {
public:
  UseSearch(const ValueDecl *Variable, const Expr *Call,
            const FunctionDecl *Function, NullResult &Result)
      : Variable(Variable), Call(Call), Function(Function), Result(Result) {}

  bool VisitIfStmt(IfStmt *If) {
    if (!tests(If->getCond()))
      return true;
    Result.Tested = true;
    for (Stmt *Branch : {If->getThen(), If->getElse()})
      if (Branch)
        addHandler(Branch, If->getCond());
    return true;
  }
  bool VisitConditionalOperator(ConditionalOperator *Choice) {
    Result.Tested |= tests(Choice->getCond());
    return true;
  }
  bool VisitWhileStmt(WhileStmt *Loop) {
    Result.Tested |= tests(Loop->getCond());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *Operator) {
    // `cap != NULL && use(cap)`, `int ok = cap != NULL;`, `assert(cap)`.
    if (Operator->isLogicalOp() || Operator->isEqualityOp())
      Result.Tested |= tests(Operator);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *Operator) {
    if (Operator->getOpcode() == UO_LNot)
      Result.Tested |= tests(Operator);
    return true;
  }
  bool VisitCallExpr(CallExpr *User) {
    StringRef Name = calleeName(User);
    if (User == Call)
      return true;
    for (const Expr *Argument : User->arguments()) {
      if (!isResult(Argument))
        continue;
      if (acceptsNull(Name))
        Result.Tested |= Name == "PyCapsule_IsValid";
      else if (!Result.UncheckedUse)
        Result.UncheckedUse = User;
    }
    return true;
  }

private:
  bool isResult(const Expr *E) const {
    E = E->IgnoreParenCasts();
    if (E == Call)
      return true;
    if (const auto *Reference = dyn_cast<DeclRefExpr>(E))
      return Variable && Reference->getDecl() == Variable;
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return Variable && Member->getMemberDecl() == Variable;
    return false;
  }
  bool tests(const Expr *Condition) const {
    TestSearch Search(Variable, Call);
    Search.TraverseStmt(const_cast<Expr *>(Condition));
    return Search.Found;
  }
  void addHandler(Stmt *Branch, const Expr *Condition) {
    NullBranch Body;
    Body.TraverseStmt(Branch);
    if (!Body.Clears)
      return;
    // `if (cap == NULL && PyErr_ExceptionMatches(…))` says it in the test.
    Body.TraverseStmt(const_cast<Expr *>(Condition));
    Handler Made;
    Made.Range = spanOf(Branch->getSourceRange());
    Made.Spelling = "PyErr_Clear";
    Made.Receives = Body.Matched.empty()
                        ? ExceptionSet::of({PyException::BaseException})
                        : Body.Matched;
    // `PyErr_Clear(); return NULL;`: a PyObject * of NULL without an error is
    // a SystemError for whoever gets it.
    Made.Swallows =
        Body.OnlyLeaves && isPythonObject(Function->getReturnType());
    Result.Handlers.push_back(Made);
  }

  const ValueDecl *Variable;
  const Expr *Call;
  const FunctionDecl *Function;
  NullResult &Result;
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
  NullResult Result;
  const ValueDecl *Variable = resultVariable(Call, Parents);
  Result.Holder = Variable;
  UseSearch(Variable, Call, Function, Result).TraverseStmt(Function->getBody());
  if (Result.Tested)
    Result.UncheckedUse = nullptr;
  return Result;
}

} // namespace dlpack_tidy::model
