//===--- Definitions.cpp - what the variables of a function are set to ----===//

#include "model/Definitions.h"

#include "model/Callable.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

/// `object cap;` constructs an empty object: nothing worth knowing.
bool saysNothing(const Expr *Init) {
  Init = Init->IgnoreImplicit();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Init))
    return Construct->getNumArgs() == 0 && !Construct->isListInitialization();
  return false;
}

class Collector : public RecursiveASTVisitor<Collector> {
public:
  Collector(llvm::DenseMap<const VarDecl *, VariableDefinitions> &Known,
            llvm::DenseMap<const VarDecl *, const Expr *> &Ranges,
            llvm::DenseMap<const VarDecl *, const VarDecl *> &Elements)
      : Known(Known), Ranges(Ranges), Elements(Elements) {}

  bool shouldVisitLambdaBody() const { return true; }

  bool VisitVarDecl(VarDecl *Variable) {
    if (const Expr *Init = Variable->getInit())
      if (!isa<ParmVarDecl>(Variable) && !saysNothing(Init))
        Known[Variable].Values.push_back(Init);
    return true;
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *Loop) {
    if (const VarDecl *Variable = Loop->getLoopVariable())
      Ranges[Variable] = Loop->getRangeInit();
    if (const DeclStmt *Begin = Loop->getBeginStmt())
      if (const auto *Iterator = dyn_cast<VarDecl>(Begin->getSingleDecl())) {
        Ranges[Iterator] = Loop->getRangeInit();
        Elements[Iterator] = Loop->getLoopVariable();
      }
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *Operator) {
    if (!Operator->isAssignmentOp())
      return true;
    if (const VarDecl *Variable = variableIn(Operator->getLHS())) {
      if (Operator->getOpcode() == BO_Assign)
        Known[Variable].Values.push_back(Operator->getRHS());
      else {
        Known[Variable].Updates.push_back(Operator->getRHS());
        Known[Variable].OtherwiseChanged = true;
      }
    }
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *Operator) {
    if (Operator->isIncrementDecrementOp())
      if (const VarDecl *Variable = variableIn(Operator->getSubExpr()))
        Known[Variable].OtherwiseChanged = true;
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    if (auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call)) {
      if (Operator->getOperator() == OO_Equal && Operator->getNumArgs() == 2)
        set(Operator->getArg(0), Operator->getArg(1));
      if (Operator->getOperator() == OO_GreaterGreater) // `stream >> value`
        if (const VarDecl *Variable = variableIn(Operator->getArg(1)))
          Known[Variable].ReferenceTo.push_back(Call);
      return true;
    }
    for (unsigned I = 0; I < Call->getNumArgs(); ++I)
      if (writesThrough(Call->getDirectCallee(), I))
        if (const VarDecl *Variable = variableIn(Call->getArg(I)))
          Known[Variable].ReferenceTo.push_back(Call);
    for (const Expr *Argument : Call->arguments())
      if (const auto *Address =
              dyn_cast<UnaryOperator>(Argument->IgnoreParenCasts()))
        if (Address->getOpcode() == UO_AddrOf)
          if (const VarDecl *Variable = variableIn(Address->getSubExpr()))
            Known[Variable].OutputOf.push_back(Call);
    return true;
  }

private:
  void set(const Expr *Target, const Expr *Value) {
    if (const VarDecl *Variable = variableIn(Target)) {
      Known[Variable].Values.push_back(Value);
      return;
    }
    const auto *Tie = dyn_cast<CallExpr>(Target->IgnoreUnlessSpelledInSource());
    const FunctionDecl *Callee = Tie ? Tie->getDirectCallee() : nullptr;
    if (!Callee || !Callee->isInStdNamespace() || !Callee->getIdentifier() ||
        Callee->getName() != "tie")
      return;
    for (unsigned I = 0; I < Tie->getNumArgs(); ++I)
      if (const VarDecl *Variable = variableIn(Tie->getArg(I))) {
        Known[Variable].TiedTo = Value;
        Known[Variable].TiedItem = I;
      }
  }

  llvm::DenseMap<const VarDecl *, VariableDefinitions> &Known;
  llvm::DenseMap<const VarDecl *, const Expr *> &Ranges;
  llvm::DenseMap<const VarDecl *, const VarDecl *> &Elements;
};

} // namespace

Definitions::Definitions(const Stmt *Body) {
  if (Body)
    Collector(Known, Ranges, Elements).TraverseStmt(const_cast<Stmt *>(Body));
}

const VariableDefinitions &Definitions::of(const VarDecl *Variable) const {
  static const VariableDefinitions None;
  auto Found = Known.find(Variable);
  return Found == Known.end() ? None : Found->second;
}

bool Definitions::isReassigned(const VarDecl *Variable) const {
  const VariableDefinitions &Defined = of(Variable);
  unsigned Initial = !isa<ParmVarDecl>(Variable) && Variable->hasInit() ? 1 : 0;
  return Defined.OtherwiseChanged || Defined.Values.size() > Initial;
}

} // namespace dlpack_tidy::model
