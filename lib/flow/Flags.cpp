//===--- Flags.cpp - variables that remember how a test went --------------===//

#include "flow/Flags.h"

#include "model/CallFrame.h"
#include "model/Callable.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

bool hasFlagType(QualType Type) {
  if (Type.isVolatileQualified() || Type->isReferenceType())
    return false;
  if (Type->isIntegralOrEnumerationType() || Type->isPointerType())
    return true;
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !Record->isInStdNamespace() || !Record->getIdentifier())
    return false;
  StringRef Name = Record->getName();
  return Name == "optional" || Name == "basic_string" ||
         Name == "basic_string_view";
}

/// Finds what is tested, and what is changed in ways nobody can see.
class UseVisitor : public RecursiveASTVisitor<UseVisitor> {
public:
  llvm::DenseSet<const VarDecl *> Tested;
  llvm::DenseSet<const VarDecl *> Unclear;

  bool shouldVisitLambdaBody() const { return true; }
  bool VisitIfStmt(IfStmt *If) { return test(If->getCond()); }
  bool VisitWhileStmt(WhileStmt *Loop) { return test(Loop->getCond()); }
  bool VisitDoStmt(DoStmt *Loop) { return test(Loop->getCond()); }
  bool VisitForStmt(ForStmt *Loop) { return test(Loop->getCond()); }
  bool VisitSwitchStmt(SwitchStmt *Switch) { return test(Switch->getCond()); }
  bool VisitReturnStmt(ReturnStmt *Return) {
    return test(Return->getRetValue());
  }
  bool VisitConditionalOperator(ConditionalOperator *Choice) {
    return test(Choice->getCond());
  }
  bool VisitBinaryOperator(BinaryOperator *Operator) {
    return !Operator->isLogicalOp() ||
           (test(Operator->getLHS()) && test(Operator->getRHS()));
  }
  bool VisitUnaryOperator(UnaryOperator *Operator) {
    if (Operator->getOpcode() == UO_AddrOf ||
        Operator->isIncrementDecrementOp())
      unclear(Operator->getSubExpr());
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *Lambda) {
    if (Stmt *Body = Lambda->getBody())
      Assignments(*this).TraverseStmt(Body);
    return true;
  }
  bool VisitVarDecl(VarDecl *Variable) {
    if (Variable->getType()->isReferenceType() && Variable->getInit() &&
        !Variable->getType().getNonReferenceType().isConstQualified())
      unclear(Variable->getInit());
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    // A flag that a helper is handed may be tested there.
    bool Followed = model::calleeWithBody(Call) != nullptr;
    for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
      if (Followed)
        test(Call->getArg(I));
      if (isa<CXXOperatorCallExpr>(Call))
        continue;
      if (model::writesThrough(Callee, I))
        unclear(Call->getArg(I));
    }
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call))
      if (Operator->getOperator() == OO_GreaterGreater) // `stream >> flag`
        unclear(Operator->getArg(1));
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
      if (const CXXMethodDecl *Method = Member->getMethodDecl())
        if (!Method->isConst())
          unclear(Member->getImplicitObjectArgument());
    return true;
  }

private:
  /// What a lambda sets, it sets whenever it runs.
  class Assignments : public RecursiveASTVisitor<Assignments> {
  public:
    explicit Assignments(UseVisitor &Owner) : Owner(Owner) {}
    bool VisitBinaryOperator(BinaryOperator *Operator) {
      if (Operator->isAssignmentOp())
        Owner.unclear(Operator->getLHS());
      return true;
    }
    bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) {
      if (Call->isAssignmentOp())
        Owner.unclear(Call->getArg(0));
      return true;
    }

  private:
    UseVisitor &Owner;
  };

  bool test(const Expr *E) {
    if (E)
      TestedNames(*this).TraverseStmt(const_cast<Expr *>(E));
    return true;
  }
  void unclear(const Expr *E) {
    if (const VarDecl *Variable = model::variableIn(E))
      Unclear.insert(Variable);
  }

  class TestedNames : public RecursiveASTVisitor<TestedNames> {
  public:
    explicit TestedNames(UseVisitor &Owner) : Owner(Owner) {}
    bool VisitDeclRefExpr(DeclRefExpr *Reference) {
      if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
        Owner.Tested.insert(Variable);
      return true;
    }

  private:
    UseVisitor &Owner;
  };
};

} // namespace

Flags::Flags(const FunctionDecl *Function, const model::Definitions &Defined) {
  UseVisitor Uses;
  Uses.TraverseStmt(Function->getBody());
  for (const VarDecl *Each : Uses.Tested)
    if (Each->isLocalVarDeclOrParm() && !Each->isStaticLocal() &&
        hasFlagType(Each->getType()) && !Uses.Unclear.count(Each) &&
        !Defined.of(Each).OtherwiseChanged)
      Watched.insert(Each);
}

const VarDecl *Flags::in(const Expr *E) const {
  const VarDecl *Variable = model::variableIn(E);
  return Variable && contains(Variable) ? Variable : nullptr;
}

void forEachFlagSet(
    const Flags &Watched, const Stmt *At,
    llvm::function_ref<void(const VarDecl *, const Expr *)> Visit) {
  if (Watched.empty())
    return;
  if (const auto *Declaration = dyn_cast<DeclStmt>(At)) {
    for (const Decl *Each : Declaration->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(Each))
        if (Watched.contains(Variable))
          Visit(Variable, Variable->getInit());
    return;
  }
  const Expr *Target = nullptr, *Value = nullptr;
  if (const auto *Operator = dyn_cast<BinaryOperator>(At);
      Operator && Operator->getOpcode() == BO_Assign) {
    Target = Operator->getLHS();
    Value = Operator->getRHS();
  } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(At);
             Call && Call->getOperator() == OO_Equal &&
             Call->getNumArgs() == 2) {
    Target = Call->getArg(0);
    Value = Call->getArg(1);
  }
  if (Target)
    if (const VarDecl *Variable = Watched.in(Target))
      Visit(Variable, Value);
}

const Expr *testedObject(const Expr *Test) {
  while (true) {
    const Expr *Inner = Test->IgnoreParenImpCasts();
    if (const auto *Full = dyn_cast<FullExpr>(Inner))
      Inner = Full->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(Inner))
      Inner = Bound->getSubExpr();
    else if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(Inner))
      Inner = Made->getSubExpr();
    else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Inner))
      Inner = Cast->getSubExpr();
    else if (const auto *Construct = dyn_cast<CXXConstructExpr>(Inner);
             Construct && Construct->getNumArgs() == 1 &&
             Construct->getConstructor()->isCopyOrMoveConstructor())
      Inner = Construct->getArg(0);
    else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Inner)) {
      const CXXMethodDecl *Method = Member->getMethodDecl();
      bool Passes =
          Method &&
          (isa<CXXConversionDecl>(Method) ||
           (Method->getIdentifier() && (Method->getName() == "has_value" ||
                                        Method->getName() == "c_str")));
      if (!Passes)
        return Inner;
      Inner = Member->getImplicitObjectArgument();
    }
    if (Inner == Test)
      return Test;
    Test = Inner;
  }
}

} // namespace dlpack_tidy::flow
