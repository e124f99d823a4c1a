//===--- CatchClauses.cpp - what a C++ handler receives -------------------===//

#include "model/Handlers.h"
#include "model/PyLowering.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

using rules::ExceptionSet;
using rules::PyException;

enum class CaughtKind {
  PythonErrors, ///< error_already_set, python_error and their bases, `...`
  ForThrowing,  ///< py::buffer_error & co.: what C++ throws, Python never does
  Other
};

CaughtKind caughtKind(QualType Caught) {
  if (Caught.isNull())
    return CaughtKind::PythonErrors;
  const CXXRecordDecl *Record =
      Caught.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Record || !Record->getIdentifier())
    return CaughtKind::Other;
  StringRef Name = Record->getName();
  if (Record->isInStdNamespace())
    // pybind11's error_already_set is a std::exception (a runtime_error in old
    // releases), so is nanobind's python_error.
    return Name == "exception" || Name == "runtime_error"
               ? CaughtKind::PythonErrors
               : CaughtKind::Other;
  if (!bindingStyle(Record))
    return CaughtKind::Other;
  if (Name == "error_already_set" || Name == "python_error")
    return CaughtKind::PythonErrors;
  bool IsBuiltin = Name == "builtin_exception";
  if (Record->hasDefinition())
    for (const CXXBaseSpecifier &Base : Record->bases())
      if (const CXXRecordDecl *Parent = Base.getType()->getAsCXXRecordDecl())
        IsBuiltin |=
            Parent->getIdentifier() && Parent->getName() == "builtin_exception";
  return IsBuiltin ? CaughtKind::ForThrowing : CaughtKind::Other;
}

/// Looks for `throw`, and for what `matches(PyExc_…)` is asked.
class HandlerBody : public RecursiveASTVisitor<HandlerBody> {
public:
  bool Rethrows = false;
  ExceptionSet Matched;
  llvm::SmallVector<const CallExpr *, 2> Matches;

  bool TraverseLambdaExpr(LambdaExpr *) { return true; }
  bool VisitCXXThrowExpr(CXXThrowExpr *Throw) {
    Rethrows |= !Throw->getSubExpr();
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *Call) {
    const CXXMethodDecl *Method = Call->getMethodDecl();
    if (Method && Method->getIdentifier() && Method->getName() == "matches")
      Matches.push_back(Call);
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

/// True where the try block itself throws something the clause can catch.
class ThrowSearch : public RecursiveASTVisitor<ThrowSearch> {
public:
  explicit ThrowSearch(QualType Caught)
      : Caught(Caught.getNonReferenceType().getUnqualifiedType()) {}
  bool Found = false;
  bool VisitCXXThrowExpr(CXXThrowExpr *Throw) {
    if (const Expr *Thrown = Throw->getSubExpr())
      Found |= Thrown->getType().getCanonicalType().getUnqualifiedType() ==
               Caught.getCanonicalType();
    return true;
  }
  // A function that is not a library's own may throw it as well.
  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && !bindingStyle(Callee))
      if (const FunctionDecl *Body = calleeWithBody(Call))
        if (Seen.insert(Body).second)
          TraverseStmt(Body->getBody());
    return true;
  }

private:
  QualType Caught;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
};

bool isEmpty(const Stmt *Block) {
  const auto *Compound = dyn_cast<CompoundStmt>(Block);
  if (!Compound)
    return isa<NullStmt>(Block);
  for (const Stmt *Each : Compound->body())
    if (!isEmpty(Each))
      return false;
  return true;
}

bool onlyRethrows(const Stmt *Block) {
  const auto *Compound = dyn_cast<CompoundStmt>(Block);
  if (!Compound || Compound->size() != 1)
    return false;
  const Stmt *Only = Compound->body_front();
  if (const auto *E = dyn_cast<Expr>(Only))
    if (const auto *Throw = dyn_cast<CXXThrowExpr>(E->IgnoreParenImpCasts()))
      return !Throw->getSubExpr();
  return false;
}

std::optional<Handler> handlerOf(const CXXCatchStmt *Catch,
                                 const CXXTryStmt *Try,
                                 const PrintingPolicy &Policy) {
  Handler Made;
  Made.Range = spanOf(Catch->getSourceRange());
  QualType Caught = Catch->getCaughtType();
  if (const VarDecl *Declared = Catch->getExceptionDecl()) {
    if (const TypeSourceInfo *Written = Declared->getTypeSourceInfo())
      Made.Exception = spanOf(Written->getTypeLoc().getSourceRange());
    Made.Spelling =
        Caught.getNonReferenceType().getUnqualifiedType().getAsString(Policy);
    if (const CXXRecordDecl *Class =
            Caught.getNonReferenceType()->getAsCXXRecordDecl())
      Made.Name = Class->getNameAsString();
  } else {
    Made.Spelling = "...";
  }
  switch (caughtKind(Caught)) {
  case CaughtKind::Other:
    return std::nullopt;
  case CaughtKind::ForThrowing: {
    ThrowSearch Search(Caught);
    Search.TraverseStmt(const_cast<CompoundStmt *>(Try->getTryBlock()));
    if (Search.Found)
      return std::nullopt;
    Made.NeverRuns = true;
    return Made;
  }
  case CaughtKind::PythonErrors:
    break;
  }
  if (onlyRethrows(Catch->getHandlerBlock()))
    return std::nullopt;
  HandlerBody Body;
  Body.TraverseStmt(Catch->getHandlerBlock());
  Made.Receives = Body.Rethrows && !Body.Matched.empty()
                      ? Body.Matched
                      : ExceptionSet::of({PyException::BaseException});
  if (Body.Matches.size() == 1)
    Made.Match = spanOf(Body.Matches.front()->getSourceRange());
  Made.Swallows = isEmpty(Catch->getHandlerBlock());
  return Made;
}

} // namespace

std::vector<Handler> handlersAround(const Expr *Call, const ParentMap &Parents,
                                    const FunctionDecl *Function) {
  std::vector<Handler> Found;
  const PrintingPolicy &Policy = Function->getASTContext().getPrintingPolicy();
  const Stmt *Child = Call;
  for (const Stmt *Parent = Parents.getParent(Child); Parent;
       Child = Parent, Parent = Parents.getParent(Child)) {
    const auto *Try = dyn_cast<CXXTryStmt>(Parent);
    if (!Try || Try->getTryBlock() != Child)
      continue;
    for (unsigned I = 0; I < Try->getNumHandlers(); ++I)
      if (std::optional<Handler> Each =
              handlerOf(Try->getHandler(I), Try, Policy))
        Found.push_back(*Each);
  }
  return Found;
}

} // namespace dlpack_tidy::model
