//===--- TensorOwnership.cpp - who is responsible for a managed tensor ----===//
//
// A capsule owns the tensor it holds. A consumer renames it, which takes the
// tensor over, and from then on has to see to it that the deleter runs once.
//
//===----------------------------------------------------------------------===//

#include "flow/TensorDomain.h"
#include "model/Callable.h"
#include "model/Capsule.h"
#include "model/Walk.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

using model::CapsuleAction;

std::optional<model::CapsuleEvent>
eventOf(const Expr *Call, const FunctionGraph *Graph, CapsuleAction Wanted) {
  std::optional<model::CapsuleEvent> Event =
      model::capsuleEvent(Call, Graph ? &Graph->definitions() : nullptr);
  return Event && Event->Action == Wanted ? Event : std::nullopt;
}

/// std::unique_ptr and std::shared_ptr of a managed tensor, and classes whose
/// destructor calls a deleter.
bool runsDeleterAtItsEnd(const CXXRecordDecl *Class) {
  Class = Class ? Class->getDefinition() : nullptr;
  if (!Class)
    return false;
  if (Class->isInStdNamespace())
    return model::isOneOf(model::plainName(Class),
                          {"unique_ptr", "shared_ptr", "__shared_ptr"});
  const CXXDestructorDecl *Destructor = Class->getDestructor();
  const FunctionDecl *Definition = nullptr;
  if (!Destructor || !Destructor->hasBody(Definition))
    return false;
  bool Runs = false;
  model::forEachStatement(Definition, [&](const Stmt *Each) {
    if (const auto *Call = dyn_cast<CallExpr>(Each))
      Runs |= model::tensorField(Call->getCallee()->IgnoreParenImpCasts()) ==
              model::TensorField::Deleter;
  });
  return Runs;
}

/// Released or given to an owner on some way, and renamed on none. Where it is
/// renamed on others the two may go together.
bool isOwnedTwice(Ownership Owner) {
  bool Owned = Owner.mayBe(Ownership::ReleasedUnrenamed) ||
               Owner.mayBe(Ownership::KeptUnrenamed);
  return Owned && !Owner.mayBe(Ownership::Owed) &&
         !Owner.mayBe(Ownership::Kept) && !Owner.mayBe(Ownership::Released);
}

} // namespace

void TensorDomain::takePointer(State &S, model::PathId Path,
                               const Expr *Capsule, const Frame &F) {
  TensorFacts Fresh;
  Fresh.Owner.set(Ownership::Borrowed);
  std::optional<model::Place> Held =
      Capsule ? Paths.place(Capsule, F) : std::nullopt;
  if (Held) {
    CapsuleOf[Path] = Held->Path;
    if (S.tensor(Held->Path).Renamed.isSurely(true))
      Fresh.Owner.set(Ownership::Owed);
  }
  S.change(Path) = Fresh;
}

/// A variable gets a new value: what was known of the old one is void.
void TensorDomain::takeOver(State &S, const VarDecl *Variable,
                            const Expr *Value, const Frame &F) {
  for (model::PathId Each : Paths.indexedBy(Variable))
    S.change(Each) = TensorFacts();
  bool Untyped = Variable->getType()->isVoidPointerType();
  if (!Untyped &&
      model::pointeeKind(Variable->getType()) == model::StructKind::None)
    return;
  std::optional<model::Place> Own = Paths.variable(Variable, F);
  if (!Own || Paths.info(Own->Path).Variable != Variable)
    return;
  std::optional<model::CapsuleEvent> Taken =
      eventOf(model::sameObject(Value), Graphs.graph(F.Function),
              CapsuleAction::TakePointer);
  if (!Taken && Untyped)
    return;
  if (!Taken) {
    S.change(Own->Path) = TensorFacts();
    return;
  }
  takePointer(S, Own->Path, Taken->Capsule, F);
  // From here on the tensor goes by the variable's name.
  if (std::optional<model::Place> Unnamed = Paths.place(Taken->Call, F))
    CapsuleOf.erase(Unnamed->Path);
}

void TensorDomain::capsuleCall(State &S, const Expr *Call, const Frame &F,
                               bool Recording) {
  std::optional<model::CapsuleEvent> Event =
      model::capsuleEvent(Call, &Graphs.graph(F.Function)->definitions());
  if (!Event || !Event->Capsule)
    return;
  if (Event->Action == CapsuleAction::TakePointer) {
    if (std::optional<model::Place> Found = Paths.place(Call, F))
      takePointer(S, Found->Path, Event->Capsule, F);
    return;
  }
  std::optional<model::Place> Capsule = Paths.place(Event->Capsule, F);
  if (!Capsule)
    return;
  if (Event->Action == CapsuleAction::Rename)
    renamed(S, Capsule->Path, !Event->Name.isUnused());
  else if (Event->Action == CapsuleAction::SetDestructor &&
           model::isNullPointer(Event->Destructor)) {
    // Nobody else will run the deleter, though others may take the pointer.
    bool Named = S.tensor(Capsule->Path).Renamed.isSurely(true);
    S.change(Capsule->Path).Seen.insert(Field::Deleter);
    renamed(S, Capsule->Path, true);
    S.change(Capsule->Path).Renamed = Maybe::surely(Named);
  }
}

void TensorDomain::renamed(State &S, model::PathId Capsule, bool Renamed) {
  S.change(Capsule).Renamed = Maybe::surely(Renamed);
  bool Known = llvm::any_of(
      CapsuleOf, [&](const auto &Each) { return Each.second == Capsule; });
  for (const auto &[Tensor, Holder] : CapsuleOf) {
    // A capsule by another name: whose it is nobody can say, so all of them.
    if (Known && Holder != Capsule)
      continue;
    Ownership &Owner = S.change(Tensor).Owner;
    if (Renamed)
      Owner.rename();
    else
      Owner.undoRename();
  }
}

bool TensorDomain::refineRename(State &S, const Expr *Call, bool Failed,
                                const Frame &F) {
  std::optional<model::CapsuleEvent> Event =
      eventOf(Call, Graphs.graph(F.Function), CapsuleAction::Rename);
  if (!Event || !Event->Capsule)
    return false;
  if (Failed)
    if (std::optional<model::Place> Capsule = Paths.place(Event->Capsule, F))
      renamed(S, Capsule->Path, false);
  return true;
}

bool TensorDomain::refineRenameResult(State &S, const Expr *Call, Comparison Op,
                                      int64_t Constant, bool Truth,
                                      const Frame &F) {
  return refineRename(S, Call->IgnoreParenCasts(),
                      holds(0, Op, Constant) != Truth, F);
}

bool TensorDomain::runsDeleter(State &S, const CallExpr *Call, const Frame &F,
                               bool Recording) {
  if (!isa<MemberExpr, DeclRefExpr, UnaryOperator>(
          Call->getCallee()->IgnoreParenCasts()) ||
      isa<CXXMemberCallExpr, CXXOperatorCallExpr>(Call))
    return false;
  std::optional<model::PathId> Path =
      Paths.fieldOf(Call->getCallee(), Field::Deleter, F);
  if (!Path)
    return false;
  record(S, UseKind::RunsDeleter, Call, *Path, F, Recording);
  S.change(*Path).Owner.release();
  return true;
}

void TensorDomain::keep(State &S, const Expr *Given, const Frame &F,
                        bool ByOwner) {
  QualType Type = Given->getType();
  if (Type.isNull() || !Type->isPointerType())
    return;
  // Who may only read cannot release.
  if (Type->getPointeeType().isConstQualified())
    return;
  Type = Given->IgnoreParenCasts()->getType();
  std::optional<model::Place> Found;
  if (model::isManaged(model::pointeeKind(Type)) || Type->isVoidPointerType())
    Found = Paths.place(Given, F);
  if (!Found || Found->Field)
    return;
  Ownership &Owner = S.change(Found->Path).Owner;
  if (ByOwner)
    Owner.keep();
  else
    Owner.lend();
}

/// `delete m`, `free(t.shape)`: memory that the producer's deleter frees.
void TensorDomain::freeMemory(State &S, const Expr *Freed, const Expr *At,
                              const Frame &F, bool Recording) {
  std::optional<model::Place> Found = Paths.place(Freed, F);
  if (!Found || !Freed->IgnoreParenCasts()->getType()->isPointerType())
    return;
  const model::PathInfo &Info = Paths.info(Found->Path);
  if (!model::isManaged(Info.Kind) && !Found->Field)
    return;
  if (S.tensor(Found->Path).Owner.isGone())
    record(S, UseKind::UsedReleased, At, Found->Path, F, Recording);
  else if (Info.Origin == model::TensorOrigin::Capsule &&
           (!Found->Field || Found->is(Field::Shape) ||
            Found->is(Field::Strides) || Found->is(Field::Data)))
    record(S, UseKind::FreesForeign, At, Found->Path, F, Recording);
}

bool TensorDomain::isOwner(const CXXConstructorDecl *Constructor) const {
  return runsDeleterAtItsEnd(Constructor->getParent());
}

/// Capsule tensors on a way that ends at \p End.
void TensorDomain::endOwnership(State &S, const Stmt *End, const Frame &F,
                                bool Recording) {
  if (!Recording || CapsuleOf.empty())
    return;
  bool Throws = isa_and_nonnull<CXXThrowExpr>(End);
  if (Throws && isCaught(End, F, Graphs))
    return;
  for (const auto &[Path, Capsule] : CapsuleOf) {
    const TensorFacts &Facts = S.tensor(Path);
    const Expr *Taken = Paths.info(Path).TakenBy;
    if (!Taken || Facts.IsNull.isSurely(true))
      continue;
    std::optional<UseKind> Kind;
    if (Facts.Owner.mayBe(Ownership::Owed))
      Kind = UseKind::Abandoned;
    else if (isOwnedTwice(Facts.Owner))
      Kind = UseKind::OwnedTwice;
    else if (S.tensor(Capsule).Seen.contains(Field::Deleter) &&
             !S.tensor(Capsule).Renamed.mayBe(true))
      Kind = UseKind::LeftUnused;
    if (!Kind)
      continue;
    if (TensorUse *Use = record(S, *Kind, Taken, Path, F, true))
      Use->End = End;
  }
}

} // namespace dlpack_tidy::flow
