//===--- TensorData.cpp - where the addresses of tensors' elements go -----===//

#include "flow/TensorDomain.h"

#include "model/Callable.h"
#include "model/Constants.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

/// Functions that give back their first argument, perhaps moved.
bool returnsItsArgument(StringRef Name, bool &Moves) {
  Moves = Name == "next" || Name == "prev" || Name == "advance";
  return Moves ||
         model::isOneOf(Name, {"__builtin_assume_aligned", "assume_aligned",
                               "launder", "bit_cast", "to_address"});
}

/// What is done with the element that an expression names.
struct ElementUse {
  bool Reads = false;
  bool Writes = false;
};

bool isConstReference(QualType Parameter) {
  return !Parameter->isReferenceType() ||
         Parameter.getNonReferenceType().isConstQualified();
}

ElementUse useAsArgument(const CallExpr *Call, const Expr *Argument) {
  ElementUse Use{true, false};
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return Use;
  unsigned First = 0;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
      Operator && isa<CXXMethodDecl>(Callee))
    First = 1;
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    if (Call->getArg(I)->IgnoreParenImpCasts() != Argument)
      continue;
    if (I < First)
      Use.Writes = !cast<CXXMethodDecl>(Callee)->isConst();
    else if (I - First < Callee->getNumParams())
      Use.Writes =
          !isConstReference(Callee->getParamDecl(I - First)->getType());
  }
  return Use;
}

ElementUse useOf(const Expr *Element, const ParentMap &Parents) {
  const Stmt *Child = Element;
  for (const Stmt *Parent = Parents.getParent(Child); Parent;
       Child = Parent, Parent = Parents.getParent(Child)) {
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Parent)) {
      if (Cast->getCastKind() == CK_LValueToRValue)
        return {true, false};
      continue;
    }
    if (isa<ParenExpr, MemberExpr, MaterializeTemporaryExpr, FullExpr>(Parent))
      continue;
    if (const auto *Array = dyn_cast<ArraySubscriptExpr>(Parent)) {
      if (Array->getBase()->IgnoreParenImpCasts() != Child &&
          Array->getBase() != Child)
        return {true, false};
      continue;
    }
    if (const auto *Unary = dyn_cast<UnaryOperator>(Parent)) {
      if (Unary->getOpcode() == UO_AddrOf)
        return {};
      return {true, Unary->isIncrementDecrementOp()};
    }
    if (const auto *Set = dyn_cast<BinaryOperator>(Parent)) {
      if (!Set->isAssignmentOp() || Set->getLHS() != Child)
        return {true, false};
      return {Set->isCompoundAssignmentOp(), true};
    }
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Parent);
        Call && Call->getCallee() == Child) {
      const CXXMethodDecl *Method = Call->getMethodDecl();
      return {true, Method && !Method->isConst() && !Method->isStatic()};
    }
    if (const auto *Call = dyn_cast<CallExpr>(Parent))
      return useAsArgument(Call, Element);
    if (isa<ReturnStmt>(Parent))
      return {};
    return {true, false};
  }
  return {};
}

/// Elements whose type wants more than any number type does: SIMD vectors and
/// `alignas` structs.
bool isOverAligned(const Expr *Element, const ASTContext &Context) {
  QualType Type = Element->getType();
  if (const auto *Member = dyn_cast<MemberExpr>(Element))
    Type = Member->getBase()->getType()->getPointeeType();
  if (Type.isNull() || Type->isIncompleteType() || Type->isDependentType())
    return false;
  return (Type->isVectorType() || Type->isRecordType()) &&
         Context.getTypeAlign(Type) >
             Context.getTypeAlign(Context.LongDoubleTy) / 2;
}

bool isInLoop(const Expr *Element, const ParentMap &Parents) {
  for (const Stmt *Parent = Parents.getParent(Element); Parent;
       Parent = Parents.getParent(Parent))
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Parent))
      return true;
  return false;
}

bool isConstantIndex(const Expr *Index, const ASTContext &Context,
                     int64_t Wanted) {
  std::optional<int64_t> Value = model::integerConstant(Index, Context);
  return Value && *Value == Wanted;
}

} // namespace

bool TensorDomain::mentions(const Stmt *E, model::PathId Path, Field Wanted,
                            const Frame &F, unsigned Depth) {
  if (!E || Depth > 24)
    return false;
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    std::optional<model::Place> Found = Paths.place(Member, F);
    if (Found && Found->Path == Path && Found->is(Wanted))
      return true;
  }
  if (const auto *Reference = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    if (!Variable)
      return false;
    for (const Frame *Each = &F; Each; Each = Each->Caller)
      if (const Expr *Passed = Each->argument(Variable))
        return mentions(Passed, Path, Wanted, *Each->Caller, Depth + 4);
    const model::VariableDefinitions &Set = definitionsOf(Variable);
    for (const Expr *Each : Set.Values)
      if (mentions(Each, Path, Wanted, F, Depth + 6))
        return true;
    for (const Expr *Each : Set.Updates)
      if (mentions(Each, Path, Wanted, F, Depth + 6))
        return true;
    return false;
  }
  for (const Stmt *Child : E->children())
    if (mentions(Child, Path, Wanted, F, Depth + 1))
      return true;
  return false;
}

std::optional<DataPointer> TensorDomain::dataPointer(const State &S,
                                                     const Expr *E,
                                                     const Frame &F,
                                                     unsigned Depth) {
  if (!E || Depth > 12)
    return std::nullopt;
  E = model::sameObject(E);
  if (const auto *Reference = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    if (!Variable)
      return std::nullopt;
    if (const DataPointer *Held = S.pointer(Variable))
      return *Held;
    for (const Frame *Each = &F; Each; Each = Each->Caller)
      if (const Expr *Passed = Each->argument(Variable))
        return dataPointer(S, Passed, *Each->Caller, Depth + 1);
    return std::nullopt;
  }
  if (isa<MemberExpr>(E)) {
    std::optional<model::PathId> Path = Paths.fieldOf(E, Field::Data, F);
    if (!Path)
      return std::nullopt;
    DataPointer From;
    From.Path = *Path;
    From.Source = E;
    From.OffsetAdded = Maybe::surely(S.tensor(*Path).OffsetZero.isSurely(true));
    return From;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->getOpcode() == BO_Comma || Binary->getOpcode() == BO_Assign)
      return dataPointer(S, Binary->getRHS(), F, Depth + 1);
    if (!Binary->isAdditiveOp())
      return std::nullopt;
    if (std::optional<DataPointer> Left =
            sum(S, Binary->getLHS(), Binary->getRHS(), F, Depth))
      return Left;
    return Binary->getOpcode() == BO_Add
               ? sum(S, Binary->getRHS(), Binary->getLHS(), F, Depth)
               : std::nullopt;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    const Expr *Inner = Unary->getSubExpr()->IgnoreParenImpCasts();
    if (Unary->isIncrementDecrementOp())
      return dataPointer(S, Inner, F, Depth + 1);
    if (Unary->getOpcode() != UO_AddrOf)
      return std::nullopt;
    while (const auto *Member = dyn_cast<MemberExpr>(Inner)) {
      if (Member->isArrow())
        return dataPointer(S, Member->getBase(), F, Depth + 1);
      Inner = Member->getBase()->IgnoreParenImpCasts();
    }
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Inner))
      return sum(S, Element->getBase(), Element->getIdx(), F, Depth);
    if (const auto *Deref = dyn_cast<UnaryOperator>(Inner);
        Deref && Deref->getOpcode() == UO_Deref)
      return dataPointer(S, Deref->getSubExpr(), F, Depth + 1);
    return std::nullopt;
  }
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(E)) {
    if (std::optional<DataPointer> Then =
            dataPointer(S, Choice->getTrueExpr(), F, Depth + 1))
      return Then;
    return dataPointer(S, Choice->getFalseExpr(), F, Depth + 1);
  }
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return List->getNumInits() == 1 && E->getType()->isScalarType()
               ? dataPointer(S, List->getInit(0), F, Depth + 1)
               : std::nullopt;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return returned(S, Call, F, Depth);
  return std::nullopt;
}

std::optional<DataPointer> TensorDomain::sum(const State &S,
                                             const Expr *Address,
                                             const Expr *Distance,
                                             const Frame &F, unsigned Depth) {
  if (!Address->getType()->isPointerType() &&
      !Address->getType()->isIntegerType() &&
      !Address->getType()->isArrayType())
    return std::nullopt;
  std::optional<DataPointer> From = dataPointer(S, Address, F, Depth + 1);
  if (!From)
    return std::nullopt;
  bool AddsOffset = mentions(Distance, From->Path, Field::ByteOffset, F);
  if (AddsOffset)
    From->OffsetAdded = Maybe::surely(true);
  const auto *Sum = dyn_cast<BinaryOperator>(Distance->IgnoreParenImpCasts());
  bool OnlyOffset = AddsOffset && !(Sum && Sum->isAdditiveOp());
  if (!OnlyOffset && !isConstantIndex(Distance, Graphs.context(), 0))
    From->Moved = true;
  return From;
}

std::optional<DataPointer> TensorDomain::returned(const State &S,
                                                  const CallExpr *Call,
                                                  const Frame &F,
                                                  unsigned Depth) {
  bool Moves = false;
  if (returnsItsArgument(model::calledName(Call), Moves) &&
      Call->getNumArgs() >= 1) {
    if (Moves && Call->getNumArgs() == 2)
      return sum(S, Call->getArg(0), Call->getArg(1), F, Depth);
    return dataPointer(S, Call->getArg(0), F, Depth + 1);
  }
  const FunctionDecl *Callee = model::calleeWithBody(Call);
  if (!Callee || !Callee->getReturnType()->isPointerType() ||
      F.isRunning(Callee) || F.Depth > 6)
    return std::nullopt;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Callee->getBody());
  const auto *Return = Body && !Body->body_empty()
                           ? dyn_cast<ReturnStmt>(Body->body_back())
                           : nullptr;
  if (!Return || !Return->getRetValue())
    return std::nullopt;
  Frame Inner = model::frameOfCall(Call, Callee, F);
  return dataPointer(S, Return->getRetValue(), Inner, Depth + 1);
}

void TensorDomain::accessArray(State &S, const Expr *Element, const Frame &F,
                               bool Recording) {
  std::optional<model::TensorPaths::Element> Of = Paths.element(Element, F);
  if (!Of)
    return;
  UseKind Kind =
      Of->Array == Field::Shape ? UseKind::ReadsShape : UseKind::ReadsStrides;
  // `shape[0]` after `shape = t.shape`: the tensor itself is not named here.
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Element);
  if (Subscript &&
      isa<DeclRefExpr>(Subscript->getBase()->IgnoreParenImpCasts()) &&
      S.tensor(Of->Path).Owner.isGone())
    record(S, UseKind::UsedReleased, Element, Of->Path, F, Recording);
  const FunctionGraph *Graph = Graphs.graph(F.Function);
  ElementUse Done = useOf(Element, Graph->parents());
  if (!Done.Reads && !(Done.Writes && Of->Array == Field::Strides))
    return;
  std::optional<int64_t> Index = 0;
  if (Of->Index) {
    Index = model::integerConstant(Of->Index, Graphs.context());
    // `ndim - 1` counts from the other end.
    const auto *Minus =
        dyn_cast<BinaryOperator>(Of->Index->IgnoreParenImpCasts());
    if (!Index && Minus && Minus->getOpcode() == BO_Sub &&
        Paths.fieldOf(Minus->getLHS(), Field::Ndim, F) == Of->Path)
      if (std::optional<int64_t> Back =
              model::integerConstant(Minus->getRHS(), Graphs.context()))
        Index = -*Back;
  }
  if (TensorUse *Use = record(S, Kind, Element, Of->Path, F, Recording))
    Use->Index = Index;
}

void TensorDomain::access(State &S, const Expr *Element, const Frame &F,
                          bool Recording) {
  const Expr *Address = nullptr, *Index = nullptr;
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Element)) {
    Address = Subscript->getBase();
    Index = Subscript->getIdx();
  } else if (const auto *Deref = dyn_cast<UnaryOperator>(Element)) {
    Address = Deref->getSubExpr();
  } else if (const auto *Member = dyn_cast<MemberExpr>(Element)) {
    if (model::tensorField(Member->getMemberDecl()))
      return;
    Address = Member->getBase();
  }
  accessArray(S, Element, F, Recording);
  std::optional<DataPointer> From =
      Index ? sum(S, Address, Index, F, 0) : dataPointer(S, Address, F);
  if (!From)
    return;
  const FunctionGraph *Graph = Graphs.graph(F.Function);
  ElementUse Done = useOf(Element, Graph->parents());
  if (isOverAligned(Element, Graphs.context()))
    if (TensorUse *Use = record(S, UseKind::AssumesAlignment, Element,
                                From->Path, F, Recording))
      Use->Source = From->Source;
  if (Done.Reads)
    useData(S, UseKind::ReadsData, Element, *From, Element->getType(), false, F,
            Recording);
  if (Done.Writes)
    useData(S, UseKind::WritesData, Element, *From, Element->getType(), false,
            F, Recording);
}

/// `check_cuda_buffer(t.data)`, `is_device_pointer(t.data)`: where memory lies,
/// not what is in it.
static bool asksAboutAddress(const Expr *Call) {
  std::string Name = model::calledName(Call).lower();
  StringRef Text = Name;
  return Text.starts_with("check") || Text.starts_with("is_") ||
         Text.starts_with("verify") || Text.starts_with("validate") ||
         Text.contains("pointergetattribute") ||
         Text.contains("pointer_attribute");
}

void TensorDomain::pass(State &S, const Expr *Address, const Expr *At,
                        model::MemoryAccess Access, const Frame &F,
                        bool Recording) {
  QualType Type = Address->getType();
  if (!Type->isPointerType() && !Type->isIntegerType() &&
      !Type->isReferenceType())
    return;
  std::optional<DataPointer> From = dataPointer(S, Address, F);
  // A number that once was an address is one only as wide as a pointer.
  if (!From || (Type->isIntegerType() &&
                Graphs.context().getTypeSize(Type) <
                    Graphs.context().getTypeSize(Graphs.context().VoidPtrTy)))
    return;
  const Expr *Plain = Address->IgnoreParenImpCasts();
  QualType Element = Plain->getType()->isPointerType()
                         ? Plain->getType()->getPointeeType()
                         : QualType();
  if (Access.Writes)
    useData(S, UseKind::WritesData, At, *From, Element, Access.Block, F,
            Recording);
  if (Access.Reads)
    useData(S, UseKind::ReadsData, At, *From, Element, Access.Block, F,
            Recording);
  if (Access.Reads || Access.Writes || asksAboutAddress(At))
    return;
  size_t Before = Uses.size();
  useData(S, UseKind::PassesData, At, *From, Element, Access.Block, F,
          Recording);
  if (Uses.size() > Before)
    Uses[Before].Writable =
        Type->isPointerType() && !Type->getPointeeType().isConstQualified();
}

void TensorDomain::useData(State &S, UseKind Kind, const Expr *At,
                           const DataPointer &From, QualType Element,
                           bool Block, const Frame &F, bool Recording) {
  TensorFacts &Facts = S.change(From.Path);
  bool Passed = Kind == UseKind::PassesData;
  bool OffsetDone =
      From.OffsetAdded.isSurely(true) || Facts.OffsetZero.isSurely(true);
  // The offset may travel beside the address.
  bool Travels = Passed && Facts.Seen.contains(Field::ByteOffset);
  if (!OffsetDone && Passed && !Travels)
    S.wait({At, From.Path, Field::ByteOffset});
  bool Flat = (From.Moved || Block || Passed) &&
              !Facts.Seen.contains(Field::Strides) && Facts.Dimensions.High > 0;
  if (Flat)
    S.wait({At, From.Path, Field::Strides});
  if (TensorUse *Use = record(S, Kind, At, From.Path, F, Recording)) {
    Use->Element = Element;
    Use->Source = From.Source;
    Use->OffsetAdded = Maybe::surely(OffsetDone);
    Use->OffsetIgnored = !OffsetDone && !Passed;
    Use->Block = Block;
    Use->Moved = From.Moved;
    Use->InLoop = isInLoop(At, Graphs.graph(F.Function)->parents());
  }
  if (Facts.Owner.isSurely(Ownership::Released | Ownership::ReleasedUnrenamed))
    record(S, UseKind::UsedReleased, At, From.Path, F, Recording);
}

void TensorDomain::alignmentCall(State &S, const CallExpr *Call, const Frame &F,
                                 bool Recording) {
  StringRef Name = model::calledName(Call);
  bool Assumes = Name == "__builtin_assume_aligned" ||
                 Name == "assume_aligned" ||
                 (Name.starts_with("_mm") && Name.contains("_load_")) ||
                 (Name.starts_with("_mm") && Name.contains("_store_")) ||
                 (Name.starts_with("_mm") && Name.contains("_stream_"));
  if (!Assumes || Call->getNumArgs() == 0)
    return;
  std::optional<DataPointer> From = dataPointer(S, Call->getArg(0), F);
  if (!From)
    return;
  if (TensorUse *Use =
          record(S, UseKind::AssumesAlignment, Call, From->Path, F, Recording))
    Use->Source = From->Source;
}

} // namespace dlpack_tidy::flow
