//===--- Branches.cpp - taking branch conditions apart --------------------===//

#include "flow/Branches.h"

#include "model/CallMeaning.h"
#include "model/Constants.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"

using namespace clang;
using dlpack_tidy::model::integerConstant;

namespace dlpack_tidy::flow {

const Expr *branchTest(const CFGBlock *Block) {
  // Which temporaries have to be destroyed is no test of the program's.
  if (!Block->getTerminatorStmt() || !Block->getTerminator().isStmtBranch() ||
      Block->succ_size() != 2)
    return nullptr;
  // `if (a && b)`: the last block decides on b alone, a has been decided.
  if (const Expr *Last = Block->getLastCondition())
    return Last;
  return dyn_cast_or_null<Expr>(Block->getTerminatorCondition());
}

bool fallsOffTheEnd(const CFGBlock *Block) {
  if (Block->hasNoReturnElement())
    return false;
  for (auto It = Block->rbegin(), End = Block->rend(); It != End; ++It)
    if (std::optional<CFGStmt> At = It->getAs<CFGStmt>())
      return !isa<ReturnStmt>(At->getStmt()) &&
             !isa<CXXThrowExpr>(At->getStmt());
  return true;
}

namespace {

void addValues(const CaseStmt *Case, const ASTContext &Context,
               std::vector<int64_t> &Values) {
  std::optional<int64_t> Low = integerConstant(Case->getLHS(), Context);
  if (!Low)
    return;
  int64_t High = *Low;
  if (const Expr *Last = Case->getRHS())
    High = integerConstant(Last, Context).value_or(*Low);
  for (int64_t Value = *Low; Value <= High && Value - *Low < 256; ++Value)
    Values.push_back(Value);
}

} // namespace

std::optional<CaseRange> caseOf(const CFGBlock *Block,
                                const ASTContext &Context) {
  const auto *Case = dyn_cast_or_null<CaseStmt>(Block->getLabel());
  if (!Case)
    return std::nullopt;
  CaseRange Range;
  addValues(Case, Context, Range.Values);
  return Range;
}

std::vector<int64_t> casesOf(const SwitchStmt *Switch,
                             const ASTContext &Context) {
  std::vector<int64_t> Values;
  for (const SwitchCase *Each = Switch->getSwitchCaseList(); Each;
       Each = Each->getNextSwitchCase())
    if (const auto *Case = dyn_cast<CaseStmt>(Each))
      addValues(Case, Context, Values);
  return Values;
}

/// `__builtin_expect(test, 1)`; `likely(test)` and `PREDICT_TRUE(test)` of a
/// header that was not found, which are functions then.
static bool isHint(const CallExpr *Call) {
  if (Call->getBuiltinCallee() == Builtin::BI__builtin_expect)
    return true;
  std::string Name = model::calledName(Call).lower();
  return Call->getNumArgs() == 1 &&
         (StringRef(Name).contains("likely") ||
          StringRef(Name).contains("predict_true") ||
          StringRef(Name).contains("predict_false") ||
          StringRef(Name).contains("predict_branch"));
}

const Expr *stripTest(const Expr *Test, bool &Truth) {
  while (true) {
    Test = Test->IgnoreParenImpCasts();
    if (const auto *Not = dyn_cast<UnaryOperator>(Test)) {
      if (Not->getOpcode() != UO_LNot)
        return Test;
      Truth = !Truth;
      Test = Not->getSubExpr();
    } else if (const auto *Wrapper = dyn_cast<FullExpr>(Test)) {
      Test = Wrapper->getSubExpr();
    } else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Test)) {
      if (!Cast->getType()->isBooleanType() &&
          !Cast->getType()->isIntegralOrEnumerationType())
        return Test;
      Test = Cast->getSubExpr();
    } else if (const auto *Call = dyn_cast<CallExpr>(Test);
               Call && isHint(Call)) {
      Test = Call->getArg(0);
    } else {
      return Test;
    }
  }
}

std::optional<bool> constantTruth(const Expr *Test) {
  if (const auto *Literal = dyn_cast<CXXBoolLiteralExpr>(Test))
    return Literal->getValue();
  if (const auto *Literal = dyn_cast<IntegerLiteral>(Test))
    return Literal->getValue() != 0;
  return std::nullopt;
}

std::optional<Comparison> comparisonOf(BinaryOperatorKind Opcode) {
  switch (Opcode) {
  case BO_EQ:
    return Comparison::Equal;
  case BO_NE:
    return Comparison::NotEqual;
  case BO_LT:
    return Comparison::Less;
  case BO_LE:
    return Comparison::LessEqual;
  case BO_GT:
    return Comparison::Greater;
  case BO_GE:
    return Comparison::GreaterEqual;
  default:
    return std::nullopt;
  }
}

std::optional<Comparison> comparisonOf(OverloadedOperatorKind Operator) {
  switch (Operator) {
  case OO_EqualEqual:
    return Comparison::Equal;
  case OO_ExclaimEqual:
    return Comparison::NotEqual;
  case OO_Less:
    return Comparison::Less;
  case OO_LessEqual:
    return Comparison::LessEqual;
  case OO_Greater:
    return Comparison::Greater;
  case OO_GreaterEqual:
    return Comparison::GreaterEqual;
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> returnedConstant(const Expr *Value,
                                        const ASTContext &Context) {
  const Expr *Inner = Value->IgnoreUnlessSpelledInSource();
  if (std::optional<int64_t> Constant = integerConstant(Inner, Context))
    return Constant;
  if (Inner->isValueDependent())
    return std::nullopt;
  if (Inner->isNullPointerConstant(const_cast<ASTContext &>(Context),
                                   Expr::NPC_ValueDependentIsNotNull))
    return 0;
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Inner))
    if (const auto *Named = dyn_cast<VarDecl>(Reference->getDecl()))
      if (Named->getName() == "nullopt" && Named->isInStdNamespace())
        return 0;
  return std::nullopt;
}

std::optional<ConstantTest> constantTest(const Expr *Test,
                                         const ASTContext &Context) {
  const auto *Compared = dyn_cast<BinaryOperator>(Test);
  if (!Compared)
    return std::nullopt;
  std::optional<Comparison> Op = comparisonOf(Compared->getOpcode());
  if (!Op)
    return std::nullopt;
  if (std::optional<int64_t> Right =
          returnedConstant(Compared->getRHS(), Context))
    return ConstantTest{Compared->getLHS()->IgnoreParenImpCasts(), *Op, *Right};
  std::optional<int64_t> Left = returnedConstant(Compared->getLHS(), Context);
  if (!Left)
    return std::nullopt;
  return ConstantTest{Compared->getRHS()->IgnoreParenImpCasts(), mirrored(*Op),
                      *Left};
}

bool isTest(const Expr *Value) {
  if (Value->getType()->isBooleanType())
    return true;
  bool Truth = true;
  const Expr *Inner = stripTest(Value, Truth);
  if (Inner->getType()->isBooleanType())
    return true;
  const auto *Operator = dyn_cast<BinaryOperator>(Inner);
  return Operator && (Operator->isLogicalOp() || Operator->isComparisonOp());
}

namespace {

/// `bool ok = false; if (test) ok = true;`: the test, for a variable that is
/// set to the two constants and to nothing else.
HeldTest testThatSets(const FunctionGraph &Graph,
                      const model::VariableDefinitions &Defined) {
  if (Defined.Values.size() != 2 || Defined.OtherwiseChanged ||
      !Defined.OutputOf.empty())
    return {};
  std::optional<bool> First =
      constantTruth(Defined.Values[0]->IgnoreParenImpCasts());
  std::optional<bool> Second =
      constantTruth(Defined.Values[1]->IgnoreParenImpCasts());
  if (!First || !Second || *First == *Second)
    return {};
  const Stmt *Child = Defined.Values[1];
  for (const Stmt *Parent = Graph.parents().getParent(Child); Parent;
       Child = Parent, Parent = Graph.parents().getParent(Child)) {
    const auto *If = dyn_cast<IfStmt>(Parent);
    if (!If)
      continue;
    bool InThen = If->getThen() == Child;
    if (!InThen && If->getElse() != Child)
      return {};
    return {If->getCond(), *Second != InThen, nullptr};
  }
  return {};
}

} // namespace

/// The test on which \p Temporary is made: `test ? f(Temporary()) : other`.
static HeldTest testAround(const Stmt *Temporary, const ParentMap &Parents) {
  const Stmt *Child = Temporary;
  for (const Stmt *Parent = Parents.getParent(Child); Parent;
       Child = Parent, Parent = Parents.getParent(Child)) {
    if (const auto *Choice = dyn_cast<ConditionalOperator>(Parent)) {
      if (Child != Choice->getCond())
        return {Choice->getCond(), Child == Choice->getFalseExpr(), nullptr};
    } else if (const auto *Logic = dyn_cast<BinaryOperator>(Parent)) {
      if (Logic->isLogicalOp() && Child == Logic->getRHS())
        return {Logic->getLHS(), Logic->getOpcode() == BO_LOr, nullptr};
    }
  }
  return {};
}

HeldTest temporaryTest(const CFGBlock *Block, const FunctionGraph &Graph) {
  if (!Block->getTerminator().isTemporaryDtorsBranch())
    return {};
  if (HeldTest Found = testAround(Block->getTerminatorStmt(), Graph.parents()))
    return Found;
  // A temporary of a default argument has no parents: ask for another one that
  // is destroyed on the same way.
  const CFGBlock *Destroys = Block->succ_begin()->getReachableBlock();
  if (!Destroys)
    return {};
  for (const CFGElement &Each : *Destroys)
    if (std::optional<CFGTemporaryDtor> Other = Each.getAs<CFGTemporaryDtor>())
      if (HeldTest Found =
              testAround(Other->getBindTemporaryExpr(), Graph.parents()))
        return Found;
  return {};
}

HeldTest heldTest(const Expr *Variable, GraphCache &Graphs,
                  const model::CallFrame &Frame) {
  const auto *Reference = dyn_cast<DeclRefExpr>(Variable);
  const auto *Held =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  if (!Held)
    return {};
  for (const model::CallFrame *Each = &Frame; Each; Each = Each->Caller) {
    if (const Expr *Passed = Each->argument(Held))
      return {Passed, false, Each->Caller};
    const FunctionGraph *Graph = Graphs.graph(Each->Function);
    if (!Graph)
      continue;
    const model::VariableDefinitions &Defined = Graph->definitions().of(Held);
    // Whoever is given a reference may have written through it.
    if (!Defined.ReferenceTo.empty())
      return {};
    if (const Expr *Value = Defined.single())
      return {Value, false, Each};
    if (HeldTest Found = testThatSets(*Graph, Defined)) {
      Found.Frame = Each;
      return Found;
    }
  }
  return {};
}

} // namespace dlpack_tidy::flow
