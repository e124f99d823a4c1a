//===--- BorrowedContext.cpp - references that a deleter drops ------------===//

#include "model/BorrowedContext.h"

#include "model/Callable.h"
#include "model/PythonApi.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

/// Where \p Deleter drops a reference to what `manager_ctx` holds, directly or
/// through a variable; invalid where it does not.
SourceRange dropsContext(const FunctionDecl *Deleter) {
  Definitions Locals(Deleter->getBody());
  auto IsContext = [&](const Expr *Value) {
    Value = stripped(Value);
    if (const auto *Handle = dyn_cast<CXXConstructExpr>(Value);
        Handle && Handle->getNumArgs() >= 1)
      Value = stripped(Handle->getArg(0));
    if (const auto *Named = dyn_cast<DeclRefExpr>(Value))
      if (const auto *Variable = dyn_cast<VarDecl>(Named->getDecl()))
        if (const Expr *Set = Locals.of(Variable).single())
          Value = stripped(Set);
    return tensorField(Value) == TensorField::ManagerContext;
  };
  SourceRange Found;
  forEachStatement(Deleter->getBody(), [&](const Stmt *Each) {
    const auto *Call = dyn_cast<CallExpr>(Each);
    if (!Call || Found.isValid())
      return;
    StringRef Name = plainName(Call->getDirectCallee());
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call)) {
      if (Name == "dec_ref" && IsContext(Method->getImplicitObjectArgument()))
        Found = Call->getSourceRange();
    } else if ((Name == "Py_DECREF" || Name == "Py_XDECREF" ||
                Name == "Py_DecRef" || Name == "_Py_DECREF") &&
               Call->getNumArgs() >= 1 && IsContext(Call->getArg(0))) {
      Found = Call->getSourceRange();
    }
  });
  return Found;
}

/// The function takes a reference of some object, or gives one away.
bool takesReference(const FunctionDecl *Function) {
  bool Found = false;
  forEachStatement(Function, [&](const Stmt *Each) {
    const auto *Call = dyn_cast<CallExpr>(Each);
    StringRef Name = Call ? plainName(Call->getDirectCallee()) : StringRef();
    std::string Lower = Name.lower();
    for (StringRef Word : {"incref", "newref", "inc_ref", "release"})
      Found |= StringRef(Lower).contains(Word);
  });
  return Found;
}

/// An object that belongs to the caller: a PyObject * parameter, or the pointer
/// out of a handle.
bool isBorrowed(const Expr *Value) {
  Value = stripped(Value);
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Value))
    return plainName(Method->getMethodDecl()) == "ptr" &&
           isPythonHandle(Method->getImplicitObjectArgument()->getType()) &&
           isa<DeclRefExpr>(stripped(Method->getImplicitObjectArgument()));
  const auto *Named = dyn_cast<DeclRefExpr>(Value);
  const auto *Parameter =
      Named ? dyn_cast<ParmVarDecl>(Named->getDecl()) : nullptr;
  return Parameter && isPyObjectPointer(Parameter->getType());
}

} // namespace

std::vector<BorrowedContext> borrowedContexts(const Producers &Made) {
  std::vector<BorrowedContext> Found;
  for (const DeleterSite &Site : Made.deleters()) {
    if (!Site.Deleter || !Site.Deleter->hasBody() || !Site.In ||
        takesReference(Site.In))
      continue;
    SourceRange Dropped = dropsContext(Site.Deleter);
    if (Dropped.isInvalid())
      continue;
    forEachStatement(Site.In, [&](const Stmt *Each) {
      const auto *Assignment = dyn_cast<BinaryOperator>(Each);
      if (Assignment && Assignment->getOpcode() == BO_Assign &&
          tensorField(Assignment->getLHS()) == TensorField::ManagerContext &&
          isBorrowed(Assignment->getRHS()))
        Found.push_back({Assignment->getRHS(), Dropped});
    });
  }
  return Found;
}

} // namespace dlpack_tidy::model
