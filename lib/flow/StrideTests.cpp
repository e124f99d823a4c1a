//===--- StrideTests.cpp - how code compares and converts strides ---------===//

#include "flow/StrideTests.h"

#include "flow/Analysis.h"
#include "flow/StrideUnits.h"
#include "flow/TensorScope.h"
#include "model/CallMeaning.h"
#include "model/Callable.h"
#include "model/Constants.h"
#include "model/TensorPath.h"
#include "model/Walk.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMap.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

using model::TensorField;

bool isLoop(const Stmt *S) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
}

class FunctionLook {
public:
  FunctionLook(const FunctionDecl *Function, model::TensorPaths &Paths,
               const ParentMap &Parents, std::vector<StrideFault> &Found)
      : Function(Function), Context(Function->getASTContext()), Paths(Paths),
        Parents(Parents), Found(Found) {
    Frame.Function = Function;
  }

  void run() {
    model::forEachStatement(Function, [&](const Stmt *Each) {
      if (const auto *Binary = dyn_cast<BinaryOperator>(Each))
        note(Binary);
    });
    for (const BinaryOperator *Each : Comparisons)
      judgeComparison(Each);
  }

private:
  void note(const BinaryOperator *Binary) {
    if (Binary->isComparisonOp()) {
      noteExemption(Binary);
      if (Binary->isEqualityOp() && strideIn(Binary))
        Comparisons.push_back(Binary);
    }
  }

  /// `shape[i] > 1`, `n == 0`: sizes that are looked at before strides.
  void noteExemption(const BinaryOperator *Compared) {
    for (bool Swap : {false, true}) {
      const Expr *Size = Swap ? Compared->getRHS() : Compared->getLHS();
      const Expr *Limit = Swap ? Compared->getLHS() : Compared->getRHS();
      std::optional<int64_t> Constant = model::integerConstant(Limit, Context);
      if (!Constant || *Constant < 0 || !isSize(Size))
        continue;
      BinaryOperatorKind Op = Compared->getOpcode();
      if (*Constant > 1 && Op == BO_EQ)
        Known.push_back(Compared);
      if (*Constant > 2)
        continue;
      bool AboveOne = *Constant == 1 && (Op == BO_GT || Op == BO_LE);
      AboveOne |= *Constant == 2 && (Op == BO_GE || Op == BO_LT);
      if (*Constant == 0 || AboveOne)
        Empty.push_back(Compared);
      if (*Constant == 1 || AboveOne)
        Unit.push_back(Compared);
    }
  }

  /// A dimension, a number made from some, or a plain number beside them.
  bool isSize(const Expr *E, unsigned Depth = 0) {
    E = E->IgnoreParenCasts();
    if (auto Element = Paths.element(E, Frame))
      return Element->Array == TensorField::Shape;
    StringRef Name = subjectName(E);
    if (Name.contains_insensitive("shape") ||
        Name.contains_insensitive("dim") || model::countsElements(Name) ||
        Name == "n")
      return true;
    const VarDecl *Variable = model::variableIn(E);
    if (!Variable || Depth > 4)
      return false;
    const model::VariableDefinitions &Set = Paths.definitions().of(Variable);
    for (const Expr *Each : Set.Values)
      if (isSize(Each, Depth + 1))
        return true;
    for (const Expr *Each : Set.Updates)
      if (isSize(Each, Depth + 1))
        return true;
    return false;
  }

  std::optional<model::TensorPaths::Element>
  strideIn(const BinaryOperator *Compared) {
    for (const Expr *Side : {Compared->getLHS(), Compared->getRHS()})
      if (auto Element = strideOf(Side))
        return Element;
    return std::nullopt;
  }

  /// `t.strides[i]`, and a variable that always holds one.
  std::optional<model::TensorPaths::Element> strideOf(const Expr *E) {
    E = E->IgnoreParenCasts();
    if (const VarDecl *Variable = model::variableIn(E))
      if (const Expr *Only = Paths.definitions().of(Variable).single())
        E = Only->IgnoreParenCasts();
    auto Element = Paths.element(E, Frame);
    if (!Element || Element->Array != TensorField::Strides ||
        Paths.info(Element->Path).Origin == model::TensorOrigin::Local)
      return std::nullopt;
    return Element;
  }

  //===--- Contiguity -----------------------------------------------------===//

  void judgeComparison(const BinaryOperator *Compared) {
    const Stmt *Loop = loopAround(Compared);
    if (!comparesWithCompact(Compared) || !refuses(Compared))
      return;
    // In a loop over all dimensions the exemption may stand anywhere in it.
    const Stmt *Around = Loop ? Loop : conditionAround(Compared);
    bool UnitExempt = llvm::any_of(Unit, [&](const BinaryOperator *Each) {
      return isWithin(Each, Around) || encloses(Each, Compared);
    });
    UnitExempt |= llvm::any_of(Known, [&](const BinaryOperator *Each) {
      return encloses(Each, Compared);
    });
    if (!UnitExempt)
      add(StrideFault::UnitCompared, Compared);
    else if (Loop && !emptyExempt(Loop))
      add(StrideFault::EmptyCompared, Compared);
    if (Loop)
      judgeIndices(cast<Stmt>(Loop), Compared);
  }

  /// The empty tensor needs a test of its own: one dimension that is 0 makes
  /// the strides of all others meaningless.
  bool emptyExempt(const Stmt *Loop) {
    for (const BinaryOperator *Each : Empty) {
      std::optional<int64_t> Constant =
          model::integerConstant(Each->getRHS(), Context);
      bool Zero = Constant && *Constant == 0;
      if (Zero || !isWithin(Each, Loop))
        return true;
    }
    bool Counted = false;
    model::forEachStatement(Function, [&](const Stmt *Each) {
      if (const auto *Not = dyn_cast<UnaryOperator>(Each))
        Counted |= Not->getOpcode() == UO_LNot && isSize(Not->getSubExpr());
      if (const auto *If = dyn_cast<IfStmt>(Each))
        Counted |=
            If->getCond()->getType()->isIntegerType() && isSize(If->getCond());
    });
    return Counted;
  }

  /// The other side is what a compact tensor would have: 1, a product of
  /// dimensions, a running product.
  bool comparesWithCompact(const BinaryOperator *Compared) {
    const Expr *Other =
        strideOf(Compared->getLHS()) ? Compared->getRHS() : Compared->getLHS();
    if (std::optional<int64_t> Constant =
            model::integerConstant(Other, Context))
      return *Constant == 1;
    if (strideOf(Other))
      return false;
    return isProduct(Other);
  }

  bool isProduct(const Expr *E, unsigned Depth = 0) {
    E = E->IgnoreParenCasts();
    if (auto Element = Paths.element(E, Frame))
      return Element->Array == TensorField::Shape;
    if (const auto *Binary = dyn_cast<BinaryOperator>(E))
      return Binary->getOpcode() == BO_Mul;
    const VarDecl *Variable = model::variableIn(E);
    if (!Variable || Depth > 3)
      return subjectName(E).contains_insensitive("expected");
    const model::VariableDefinitions &Set = Paths.definitions().of(Variable);
    if (!Set.Updates.empty())
      return true;
    return llvm::any_of(Set.Values, [&](const Expr *Each) {
      return isProduct(Each, Depth + 1);
    });
  }

  const Stmt *loopAround(const Stmt *At) const {
    for (const Stmt *Parent = Parents.getParent(At); Parent;
         Parent = Parents.getParent(Parent))
      if (isLoop(Parent))
        return Parent;
    return nullptr;
  }

  /// The whole condition a comparison is a part of.
  const Stmt *conditionAround(const Stmt *At) const {
    for (const Stmt *Parent = Parents.getParent(At); Parent;
         At = Parent, Parent = Parents.getParent(Parent)) {
      const auto *Logic = dyn_cast<BinaryOperator>(Parent);
      const auto *Not = dyn_cast<UnaryOperator>(Parent);
      if (!(Logic && Logic->isLogicalOp()) &&
          !(Not && Not->getOpcode() == UO_LNot) &&
          !isa<ParenExpr, ImplicitCastExpr, FullExpr>(Parent))
        return At;
    }
    return At;
  }

  bool isWithin(const Stmt *Inner, const Stmt *Outer) const {
    for (const Stmt *Each = Inner; Each; Each = Parents.getParent(Each))
      if (Each == Outer)
        return true;
    return false;
  }

  /// The condition of an `if` around \p At.
  bool encloses(const Stmt *Test, const Stmt *At) const {
    for (const Stmt *Parent = Parents.getParent(At); Parent;
         Parent = Parents.getParent(Parent))
      if (const auto *If = dyn_cast<IfStmt>(Parent))
        if (isWithin(Test, If->getCond()))
          return true;
    return false;
  }

  /// A mismatch ends in an error, in `false`, or in a flag that is cleared.
  bool refuses(const BinaryOperator *Compared) {
    const Stmt *Condition = conditionAround(Compared);
    const Stmt *Parent = Parents.getParent(Condition);
    while (Parent && isa<FullExpr, ImplicitCastExpr, ParenExpr>(Parent))
      Parent = Parents.getParent(Parent);
    if (!Parent)
      return false;
    if (isa<ReturnStmt>(Parent))
      return Function->getReturnType()->isBooleanType() ||
             Function->getReturnType()->isIntegerType();
    if (const auto *Call = dyn_cast<CallExpr>(Parent))
      return model::needsFirstArgument(model::calledName(Call)) ||
             model::calleeWithBody(Call);
    if (isa<BinaryOperator, CompoundAssignOperator, DeclStmt>(Parent))
      return true;
    const auto *If = dyn_cast<IfStmt>(Parent);
    if (!If)
      return false;
    bool Differs = Compared->getOpcode() == BO_NE;
    bool Then = If->getThen() && endsBadly(If->getThen());
    bool Else = If->getElse() && endsBadly(If->getElse());
    return Differs ? Then
                   : Else || (!If->getElse() && negated(Compared) && Then);
  }

  bool negated(const Stmt *At) const {
    bool Odd = false;
    for (const Stmt *Parent = Parents.getParent(At);
         Parent && isa<Expr>(Parent); Parent = Parents.getParent(Parent))
      if (const auto *Not = dyn_cast<UnaryOperator>(Parent))
        Odd ^= Not->getOpcode() == UO_LNot;
    return Odd;
  }

  bool endsBadly(const Stmt *Branch) {
    bool Bad = false;
    model::forEachStatement(Branch, [&](const Stmt *Each) {
      if (isa<CXXThrowExpr, GotoStmt>(Each))
        Bad = true;
      else if (const auto *Return = dyn_cast<ReturnStmt>(Each))
        Bad |= !Return->getRetValue() ||
               !isa<CallExpr>(Return->getRetValue()->IgnoreParenCasts());
      else if (const auto *Call = dyn_cast<CallExpr>(Each))
        Bad |=
            model::neverReturns(model::calledName(Call)) ||
            model::calledName(Call).starts_with("PyErr_Set") ||
            (Call->getDirectCallee() && Call->getDirectCallee()->isNoReturn());
      else if (const auto *Set = dyn_cast<BinaryOperator>(Each))
        Bad |= Set->getOpcode() == BO_Assign &&
               Set->getLHS()->getType()->isBooleanType() &&
               model::integerConstant(Set->getRHS(), Context) == 0;
    });
    return Bad;
  }

  /// `for (i = 1; i < ndim; ++i) … strides[ndim - i]` never looks at 0.
  void judgeIndices(const Stmt *Loop, const BinaryOperator *Compared) {
    const auto *For = dyn_cast<ForStmt>(Loop);
    auto Element = strideIn(Compared);
    if (!For || !Element || !Element->Index || countStrideIndices(For) != 1)
      return;
    const auto *Begin = dyn_cast_or_null<DeclStmt>(For->getInit());
    const auto *Counter = Begin && Begin->isSingleDecl()
                              ? dyn_cast<VarDecl>(Begin->getSingleDecl())
                              : nullptr;
    const auto *Test = dyn_cast_or_null<BinaryOperator>(For->getCond());
    if (!Counter || !Counter->getInit() || !Test ||
        Test->getOpcode() != BO_LT ||
        model::variableIn(Test->getLHS()) != Counter)
      return;
    std::optional<int64_t> First =
        model::integerConstant(Counter->getInit(), Context);
    const Expr *Index = Element->Index->IgnoreParenImpCasts();
    const auto *Minus = dyn_cast<BinaryOperator>(Index);
    bool FromEnd = Minus && Minus->getOpcode() == BO_Sub &&
                   model::variableIn(Minus->getRHS()) == Counter;
    bool Plain = model::variableIn(Index) == Counter;
    if (First && *First == 1 && (FromEnd || Plain))
      add(StrideFault::IndexSkipped, Compared);
  }

  unsigned countStrideIndices(const Stmt *Loop) {
    unsigned Count = 0;
    model::forEachStatement(Loop, [&](const Stmt *Each) {
      if (const auto *E = dyn_cast<ArraySubscriptExpr>(Each))
        if (auto Element = Paths.element(E, Frame))
          Count += Element->Array == TensorField::Strides;
    });
    return Count;
  }

  void add(StrideFault::Kind What, const Expr *At) {
    Found.push_back({What, At, Function});
  }

  const FunctionDecl *Function;
  const ASTContext &Context;
  model::TensorPaths &Paths;
  const ParentMap &Parents;
  std::vector<StrideFault> &Found;
  model::CallFrame Frame;
  std::vector<const BinaryOperator *> Comparisons;
  /// Tests of sizes: against 1, against 0, for one that is above 1.
  std::vector<const BinaryOperator *> Unit, Empty, Known;
};

} // namespace

std::vector<StrideFault> findStrideFaults(const Analysis &Unit) {
  std::vector<StrideFault> Found;
  if (cannotMentionTensors(Unit.context()))
    return Found;
  model::TensorPaths Paths;
  for (const FunctionDecl *Each : Unit.producers().concerned())
    if (const FunctionGraph *Graph = Unit.graphs().graph(Each))
      FunctionLook(Each, Paths, Graph->parents(), Found).run();
  findStrideUnitFaults(Unit, Paths, Found);
  return Found;
}

} // namespace dlpack_tidy::flow
