//===--- ManagedCopies.cpp - managed structs that are copied --------------===//

#include "model/ManagedCopies.h"

#include "model/Callable.h"
#include "model/DLPackTypes.h"
#include "model/Walk.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

/// The member or variable that \p Value names, where that is a managed struct
/// and no pointer to one.
const ValueDecl *structNamed(const Expr *Value) {
  Value = stripped(Value);
  const ValueDecl *Named = nullptr;
  if (const auto *Member = dyn_cast<MemberExpr>(Value))
    Named = Member->getMemberDecl();
  else if (const auto *Reference = dyn_cast<DeclRefExpr>(Value))
    Named = Reference->getDecl();
  if (!Named || Named->getType()->isReferenceType() ||
      !isManaged(structKind(Named->getType())))
    return nullptr;
  return cast<ValueDecl>(Named->getCanonicalDecl());
}

/// A struct that somebody else made: behind a pointer, a reference, or passed.
bool isForeign(const Expr *Value) {
  Value = stripped(Value);
  if (const auto *Move = dyn_cast<CallExpr>(Value);
      Move && plainName(Move->getDirectCallee()) == "move" &&
      Move->getNumArgs() == 1)
    Value = stripped(Move->getArg(0));
  if (const auto *Deref = dyn_cast<UnaryOperator>(Value))
    return Deref->getOpcode() == UO_Deref;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Value))
    return Operator->getOperator() == OO_Star;
  const auto *Reference = dyn_cast<DeclRefExpr>(Value);
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  return Variable &&
         (isa<ParmVarDecl>(Variable) || Variable->getType()->isReferenceType());
}

struct Copy {
  const ValueDecl *Into;
  const Expr *From;
};

void addCopies(const FunctionDecl *Function, std::vector<Copy> &Into) {
  auto Add = [&](const ValueDecl *To, const Expr *From) {
    if (!To || !From)
      return;
    From = stripped(From);
    // A constructor of the struct's own around what is copied.
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(From);
        Construct && Construct->getNumArgs() == 1)
      From = stripped(Construct->getArg(0));
    if (isForeign(From))
      Into.push_back({To, From});
  };
  forEachStatement(Function, [&](const Stmt *Each) {
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Each)) {
      if (Operator->getOperator() == OO_Equal)
        Add(structNamed(Operator->getArg(0)), Operator->getArg(1));
    } else if (const auto *Operator = dyn_cast<BinaryOperator>(Each)) {
      if (Operator->getOpcode() == BO_Assign)
        Add(structNamed(Operator->getLHS()), Operator->getRHS());
    } else if (const auto *Declared = dyn_cast<DeclStmt>(Each)) {
      for (const Decl *One : Declared->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(One);
            Variable && Variable->hasInit() &&
            isManaged(structKind(Variable->getType())) &&
            !Variable->getType()->isReferenceType())
          Add(cast<ValueDecl>(Variable->getCanonicalDecl()),
              Variable->getInit());
    }
  });
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Function))
    for (const CXXCtorInitializer *Each : Constructor->inits())
      if (const FieldDecl *Field = Each->getMember();
          Field && isManaged(structKind(Field->getType())) &&
          !Field->getType()->isReferenceType())
        Add(cast<ValueDecl>(Field->getCanonicalDecl()), Each->getInit());
}

/// `x.deleter(&x)`: the struct x.
const ValueDecl *releasedInPlace(const CallExpr *Call) {
  if (Call->getNumArgs() != 1 ||
      tensorField(Call->getCallee()->IgnoreParenImpCasts()) !=
          TensorField::Deleter)
    return nullptr;
  const auto *Address =
      dyn_cast<UnaryOperator>(Call->getArg(0)->IgnoreParenImpCasts());
  return Address && Address->getOpcode() == UO_AddrOf
             ? structNamed(Address->getSubExpr())
             : nullptr;
}

bool outlivesCall(const VarDecl *Variable) {
  return !Variable->hasLocalStorage() ||
         Variable->getType()->isLValueReferenceType();
}

} // namespace

std::vector<ManagedCopy> managedCopies(const Producers &Made) {
  std::vector<Copy> Copies;
  for (const FunctionDecl *Each : Made.concerned())
    addCopies(Each, Copies);
  std::vector<ManagedCopy> Found;
  if (Copies.empty())
    return Found;
  for (const FunctionDecl *Each : Made.concerned())
    forEachStatement(Each, [&](const Stmt *Part) {
      const auto *Call = dyn_cast<CallExpr>(Part);
      const ValueDecl *Released = Call ? releasedInPlace(Call) : nullptr;
      for (const Copy &One : Copies)
        if (Released && One.Into == Released)
          Found.push_back({One.From, Call});
    });
  return Found;
}

std::vector<BorrowingDeleter> borrowingDeleters(const Producers &Made) {
  std::vector<BorrowingDeleter> Found;
  auto Look = [&](const Expr *Owner) {
    const auto *Construct = dyn_cast<CXXConstructExpr>(stripped(Owner));
    if (!Construct ||
        !isOneOf(plainName(Construct->getConstructor()->getParent()),
                 {"shared_ptr", "unique_ptr"}))
      return;
    for (const Expr *Argument : Construct->arguments()) {
      const auto *Deleter = dyn_cast<LambdaExpr>(stripped(Argument));
      if (!Deleter)
        continue;
      for (const LambdaCapture &Each : Deleter->captures()) {
        const auto *Variable =
            Each.capturesVariable() && Each.getCaptureKind() == LCK_ByRef
                ? dyn_cast<VarDecl>(Each.getCapturedVar())
                : nullptr;
        if (Variable && !outlivesCall(Variable))
          Found.push_back({Deleter, Variable});
      }
    }
  };
  for (const FunctionDecl *Each : Made.concerned())
    forEachStatement(Each, [&](const Stmt *Part) {
      if (const auto *Return = dyn_cast<ReturnStmt>(Part)) {
        if (Return->getRetValue())
          Look(Return->getRetValue());
      } else if (const auto *Set = dyn_cast<CXXOperatorCallExpr>(Part)) {
        if (Set->getOperator() == OO_Equal &&
            isa<MemberExpr>(stripped(Set->getArg(0))))
          Look(Set->getArg(1));
      }
    });
  return Found;
}

} // namespace dlpack_tidy::model
