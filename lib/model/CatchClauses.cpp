//===--- CatchClauses.cpp - what a C++ handler receives -------------------===//

#include "model/Callable.h"
#include "model/ErrorPaths.h"
#include "model/Handlers.h"
#include "model/PyLowering.h"

#include "clang/AST/CXXInheritance.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

using rules::ExceptionSet;

enum class CaughtKind {
  PythonErrors, ///< error_already_set, python_error and their bases, `...`
  ForThrowing,  ///< py::buffer_error & co.: what C++ throws, Python never does
  Other
};

const CXXRecordDecl *classOf(QualType Caught) {
  return Caught.getNonReferenceType()->getAsCXXRecordDecl();
}

/// The class in which pybind11 or nanobind throw Python's errors, where the
/// translation unit knows one.
const CXXRecordDecl *pythonErrorClass(ASTContext &Context) {
  for (auto [Namespace, Name] : {std::pair("pybind11", "error_already_set"),
                                 std::pair("nanobind", "python_error")})
    for (const NamedDecl *Room : Context.getTranslationUnitDecl()->lookup(
             &Context.Idents.get(Namespace)))
      if (const auto *In = dyn_cast<NamespaceDecl>(Room))
        for (const NamedDecl *Each : In->lookup(&Context.Idents.get(Name)))
          if (const auto *Class = dyn_cast<CXXRecordDecl>(Each))
            if (const CXXRecordDecl *Definition = Class->getDefinition())
              return Definition;
  return nullptr;
}

/// py::buffer_error and the base of its kind. The others (type_error,
/// cast_error, index_error) are also thrown by the library's own conversions.
CaughtKind bindingKind(const CXXRecordDecl *Record) {
  StringRef Name = Record->getName();
  if (Name == "error_already_set" || Name == "python_error")
    return CaughtKind::PythonErrors;
  return Name == "buffer_error" || Name == "value_error" ||
                 Name == "builtin_exception"
             ? CaughtKind::ForThrowing
             : CaughtKind::Other;
}

CaughtKind caughtKind(QualType Caught, ASTContext &Context) {
  if (Caught.isNull())
    return CaughtKind::PythonErrors;
  const CXXRecordDecl *Record = classOf(Caught);
  if (!Record || !Record->getIdentifier())
    return CaughtKind::Other;
  if (bindingStyle(Record))
    return bindingKind(Record);
  if (!Record->isInStdNamespace())
    return CaughtKind::Other;
  if (Record->getName() == "exception")
    return CaughtKind::PythonErrors;
  if (Record->getName() != "runtime_error")
    return CaughtKind::Other;
  // Python's errors were runtime_errors in old releases of pybind11.
  const CXXRecordDecl *Error = pythonErrorClass(Context);
  if (!Error || !Record->getDefinition())
    return CaughtKind::Other;
  return Error->isDerivedFrom(Record->getDefinition())
             ? CaughtKind::PythonErrors
             : CaughtKind::ForThrowing;
}

/// True where the try block throws something the clause can catch, or calls
/// what may.
class ThrowSearch : public RecursiveASTVisitor<ThrowSearch> {
public:
  explicit ThrowSearch(QualType Caught) : Caught(classOf(Caught)) {}
  bool Found = false;

  bool VisitCXXThrowExpr(CXXThrowExpr *Throw) {
    if (const Expr *Thrown = Throw->getSubExpr())
      Found |= isCaught(classOf(Thrown->getType()));
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || bindingStyle(Callee))
      return true;
    if (const FunctionDecl *Body = calleeWithBody(Call)) {
      if (Seen.insert(Body).second)
        TraverseStmt(Body->getBody());
    } else if (Caught->isInStdNamespace()) {
      // Who throws py::buffer_error is likely to be at hand; std::runtime_error
      // can come from anywhere.
      Found = true;
    }
    return true;
  }

private:
  bool isCaught(const CXXRecordDecl *Thrown) const {
    if (!Thrown || !Thrown->getDefinition())
      return false;
    Thrown = Thrown->getDefinition();
    return Thrown->getCanonicalDecl() == Caught->getCanonicalDecl() ||
           (Caught->getDefinition() &&
            Thrown->isDerivedFrom(Caught->getDefinition()));
  }
  const CXXRecordDecl *Caught;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
};

/// `{}`, `return;`, `continue;`, `PyErr_Clear();`: nothing takes the error's
/// place, and nobody is told.
bool doesNothing(const Stmt *Block) {
  if (const auto *Compound = dyn_cast<CompoundStmt>(Block))
    return llvm::all_of(Compound->body(), doesNothing);
  if (const auto *Return = dyn_cast<ReturnStmt>(Block))
    return !Return->getRetValue();
  if (isa<NullStmt>(Block) || isa<ContinueStmt>(Block) || isa<BreakStmt>(Block))
    return true;
  const auto *E = dyn_cast<Expr>(Block);
  if (!E)
    return false;
  E = stripped(E);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return plainName(Call->getDirectCallee()) == "PyErr_Clear";
  return isa<DeclRefExpr>(E); // `(void)e;`
}

/// True where the try block's own end is never reached: what follows the
/// statement is for the failure alone.
bool leavesByItself(const Stmt *Block) {
  while (const auto *Compound = dyn_cast<CompoundStmt>(Block)) {
    if (Compound->body_empty())
      return false;
    Block = Compound->body_back();
  }
  if (const auto *If = dyn_cast<IfStmt>(Block))
    return If->getElse() && leavesByItself(If->getThen()) &&
           leavesByItself(If->getElse());
  return isa<ReturnStmt>(Block) || isa<ContinueStmt>(Block) ||
         isa<BreakStmt>(Block) || isa<GotoStmt>(Block);
}

/// Finds a test, behind the try statement, of something the try block sets.
class LaterTest : public RecursiveASTVisitor<LaterTest> {
public:
  LaterTest(const CXXTryStmt *Try, const SourceManager &Sources)
      : End(Try->getEndLoc()), Sources(Sources) {
    Setters(*this).TraverseStmt(const_cast<CompoundStmt *>(Try->getTryBlock()));
  }
  bool Found = false;

  bool VisitIfStmt(IfStmt *If) { return test(If->getCond()); }
  bool VisitWhileStmt(WhileStmt *Loop) { return test(Loop->getCond()); }
  bool VisitConditionalOperator(ConditionalOperator *Choice) {
    return test(Choice->getCond());
  }
  bool VisitSwitchStmt(SwitchStmt *Switch) { return test(Switch->getCond()); }

private:
  class Setters : public RecursiveASTVisitor<Setters> {
  public:
    explicit Setters(LaterTest &Owner) : Owner(Owner) {}
    bool VisitBinaryOperator(BinaryOperator *Operator) {
      if (Operator->isAssignmentOp())
        add(Operator->getLHS());
      return true;
    }
    bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) {
      if (Call->getOperator() == OO_Equal)
        add(Call->getArg(0));
      return true;
    }

  private:
    void add(const Expr *Target) {
      Target = stripped(Target);
      if (const auto *Reference = dyn_cast<DeclRefExpr>(Target))
        Owner.Set.insert(Reference->getDecl());
      else if (const auto *Member = dyn_cast<MemberExpr>(Target))
        Owner.Set.insert(Member->getMemberDecl());
    }
    LaterTest &Owner;
  };

  bool test(const Expr *Condition) {
    if (Condition &&
        Sources.isBeforeInTranslationUnit(End, Condition->getBeginLoc()))
      Names(*this).TraverseStmt(const_cast<Expr *>(Condition));
    return !Found;
  }
  class Names : public RecursiveASTVisitor<Names> {
  public:
    explicit Names(LaterTest &Owner) : Owner(Owner) {}
    bool VisitDeclRefExpr(DeclRefExpr *Reference) {
      Owner.Found |= Owner.Set.count(Reference->getDecl()) != 0;
      return true;
    }
    bool VisitMemberExpr(MemberExpr *Member) {
      Owner.Found |= Owner.Set.count(Member->getMemberDecl()) != 0;
      return true;
    }

  private:
    LaterTest &Owner;
  };

  SourceLocation End;
  const SourceManager &Sources;
  llvm::SmallPtrSet<const ValueDecl *, 4> Set;
};

bool isDropped(const CXXCatchStmt *Catch, const CXXTryStmt *Try,
               const FunctionDecl *Function) {
  if (!doesNothing(Catch->getHandlerBlock()) ||
      leavesByItself(Try->getTryBlock()))
    return false;
  LaterTest Search(Try, Function->getASTContext().getSourceManager());
  Search.TraverseStmt(Function->getBody());
  return !Search.Found;
}

Handler described(const CXXCatchStmt *Catch, const PrintingPolicy &Policy) {
  Handler Made;
  Made.Range = spanOf(Catch->getSourceRange());
  const VarDecl *Declared = Catch->getExceptionDecl();
  if (!Declared) {
    Made.Spelling = "...";
    return Made;
  }
  if (const TypeSourceInfo *Written = Declared->getTypeSourceInfo())
    Made.Exception = spanOf(Written->getTypeLoc().getSourceRange());
  QualType Caught = Catch->getCaughtType().getNonReferenceType();
  Made.Spelling = Caught.getUnqualifiedType().getAsString(Policy);
  if (const CXXRecordDecl *Class = classOf(Caught))
    Made.Name = Class->getNameAsString();
  return Made;
}

/// Adds the clauses of one try statement that have to do with Python's errors.
/// The first that matches takes them; what it throws on goes further out.
void addClauses(const CXXTryStmt *Try, const ParentMap &Parents,
                const FunctionDecl *Function, std::vector<Handler> &Found) {
  ASTContext &Context = Function->getASTContext();
  for (unsigned I = 0; I < Try->getNumHandlers(); ++I) {
    const CXXCatchStmt *Catch = Try->getHandler(I);
    CaughtKind Kind = caughtKind(Catch->getCaughtType(), Context);
    if (Kind == CaughtKind::Other)
      continue;
    Handler Made = described(Catch, Context.getPrintingPolicy());
    if (Kind == CaughtKind::ForThrowing) {
      ThrowSearch Search(Catch->getCaughtType());
      Search.TraverseStmt(const_cast<CompoundStmt *>(Try->getTryBlock()));
      Made.NeverRuns = !Search.Found;
      if (Made.NeverRuns)
        Found.push_back(Made);
      continue;
    }
    ErrorPaths Paths(ErrorPaths::Code::CatchClause, &Parents);
    Paths.take(Paths.walk(Catch->getHandlerBlock(), ExceptionSet::all()));
    Made.Receives = Paths.taken();
    if (Paths.classTests().size() == 1)
      Made.Match = spanOf(Paths.classTests().front()->getSourceRange());
    Made.Swallows = isDropped(Catch, Try, Function);
    if (!Made.Receives.empty())
      Found.push_back(Made);
    return;
  }
}

} // namespace

std::vector<Handler> handlersAround(const Expr *Call, const ParentMap &Parents,
                                    const FunctionDecl *Function) {
  std::vector<Handler> Found;
  const Stmt *Child = Call;
  for (const Stmt *Parent = Parents.getParent(Child); Parent;
       Child = Parent, Parent = Parents.getParent(Child))
    if (const auto *Try = dyn_cast<CXXTryStmt>(Parent))
      if (Try->getTryBlock() == Child)
        addClauses(Try, Parents, Function, Found);
  return Found;
}

} // namespace dlpack_tidy::model
