//===--- TensorReads.cpp - the fields of a tensor that code reads ---------===//

#include "flow/TensorDomain.h"
#include "model/Callable.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

/// `legacy->dl_tensor.device`, though the same address was a versioned tensor
/// in another branch.
bool readsLegacy(const MemberExpr *Member) {
  for (const Expr *Object = Member;;) {
    const auto *Outer = dyn_cast<MemberExpr>(Object);
    if (!Outer)
      return false;
    Object = Outer->getBase()->IgnoreParenImpCasts();
    QualType Type = Object->getType();
    if (Outer->isArrow()
            ? model::pointeeKind(Type) == model::StructKind::Managed
            : model::structKind(Type) == model::StructKind::Managed)
      return true;
  }
}

/// The expression a person would look at: a helper that is given a device or a
/// data type cannot know of a version, its caller does.
const Expr *whereKnown(const MemberExpr *Member, const model::CallFrame &F) {
  auto IsPart = [](const ParmVarDecl *Parameter) {
    const RecordDecl *Record =
        Parameter->getType().getNonReferenceType()->getAsRecordDecl();
    return model::isDeviceRecord(Record) || model::isDtypeRecord(Record);
  };
  const Expr *Where = Member;
  for (const model::CallFrame *Each = &F;
       Each->Caller && Each->CallSite &&
       llvm::any_of(Each->Function->parameters(), IsPart);
       Each = Each->Caller)
    Where = Each->CallSite;
  return Where;
}

/// `DLDataType d = t.dtype;`: `d.code` is read from a copy that outlives the
/// tensor. The arrays a copied tensor points to do not.
bool readsCopy(const MemberExpr *Member) {
  std::optional<model::TensorField> Which =
      model::tensorField(Member->getMemberDecl());
  if (Which == model::TensorField::Shape ||
      Which == model::TensorField::Strides || Which == model::TensorField::Data)
    return false;
  const Expr *Object = Member;
  while (const auto *Outer = dyn_cast<MemberExpr>(Object)) {
    if (Outer->isArrow())
      return false;
    Object = Outer->getBase()->IgnoreParenImpCasts();
  }
  const VarDecl *Variable = model::variableIn(Object);
  return Variable && Variable->hasLocalStorage() &&
         Variable->getType()->isRecordType();
}

} // namespace

void TensorDomain::readMember(State &S, const MemberExpr *Member,
                              const Frame &F, bool Recording) {
  if (!model::tensorField(Member->getMemberDecl()))
    return;
  std::optional<model::Place> Found = Paths.place(Member, F);
  if (!Found || !Found->Field)
    return;
  const FunctionGraph *Graph = Graphs.graph(F.Function);
  if (const auto *Set = dyn_cast_or_null<BinaryOperator>(
          Graph->parents().getParentIgnoreParens(Member)))
    if (Set->getOpcode() == BO_Assign &&
        Set->getLHS()->IgnoreParens() == Member)
      return;
  Field Which = *Found->Field;
  Read[Found->Path].insert(Which);
  TensorFacts &Facts = S.change(Found->Path);
  if (Which == Field::ByteOffset || Which == Field::Strides ||
      Which == Field::Shape) {
    Facts.Seen.insert(Which);
    S.settle(Found->Path, Which);
  }
  bool Always = Which == Field::Version || Which == Field::Major ||
                Which == Field::Minor || Which == Field::Deleter ||
                Which == Field::ManagerContext;
  if (!Always && kindOf(Found->Path) == model::StructKind::Versioned &&
      !readsLegacy(Member))
    record(S, UseKind::ReadsFields, whereKnown(Member, F), Found->Path, F,
           Recording);
  if (Which != Field::Deleter && Facts.Owner.isGone() && !readsCopy(Member))
    record(S, UseKind::UsedReleased, Member, Found->Path, F, Recording);
}

} // namespace dlpack_tidy::flow
