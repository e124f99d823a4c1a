//===--- TensorRefine.cpp - what tests tell about tensors -----------------===//

#include "flow/TensorDomain.h"

#include "model/Constants.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

/// Whether \p Value passes `value <Op> Constant` having the truth \p Truth.
bool passes(int64_t Value, Comparison Op, int64_t Constant, bool Truth) {
  return holds(Value, Op, Constant) == Truth;
}
bool anyPasses(std::initializer_list<int64_t> Values, Comparison Op,
               int64_t Constant, bool Truth) {
  return llvm::any_of(
      Values, [&](int64_t Each) { return passes(Each, Op, Constant, Truth); });
}

/// Leaves what is possible on this way; false where that is nothing.
bool learn(Maybe &Known, bool CanBeTrue, bool CanBeFalse) {
  if (!CanBeTrue && !CanBeFalse)
    return true;
  if (!CanBeTrue)
    return Known.learn(false);
  return CanBeFalse || Known.learn(true);
}

/// On this way the two sides are equal, or are ordered.
bool pinsDown(Comparison Op, bool Truth) {
  return Op == Comparison::Equal      ? Truth
         : Op == Comparison::NotEqual ? !Truth
                                      : true;
}

void refineDevice(rules::DeviceSet &Device, Comparison Op, int64_t Constant,
                  bool Truth) {
  int Value = static_cast<int>(Constant);
  if (Op == Comparison::Equal || Op == Comparison::NotEqual) {
    if (Truth == (Op == Comparison::Equal))
      Device = Device & rules::DeviceSet::of({Value});
    else
      Device.erase(Value);
    return;
  }
  for (int Each = 0; Each <= 62; ++Each)
    if (!passes(Each, Op, Constant, Truth))
      Device.erase(Each);
}

void refineWidths(NumberSet &Widths, Comparison Op, int64_t Constant,
                  bool Truth) {
  NumberSet Kept = NumberSet::of({});
  for (int64_t Log = 0; Log < 8; ++Log)
    if (Widths.contains(Log) && passes(int64_t(1) << Log, Op, Constant, Truth))
      Kept.join(NumberSet::of({Log}));
  if (Widths.contains(31) &&
      anyPasses({6, 24, 48, 80, 96, 256}, Op, Constant, Truth))
    Kept.join(NumberSet::of({31}));
  Widths = Kept;
}

std::optional<int64_t> flagMask(const Expr *E, const Expr *&Flags,
                                const ASTContext &Context) {
  const auto *And = dyn_cast<BinaryOperator>(E->IgnoreParenCasts());
  if (!And || And->getOpcode() != BO_And)
    return std::nullopt;
  for (bool Swap : {false, true}) {
    const Expr *Mask = Swap ? And->getLHS() : And->getRHS();
    Flags = Swap ? And->getRHS() : And->getLHS();
    if (std::optional<int64_t> Value = model::integerConstant(Mask, Context))
      return Value;
  }
  return std::nullopt;
}

} // namespace

/// One side of a comparison.
struct TensorDomain::Side {
  const Expr *Spelled = nullptr;
  std::optional<model::Place> Found;
  std::optional<model::TensorPaths::Element> Element;
  bool hasField() const { return Found && Found->Field; }
};

TensorDomain::Side TensorDomain::side(const Expr *E, const Frame &F) {
  Side Made;
  Made.Spelled = E->IgnoreParenCasts();
  Made.Element = Paths.element(Made.Spelled, F);
  if (!Made.Element)
    Made.Found = Paths.place(Made.Spelled, F);
  return Made;
}

void TensorDomain::noteTested(model::PathId Path, Field Which, const Frame &F) {
  Tested[Path].insert(Which);
  for (const Frame *Each = &F; Each; Each = Each->Caller)
    TestedUnder.insert({Each->CallSite, Path});
}

bool TensorDomain::refine(State &S, const Expr *Test, bool Truth,
                          const Frame &F) {
  if (const auto *Compared = dyn_cast<BinaryOperator>(Test)) {
    if (std::optional<Comparison> Op = comparisonOf(Compared->getOpcode()))
      return compare(S, Compared->getLHS(), *Op, Compared->getRHS(), Truth, F);
    if (refineFlags(S, Test, Truth, F))
      return true;
    if (Compared->getOpcode() == BO_Rem || Compared->getOpcode() == BO_And)
      return refineAlignment(S, Compared, !Truth, F);
    return false;
  }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Test)) {
    std::optional<Comparison> Op = comparisonOf(Operator->getOperator());
    if (!Op || Operator->getNumArgs() != 2)
      return false;
    if (*Op == Comparison::Equal || *Op == Comparison::NotEqual)
      if (compareStructs(S, Operator, Truth == (*Op == Comparison::Equal), F))
        return true;
    return compare(S, Operator->getArg(0), *Op, Operator->getArg(1), Truth, F);
  }
  if (refineRename(S, Test, Truth, F))
    return true;
  Side Value = side(Test, F);
  if (Value.hasField() || Value.Element)
    return compareConstant(S, Value, Comparison::NotEqual, 0, Truth, F);
  if (Value.Found &&
      (Test->getType()->isPointerType() || isa<CallExpr>(Test))) {
    comparePointer(S, Value, !Truth, F);
    return false;
  }
  return refineCount(S, Test, Comparison::NotEqual, 0, Truth, F);
}

bool TensorDomain::refineConstant(State &S, const Expr *Value, Comparison Op,
                                  int64_t Constant, bool Truth,
                                  const Frame &F) {
  Side Tested = side(Value, F);
  if (Tested.hasField() || Tested.Element)
    return compareConstant(S, Tested, Op, Constant, Truth, F);
  noteMixed(S, Value, pinsDown(Op, Truth), F);
  return false;
}

bool TensorDomain::compare(State &S, const Expr *Left, Comparison Op,
                           const Expr *Right, bool Truth, const Frame &F) {
  std::optional<int64_t> Constant = returnedConstant(Right, Graphs.context());
  if (!Constant) {
    Constant = returnedConstant(Left, Graphs.context());
    if (Constant) {
      std::swap(Left, Right);
      Op = mirrored(Op);
    }
  }
  if (!Constant)
    return compareSides(S, side(Left, F), side(Right, F), Op, Truth, F);
  if (refineRenameResult(S, Left, Op, *Constant, Truth, F))
    return true;
  const Expr *Plain = Left->IgnoreParenCasts();
  const Expr *Flags = nullptr;
  if (std::optional<int64_t> Mask = flagMask(Plain, Flags, Graphs.context()))
    if (Paths.fieldOf(Flags, Field::Flags, F)) {
      bool NonZero = passes(*Mask, Op, *Constant, Truth);
      bool Zero = passes(0, Op, *Constant, Truth);
      if (NonZero != Zero)
        refineFlags(S, Plain, NonZero, F);
      return true;
    }
  if (const auto *Arithmetic = dyn_cast<BinaryOperator>(Plain)) {
    if ((Arithmetic->getOpcode() == BO_Rem ||
         Arithmetic->getOpcode() == BO_And) &&
        refineAlignment(S, Arithmetic, passes(0, Op, *Constant, Truth), F))
      return true;
    noteMixed(S, Plain, pinsDown(Op, Truth), F);
  }
  Side Value = side(Left, F);
  if (Value.hasField() || Value.Element)
    return compareConstant(S, Value, Op, *Constant, Truth, F);
  if (Value.Found && Plain->getType()->isPointerType() && *Constant == 0) {
    comparePointer(S, Value, passes(0, Op, 0, Truth), F);
    return true;
  }
  if (refineCount(S, Left, Op, *Constant, Truth, F))
    return true;
  noteMixed(S, Left, pinsDown(Op, Truth), F);
  return false;
}

bool TensorDomain::compareConstant(State &S, const Side &Value, Comparison Op,
                                   int64_t Constant, bool Truth,
                                   const Frame &F) {
  if (Value.Element) {
    TensorFacts &Facts = S.change(Value.Element->Path);
    noteTested(Value.Element->Path, Value.Element->Array, F);
    if (Value.Element->Array == Field::Shape &&
        learn(Facts.Empty, passes(0, Op, Constant, Truth),
              anyPasses({1, 2, 3, 1000}, Op, Constant, Truth)))
      Facts.Seen.insert(Field::Shape);
    return true;
  }
  model::PathId Path = Value.Found->Path;
  TensorFacts &Facts = S.change(Path);
  noteTested(Path, *Value.Found->Field, F);
  bool Possible = true;
  switch (*Value.Found->Field) {
  case Field::Device:
  case Field::DeviceType:
    refineDevice(Facts.Device, Op, Constant, Truth);
    Possible = !Facts.Device.empty();
    break;
  case Field::Code:
    Facts.Codes.refine(Op, Constant, Truth);
    Possible = !Facts.Codes.isEmpty();
    break;
  case Field::Bits:
    refineWidths(Facts.Widths, Op, Constant, Truth);
    Possible = !Facts.Widths.isEmpty();
    break;
  case Field::Lanes:
    Possible = learn(Facts.OneLane, passes(1, Op, Constant, Truth),
                     anyPasses({0, 2, 3, 4, 16}, Op, Constant, Truth));
    break;
  case Field::Ndim:
    Possible = Facts.Dimensions.refine(Op, Constant, Truth);
    break;
  case Field::Major:
    Possible = learn(Facts.MajorMatches, passes(1, Op, Constant, Truth),
                     anyPasses({2, 3, 100}, Op, Constant, Truth));
    break;
  case Field::Minor:
    // From version 1.2 on the producer has to fill the strides.
    if (!anyPasses({0, 1}, Op, Constant, Truth))
      Facts.StridesNull.learn(false);
    break;
  case Field::ByteOffset:
    Possible = learn(Facts.OffsetZero, passes(0, Op, Constant, Truth),
                     anyPasses({1, 8, 64, 1 << 20}, Op, Constant, Truth));
    break;
  case Field::Flags:
    if (!anyPasses({1, 3}, Op, Constant, Truth))
      Facts.ReadOnly.learn(false);
    break;
  default:
    if (Value.Spelled->getType()->isPointerType() ||
        Value.Spelled->getType()->isFunctionType())
      comparePointer(S, Value, passes(0, Op, Constant, Truth), F);
    break;
  }
  S.Reachable = S.Reachable && Possible;
  return true;
}

void TensorDomain::comparePointer(State &S, const Side &Value, bool Null,
                                  const Frame &F) {
  TensorFacts &Facts = S.change(Value.Found->Path);
  Maybe *Known = nullptr;
  if (!Value.Found->Field)
    Known = &Facts.IsNull;
  else if (Value.Found->is(Field::Data)) {
    Known = &Facts.DataNull;
    NullTests.try_emplace(Value.Found->Path, Value.Spelled);
  } else if (Value.Found->is(Field::Strides))
    Known = &Facts.StridesNull;
  else if (Value.Found->is(Field::Deleter)) {
    Known = &Facts.DeleterNull;
    if (Null)
      Facts.Owner.nothingToRelease();
  }
  if (Value.Found->Field)
    noteTested(Value.Found->Path, *Value.Found->Field, F);
  if (Known && !Known->learn(Null))
    S.Reachable = false;
}

bool TensorDomain::compareSides(State &S, const Side &Left, const Side &Right,
                                Comparison Op, bool Truth, const Frame &F) {
  bool Equal = pinsDown(Op, Truth);
  if (Left.hasField() && Right.hasField() &&
      Left.Found->is(Field::DeviceType) && Right.Found->is(Field::DeviceType)) {
    noteTested(Left.Found->Path, Field::DeviceType, F);
    noteTested(Right.Found->Path, Field::DeviceType, F);
    if (Left.Found->Path == Right.Found->Path)
      SelfComparisons.insert(Left.Spelled);
    else if (Equal)
      shareDevice(S, Left.Found->Path, Right.Found->Path);
    return true;
  }
  bool Handled = false;
  for (const Side *Each : {&Left, &Right}) {
    if (Each->Element) {
      noteTested(Each->Element->Path, Each->Element->Array, F);
      Handled = true;
      continue;
    }
    if (!Each->hasField()) {
      noteMixed(S, Each->Spelled, Equal, F);
      continue;
    }
    noteTested(Each->Found->Path, *Each->Found->Field, F);
    if (Equal)
      S.change(Each->Found->Path).Compared.insert(*Each->Found->Field);
    Handled = true;
  }
  return Handled;
}

void TensorDomain::shareDevice(State &S, model::PathId Left,
                               model::PathId Right) {
  rules::DeviceSet Both = S.tensor(Left).Device & S.tensor(Right).Device;
  bool Seen = S.tensor(Left).Seen.contains(Field::DeviceType) ||
              S.tensor(Right).Seen.contains(Field::DeviceType);
  bool Compared = S.tensor(Left).Compared.contains(Field::DeviceType) ||
                  S.tensor(Right).Compared.contains(Field::DeviceType);
  for (model::PathId Each : {Left, Right}) {
    TensorFacts &Facts = S.change(Each);
    Facts.Device = Both;
    if (Seen)
      Facts.Seen.insert(Field::DeviceType);
    if (Compared)
      Facts.Compared.insert(Field::DeviceType);
  }
  S.Reachable = S.Reachable && !Both.empty();
}

/// `t.dtype == DLDataType{kDLFloat, 32, 1}`, `a.device == b.device`.
bool TensorDomain::compareStructs(State &S, const CXXOperatorCallExpr *Operator,
                                  bool Equal, const Frame &F) {
  Side Left = side(Operator->getArg(0), F),
       Right = side(Operator->getArg(1), F);
  bool Handled = false;
  if (Left.hasField() && Right.hasField() && Left.Found->is(Field::Device) &&
      Right.Found->is(Field::Device)) {
    noteTested(Left.Found->Path, Field::DeviceType, F);
    noteTested(Right.Found->Path, Field::DeviceType, F);
    if (Left.Found->Path == Right.Found->Path)
      SelfComparisons.insert(Left.Spelled);
    else if (Equal)
      shareDevice(S, Left.Found->Path, Right.Found->Path);
    return true;
  }
  for (const Side *Each : {&Left, &Right}) {
    if (!Each->hasField())
      continue;
    llvm::SmallVector<Field, 3> Fields;
    if (Each->Found->is(Field::Device))
      Fields = {Field::DeviceType};
    else if (Each->Found->is(Field::Dtype))
      Fields = {Field::Code, Field::Bits, Field::Lanes};
    for (Field Which : Fields) {
      noteTested(Each->Found->Path, Which, F);
      if (Equal)
        S.change(Each->Found->Path).Compared.insert(Which);
      Handled = true;
    }
  }
  return Handled;
}

bool TensorDomain::refineFlags(State &S, const Expr *E, bool NonZero,
                               const Frame &F) {
  const Expr *Flags = nullptr;
  std::optional<int64_t> Mask = flagMask(E, Flags, Graphs.context());
  if (!Mask)
    return false;
  std::optional<model::PathId> Path = Paths.fieldOf(Flags, Field::Flags, F);
  if (!Path)
    return false;
  TensorFacts &Facts = S.change(*Path);
  if (!(*Mask & 1))
    return true;
  noteTested(*Path, Field::Flags, F);
  bool Possible = !NonZero     ? Facts.ReadOnly.learn(false)
                  : *Mask == 1 ? Facts.ReadOnly.learn(true)
                               : true;
  S.Reachable = S.Reachable && Possible;
  return true;
}

/// `address % 64`: where it is zero the address is aligned.
bool TensorDomain::refineAlignment(State &S, const BinaryOperator *Remainder,
                                   bool Zero, const Frame &F) {
  std::optional<DataPointer> From = dataPointer(S, Remainder->getLHS(), F);
  if (!From)
    return false;
  S.change(From->Path).Aligned.learn(Zero);
  return true;
}

/// `n == 0` where n was computed from the shape.
bool TensorDomain::refineCount(State &S, const Expr *E, Comparison Op,
                               int64_t Constant, bool Truth, const Frame &F) {
  std::optional<model::PathId> Path = countOf(E, F);
  if (!Path)
    return false;
  bool Possible = learn(S.change(*Path).Empty, passes(0, Op, Constant, Truth),
                        anyPasses({1, 2, 3, 1000}, Op, Constant, Truth));
  S.Reachable = S.Reachable && Possible;
  noteTested(*Path, Field::Shape, F);
  return true;
}

std::optional<model::PathId>
TensorDomain::countOf(const Expr *E, const Frame &F, unsigned Depth) {
  if (!E || Depth > 8 || !E->getType()->isIntegerType() ||
      E->getType()->isBooleanType())
    return std::nullopt;
  E = E->IgnoreParenCasts();
  if (std::optional<model::TensorPaths::Element> Of = Paths.element(E, F))
    return Of->Array == Field::Shape ? std::optional(Of->Path) : std::nullopt;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (!Binary->isMultiplicativeOp())
      return std::nullopt;
    std::optional<model::PathId> Left = countOf(Binary->getLHS(), F, Depth + 1);
    return Left ? Left : countOf(Binary->getRHS(), F, Depth + 1);
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (!model::countsElements(model::calledName(Call)))
      return std::nullopt;
    for (const Expr *Each : Call->arguments())
      if (std::optional<model::Place> Found = Paths.place(Each, F);
          Found && (!Found->Field || Found->is(Field::Shape)) &&
          kindOf(Found->Path) != model::StructKind::None)
        return Found->Path;
    return std::nullopt;
  }
  const auto *Reference = dyn_cast<DeclRefExpr>(E);
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  if (!Variable)
    return std::nullopt;
  for (const Frame *Each = &F; Each; Each = Each->Caller)
    if (const Expr *Passed = Each->argument(Variable))
      return countOf(Passed, *Each->Caller, Depth + 1);
  const model::VariableDefinitions &Set = definitionsOf(Variable);
  for (const Expr *Each : Set.Updates)
    if (std::optional<model::PathId> Path = countOf(Each, F, Depth + 1))
      return Path;
  for (const Expr *Each : Set.Values)
    if (std::optional<model::PathId> Path = countOf(Each, F, Depth + 1))
      return Path;
  return std::nullopt;
}

/// A test of something computed from fields: `bits * lanes == 32`. The fields
/// are looked at, though how is not understood.
void TensorDomain::noteMixed(State &S, const Stmt *E, bool Equal,
                             const Frame &F, unsigned Depth) {
  if (!E || Depth > 12)
    return;
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    if (std::optional<model::Place> Found = Paths.place(Member, F);
        Found && Found->Field && *Found->Field != Field::Data) {
      noteTested(Found->Path, *Found->Field, F);
      if (Equal)
        S.change(Found->Path).Compared.insert(*Found->Field);
      return;
    }
  if (const auto *Reference = dyn_cast<DeclRefExpr>(E))
    if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
      if (const Expr *Only = definitionsOf(Variable).single()) {
        noteMixed(S, Only, Equal, F, Depth + 4);
        return;
      }
  for (const Stmt *Child : E->children())
    noteMixed(S, Child, Equal, F, Depth + 1);
}

} // namespace dlpack_tidy::flow
