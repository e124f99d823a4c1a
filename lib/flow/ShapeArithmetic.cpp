//===--- ShapeArithmetic.cpp - sizes that do not fit into 32 bits ---------===//

#include "flow/ShapeArithmetic.h"

#include "flow/Analysis.h"
#include "flow/TensorScope.h"
#include "model/Callable.h"
#include "model/Constants.h"
#include "model/TensorPath.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMap.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

using model::TensorField;

/// How a number depends on a tensor: how many dimensions are multiplied in it,
/// and whether a stride or the byte offset is in it.
struct Extent {
  unsigned Dimensions = 0;
  bool Stride = false;
  bool Offset = false;
  explicit operator bool() const { return Dimensions || Stride || Offset; }
};

class FunctionWalk {
public:
  FunctionWalk(const FunctionDecl *Function, model::TensorPaths &Paths,
               const ParentMap &Parents, std::vector<NarrowedSize> &Found)
      : Function(Function), Context(Function->getASTContext()), Paths(Paths),
        Parents(Parents), Found(Found) {
    Frame.Function = Function;
  }

  void run() {
    model::forEachStatement(Function, [&](const Stmt *Each) {
      if (const auto *Compared = dyn_cast<BinaryOperator>(Each))
        Bounded = Bounded || isUpperBound(Compared);
    });
    // Whoever compares a size with a limit has thought of it.
    if (Bounded)
      return;
    model::forEachStatement(Function, [&](const Stmt *Each) { visit(Each); });
  }

private:
  void visit(const Stmt *At) {
    if (const auto *Cast = dyn_cast<CastExpr>(At)) {
      if (Cast->getCastKind() == CK_IntegralCast)
        visitCast(Cast);
    } else if (const auto *Update = dyn_cast<CompoundAssignOperator>(At)) {
      if (Update->getOpcode() == BO_MulAssign && isNarrow(Update->getLHS()) &&
          extent(Update->getRHS()).Dimensions)
        add(NarrowedSize::Accumulated, Update,
            model::variableIn(Update->getLHS()));
    } else if (const auto *Binary = dyn_cast<BinaryOperator>(At)) {
      if (Binary->getOpcode() == BO_Mul && isNarrow(Binary))
        visitProduct(Binary);
      else if (Binary->getOpcode() == BO_Assign)
        visitField(Binary);
    } else if (const auto *Call = dyn_cast<CallExpr>(At)) {
      visitFold(Call);
    }
  }

  /// `t.byte_offset = row * pitch`: multiplied in 32 bits and widened then.
  void visitField(const BinaryOperator *Assignment) {
    const Expr *To = Assignment->getLHS()->IgnoreParenImpCasts();
    std::optional<model::Place> Target = Paths.place(To, Frame);
    bool Offset = Target && Target->is(TensorField::ByteOffset);
    std::optional<model::TensorPaths::Element> Element;
    if (!Offset)
      Element = Paths.element(To, Frame);
    if (!Offset && !Element)
      return;
    addNarrowProducts(Assignment->getRHS());
  }

  /// The products of 32-bit variables that \p E is, or is a sum of, or a
  /// 32-bit variable that always holds one.
  void addNarrowProducts(const Expr *E, bool InVariable = false) {
    E = E->IgnoreParenImpCasts();
    if (const VarDecl *Variable = model::variableIn(E);
        Variable && Variable->isLocalVarDecl() && isNarrow(E))
      if (const Expr *Only = Paths.definitions().of(Variable).single()) {
        addNarrowProducts(Only, true);
        return;
      }
    const auto *Binary = dyn_cast<BinaryOperator>(E);
    if (!Binary)
      return;
    if (Binary->isAdditiveOp()) {
      addNarrowProducts(Binary->getLHS(), InVariable);
      addNarrowProducts(Binary->getRHS(), InVariable);
      return;
    }
    auto Counts = [&](const Expr *Side) {
      return !model::integerConstant(Side, Context) && !isShort(Side);
    };
    if (Binary->getOpcode() != BO_Mul || !isNarrow(Binary) ||
        !Counts(Binary->getLHS()) || !Counts(Binary->getRHS()))
      return;
    add(NarrowedSize::Written, Binary, nullptr);
    // The variable would cut it again.
    if (!InVariable)
      Found.back().Product = Binary;
  }
  bool isShort(const Expr *E) const {
    return Context.getTypeSize(E->IgnoreParenImpCasts()->getType()) < 32;
  }

  /// `std::accumulate(t.shape, t.shape + t.ndim, 1, std::multiplies<>())`: the
  /// type of the start is that of the product.
  void visitFold(const CallExpr *Call) {
    if (!model::isOneOf(model::plainName(Call->getDirectCallee()),
                        {"accumulate", "reduce"}) ||
        Call->getNumArgs() < 4)
      return;
    const Expr *Start = Call->getArg(2)->IgnoreParens();
    while (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Start))
      Start = Temporary->getSubExpr()->IgnoreParens();
    if (isNarrow(Start) &&
        Paths.fieldOf(Call->getArg(0), TensorField::Shape, Frame))
      add(NarrowedSize::Folded, Start, nullptr);
  }

  void visitCast(const CastExpr *Cast) {
    const Expr *From = Cast->getSubExpr();
    if (!isNarrow(Cast) || isNarrow(From) || !From->getType()->isIntegerType())
      return;
    bool Explicit = isa<ExplicitCastExpr>(Cast) ||
                    isa_and_nonnull<ExplicitCastExpr>(Parents.getParent(Cast));
    Extent Size = extent(From);
    NarrowedSize::Kind Kind = Size.Offset            ? NarrowedSize::Offset
                              : Size.Dimensions >= 2 ? NarrowedSize::Stored
                                                     : NarrowedSize::Stride;
    if (!Size.Offset && Size.Dimensions < 2 && !Size.Stride)
      return;
    const auto *Into = dyn_cast_or_null<DeclStmt>(Parents.getParent(Cast));
    const VarDecl *Variable = Into && Into->isSingleDecl()
                                  ? dyn_cast<VarDecl>(Into->getSingleDecl())
                                  : nullptr;
    add(Kind, Cast, Variable, Explicit);
  }

  /// `rows * columns` of two numbers that were made 32 bits wide, and `i *
  /// columns` where i runs up to such a number.
  void visitProduct(const BinaryOperator *Product) {
    Extent Left = extent(Product->getLHS()), Right = extent(Product->getRHS());
    bool Sizes = Left.Dimensions && Right.Dimensions;
    bool Index = (Left.Dimensions && runsToSize(Product->getRHS())) ||
                 (Right.Dimensions && runsToSize(Product->getLHS()));
    auto IsVariable = [&](const Expr *Side) {
      return !model::integerConstant(Side, Context);
    };
    bool Strided = (Left.Stride && IsVariable(Product->getRHS())) ||
                   (Right.Stride && IsVariable(Product->getLHS()));
    if (!Sizes && !Index && !Strided)
      return;
    // Only the outermost of `a * b * c`.
    if (const auto *Outer = dyn_cast_or_null<BinaryOperator>(
            Parents.getParentIgnoreParenImpCasts(
                const_cast<BinaryOperator *>(Product))))
      if (Outer->getOpcode() == BO_Mul && isNarrow(Outer) &&
          extent(Outer).Dimensions > extent(Product).Dimensions)
        return;
    add(NarrowedSize::Computed, Product, nullptr);
    Found.back().Product = Product;
  }

  void add(NarrowedSize::Kind Kind, const Expr *At, const VarDecl *Variable,
           bool Explicit = false) {
    NarrowedSize Site;
    Site.What = Kind;
    Site.At = At;
    Site.Variable = Variable;
    Site.Explicit = Explicit;
    Site.In = Function;
    Found.push_back(Site);
  }

  bool isNarrow(const Expr *E) const {
    QualType Type = E->getType();
    return Type->isIntegerType() && !Type->isBooleanType() &&
           !Type->isDependentType() && Context.getTypeSize(Type) <= 32;
  }

  /// `shape[0] <= INT_MAX`, `n > std::numeric_limits<int>::max()`.
  bool isUpperBound(const BinaryOperator *Compared) {
    if (!Compared->isRelationalOp())
      return false;
    for (bool Swap : {false, true}) {
      const Expr *Size = Swap ? Compared->getRHS() : Compared->getLHS();
      const Expr *Limit = Swap ? Compared->getLHS() : Compared->getRHS();
      std::optional<int64_t> Constant = model::integerConstant(Limit, Context);
      if (Constant && *Constant >= 32767 && extent(Size))
        return true;
    }
    return false;
  }

  /// A loop variable that is compared with a size.
  bool runsToSize(const Expr *Index) {
    const VarDecl *Variable = model::variableIn(Index);
    if (!Variable || !Paths.definitions().of(Variable).OtherwiseChanged)
      return false;
    for (const Stmt *Parent = Parents.getParent(Index); Parent;
         Parent = Parents.getParent(Parent)) {
      const auto *Loop = dyn_cast<ForStmt>(Parent);
      const auto *Test =
          Loop ? dyn_cast_or_null<BinaryOperator>(Loop->getCond()) : nullptr;
      if (Test && Test->isRelationalOp() &&
          model::variableIn(Test->getLHS()) == Variable &&
          extent(Test->getRHS()).Dimensions)
        return true;
    }
    return false;
  }

  Extent extent(const Expr *E, unsigned Depth = 0) {
    Extent Size;
    if (!E || Depth > 8 || !E->getType()->isIntegerType())
      return Size;
    E = E->IgnoreParenCasts();
    if (auto Element = Paths.element(E, Frame)) {
      Size.Dimensions = Element->Array == TensorField::Shape;
      Size.Stride = Element->Array == TensorField::Strides;
      return Size;
    }
    if (isa<MemberExpr>(E)) {
      Size.Offset =
          Paths.fieldOf(E, TensorField::ByteOffset, Frame).has_value();
      return Size;
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(E))
      return ofBinary(Binary, Depth);
    if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(E)) {
      Size = extent(Choice->getTrueExpr(), Depth + 1);
      return Size ? Size : extent(Choice->getFalseExpr(), Depth + 1);
    }
    if (const VarDecl *Variable = model::variableIn(E))
      return ofVariable(Variable, Depth);
    return Size;
  }

  Extent ofBinary(const BinaryOperator *Binary, unsigned Depth) {
    Extent Size;
    Extent Left = extent(Binary->getLHS(), Depth + 1);
    if (Binary->getOpcode() == BO_Div || Binary->getOpcode() == BO_Rem)
      return Binary->getOpcode() == BO_Div && Left.Dimensions < 2 ? Left : Size;
    Extent Right = extent(Binary->getRHS(), Depth + 1);
    if (Binary->getOpcode() == BO_Mul)
      Size.Dimensions = Left.Dimensions + Right.Dimensions;
    else if (Binary->isAdditiveOp())
      Size.Dimensions = std::max(Left.Dimensions, Right.Dimensions);
    else
      return Size;
    Size.Stride = Left.Stride || Right.Stride;
    Size.Offset = Left.Offset || Right.Offset;
    return Size;
  }

  Extent ofVariable(const VarDecl *Variable, unsigned Depth) {
    Extent Size;
    if (Variable->getType()->isReferenceType())
      return Size;
    const model::VariableDefinitions &Set = Paths.definitions().of(Variable);
    for (const Expr *Each : Set.Values) {
      Extent One = extent(Each, Depth + 1);
      Size.Dimensions = std::max(Size.Dimensions, One.Dimensions);
      Size.Stride |= One.Stride;
      Size.Offset |= One.Offset;
    }
    for (const Expr *Each : Set.Updates)
      if (extent(Each, Depth + 1).Dimensions)
        Size.Dimensions = 2;
    return Size;
  }

  const FunctionDecl *Function;
  const ASTContext &Context;
  model::TensorPaths &Paths;
  const ParentMap &Parents;
  std::vector<NarrowedSize> &Found;
  model::CallFrame Frame;
  bool Bounded = false;
};

} // namespace

std::vector<NarrowedSize> findNarrowedSizes(const Analysis &Unit) {
  std::vector<NarrowedSize> Found;
  if (cannotMentionTensors(Unit.context()))
    return Found;
  model::TensorPaths Paths;
  for (const FunctionDecl *Each : Unit.producers().concerned()) {
    const FunctionGraph *Graph = Unit.graphs().graph(Each);
    if (Graph)
      FunctionWalk(Each, Paths, Graph->parents(), Found).run();
  }
  return Found;
}

} // namespace dlpack_tidy::flow
