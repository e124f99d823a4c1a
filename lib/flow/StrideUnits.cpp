//===--- StrideUnits.cpp - strides in bytes and in elements ---------------===//

#include "flow/StrideUnits.h"

#include "flow/Analysis.h"
#include "model/CallMeaning.h"
#include "model/Callable.h"
#include "model/Constants.h"
#include "model/Walk.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace dlpack_tidy::flow {

/// The name of what an expression speaks of: the variable, the field, the
/// method; for an element that of its array.
StringRef subjectName(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return subjectName(Element->getBase());
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
    return Operator->getNumArgs() ? subjectName(Operator->getArg(0))
                                  : StringRef();
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    StringRef Name = model::calledName(Call);
    const auto *Method = dyn_cast<CXXMemberCallExpr>(Call);
    bool IsElement = model::isOneOf(Name, {"at", "data", "front", "back"});
    return Method && IsElement
               ? subjectName(Method->getImplicitObjectArgument())
               : Name;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return model::plainName(Member->getMemberDecl());
  if (const auto *Reference = dyn_cast<DeclRefExpr>(E))
    return model::plainName(Reference->getDecl());
  return {};
}

namespace {

using model::TensorField;

bool namesStrides(const Expr *E) {
  return subjectName(E).contains_insensitive("stride");
}

bool namesElementSize(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (isa<UnaryExprOrTypeTraitExpr>(E))
    return true;
  StringRef Name = subjectName(E);
  for (StringRef Part : {"itemsize", "item_size", "elem", "dtype_size",
                         "type_size", "typesize", "nbytes", "width"})
    if (Name.contains_insensitive(Part))
      return true;
  return false;
}

/// Whether \p Function refuses byte strides that are no whole number of
/// elements: `strides[i] % itemsize`, or the quotient multiplied back and
/// compared.
bool testsRemainder(const FunctionDecl *Function) {
  bool Found = false;
  model::forEachStatement(Function, [&](const Stmt *Each) {
    const auto *Binary = dyn_cast<BinaryOperator>(Each);
    if (!Binary)
      return;
    if (Binary->getOpcode() == BO_Rem)
      Found |= namesStrides(Binary->getLHS());
    if (!Binary->isEqualityOp())
      return;
    for (bool Swap : {false, true}) {
      const Expr *Back = Swap ? Binary->getRHS() : Binary->getLHS();
      const Expr *Bytes = Swap ? Binary->getLHS() : Binary->getRHS();
      const auto *Product = dyn_cast<BinaryOperator>(Back->IgnoreParenCasts());
      Found |= Product && Product->getOpcode() == BO_Mul &&
               namesStrides(Bytes) &&
               (namesElementSize(Product->getLHS()) ||
                namesElementSize(Product->getRHS()));
    }
  });
  return Found;
}

class UnitsLook {
public:
  UnitsLook(const FunctionDecl *Function, model::TensorPaths &Paths,
            const ParentMap &Parents, bool RemainderTested,
            std::vector<StrideFault> &Found)
      : Function(Function), Context(Function->getASTContext()), Paths(Paths),
        Parents(Parents), RemainderTested(RemainderTested), Found(Found) {
    Frame.Function = Function;
  }

  void run() {
    model::forEachStatement(Function, [&](const Stmt *Each) {
      const auto *Binary = dyn_cast<BinaryOperator>(Each);
      if (!Binary)
        return;
      if (Binary->getOpcode() == BO_Rem)
        Remainders.push_back(Binary);
      else if (Binary->getOpcode() == BO_Div ||
               Binary->getOpcode() == BO_DivAssign)
        Divisions.push_back(Binary);
      else if (Binary->getOpcode() == BO_Add)
        judgeSum(Binary);
    });
    for (const BinaryOperator *Each : Divisions)
      judgeDivision(Each);
  }

private:
  void judgeDivision(const BinaryOperator *Division) {
    const Expr *Bytes = Division->getLHS(), *Size = Division->getRHS();
    if (!namesElementSize(Size) && !isElementSizeVariable(Size))
      return;
    if (isStride(Bytes)) {
      // Who writes them is making a tensor, out of strides in bytes perhaps.
      if (Division->isAssignmentOp())
        return;
      add(StrideFault::NotBytes, Division);
      return;
    }
    if (!namesStrides(Bytes) && !isStrideVariable(Bytes))
      return;
    bool Signed =
        Bytes->IgnoreParenImpCasts()->getType()->isSignedIntegerType();
    if (Signed && Division->getType()->isUnsignedIntegerType()) {
      add(StrideFault::SignLost, Division);
      return;
    }
    bool Tested = RemainderTested ||
                  llvm::any_of(Remainders, [&](const BinaryOperator *Each) {
                    return namesStrides(Each->getLHS()) ||
                           isStrideVariable(Each->getLHS());
                  });
    if (!Tested)
      add(StrideFault::NoRemainder, Division);
  }

  /// `(float *)(bytes + i * t.strides[0])`: elements were counted as bytes.
  void judgeSum(const BinaryOperator *Sum) {
    const Expr *Address = Sum->getLHS(), *Distance = Sum->getRHS();
    if (!Address->getType()->isPointerType())
      std::swap(Address, Distance);
    if (!Address->getType()->isPointerType() ||
        !isByte(Address->getType()->getPointeeType()) ||
        !hasBareStride(Distance) || !isReadAsWider(Sum) || isPartOfSum(Sum))
      return;
    add(StrideFault::TakenForBytes, Sum);
  }

  /// Only the outermost of `p + i * s0 + j * s1`.
  bool isPartOfSum(const BinaryOperator *Sum) {
    const auto *Outer =
        dyn_cast_or_null<BinaryOperator>(Parents.getParentIgnoreParenImpCasts(
            const_cast<BinaryOperator *>(Sum)));
    return Outer && Outer->getOpcode() == BO_Add &&
           hasBareStride(Outer->getRHS());
  }

  bool isByte(QualType Type) const {
    return !Type->isDependentType() && !Type->isIncompleteType() &&
           Context.getTypeSizeInChars(Type).isOne();
  }

  /// A term of the sum is a stride, or a stride times one index.
  bool hasBareStride(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (isStride(E))
      return true;
    const auto *Binary = dyn_cast<BinaryOperator>(E);
    if (!Binary)
      return false;
    const Expr *Left = Binary->getLHS(), *Right = Binary->getRHS();
    if (Binary->isAdditiveOp())
      return hasBareStride(Left) || hasBareStride(Right);
    if (Binary->getOpcode() != BO_Mul)
      return false;
    if (!isStride(Left))
      std::swap(Left, Right);
    return isStride(Left) && isIndex(Right);
  }

  /// A counter and nothing that could be an element's size.
  bool isIndex(const Expr *E) {
    const VarDecl *Variable = model::variableIn(E);
    return Variable && !namesElementSize(E) && !isElementSizeVariable(E);
  }

  /// The address is cast to a pointer to something wider than a byte.
  bool isReadAsWider(const Stmt *At) const {
    for (const Stmt *Parent = Parents.getParent(At); Parent;
         Parent = Parents.getParent(Parent)) {
      if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Parent)) {
        QualType To = Cast->getType();
        if (!To->isPointerType() || To->isVoidPointerType())
          continue;
        QualType Element = To->getPointeeType();
        return !Element->isDependentType() && !Element->isIncompleteType() &&
               !Element->isFunctionType() &&
               Context.getTypeSizeInChars(Element).getQuantity() > 1;
      }
      if (!isa<ParenExpr, ImplicitCastExpr, BinaryOperator>(Parent))
        return false;
    }
    return false;
  }

  bool isStride(const Expr *E, unsigned Depth = 0) {
    E = E->IgnoreParenCasts();
    if (auto Element = Paths.element(E, Frame))
      return Element->Array == TensorField::Strides;
    const VarDecl *Variable = model::variableIn(E);
    const Expr *Only = Variable && Depth < 3
                           ? Paths.definitions().of(Variable).single()
                           : nullptr;
    return Only && isStride(Only, Depth + 1);
  }

  bool isStrideVariable(const Expr *E) {
    const VarDecl *Variable = model::variableIn(E);
    const Expr *Only =
        Variable ? Paths.definitions().of(Variable).single() : nullptr;
    return Only && namesStrides(Only);
  }
  bool isElementSizeVariable(const Expr *E) {
    const VarDecl *Variable = model::variableIn(E);
    const Expr *Only =
        Variable ? Paths.definitions().of(Variable).single() : nullptr;
    return Only && namesElementSize(Only);
  }

  void add(StrideFault::Kind What, const Expr *At) {
    Found.push_back({What, At, Function});
  }

  const FunctionDecl *Function;
  const ASTContext &Context;
  model::TensorPaths &Paths;
  const ParentMap &Parents;
  const bool RemainderTested;
  std::vector<StrideFault> &Found;
  model::CallFrame Frame;
  std::vector<const BinaryOperator *> Divisions, Remainders;
};

/// Fills an array of strides that its caller hands over.
bool takesStrides(const FunctionDecl *Function) {
  return llvm::any_of(Function->parameters(), [](const ParmVarDecl *Each) {
    return !Each->getType()->isArithmeticType() &&
           model::plainName(Each).contains_insensitive("stride");
  });
}

} // namespace

void findStrideUnitFaults(const Analysis &Unit, model::TensorPaths &Paths,
                          std::vector<StrideFault> &Found) {
  const model::Producers &Made = Unit.producers();
  std::vector<const FunctionDecl *> Looked(Made.concerned().begin(),
                                           Made.concerned().end());
  llvm::DenseSet<const FunctionDecl *> Known(Looked.begin(), Looked.end());
  for (const FunctionDecl *Each : Unit.functions())
    if (!Known.contains(Each) && takesStrides(Each) &&
        !Each->isDependentContext() && Made.isCalledHere(Each))
      Looked.push_back(Each);
  for (const FunctionDecl *Each : Looked) {
    const FunctionGraph *Graph = Unit.graphs().graph(Each);
    if (!Graph)
      continue;
    // Who calls a converter may have refused what it cannot convert.
    bool Tested = llvm::any_of(Made.callersOf({Each}), testsRemainder);
    UnitsLook(Each, Paths, Graph->parents(), Tested, Found).run();
  }
}

} // namespace dlpack_tidy::flow
