//===--- Producers.cpp - who makes and releases tensors in a unit ---------===//

#include "model/Producers.h"

#include "model/Callable.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

/// `void (*)(DLManagedTensor *)`, for either struct.
bool isDeleterType(QualType Type) {
  Type = Type.getNonReferenceType();
  if (!Type->isFunctionPointerType())
    return false;
  const auto *Function = Type->getPointeeType()->getAs<FunctionProtoType>();
  return Function && Function->getNumParams() == 1 &&
         Function->getReturnType()->isVoidType() &&
         isManaged(pointeeKind(Function->getParamType(0)));
}

bool isStandardClass(const CXXRecordDecl *Class) {
  return Class && Class->isInStdNamespace();
}

bool concerns(const Expr *Value) {
  if (const auto *Member = dyn_cast<MemberExpr>(Value))
    return tensorField(Member->getMemberDecl()).has_value();
  QualType Type = Value->getType();
  if (Type.isNull() || Type->isDependentType())
    return false;
  if (isa<DeclRefExpr>(Value) || isa<CastExpr>(Value) || isa<CallExpr>(Value) ||
      isa<CXXNewExpr>(Value) || isa<CXXConstructExpr>(Value) ||
      isa<InitListExpr>(Value))
    return pointeeKind(Type) != StructKind::None ||
           structKind(Type) != StructKind::None;
  return false;
}

const FunctionDecl *canonical(const FunctionDecl *Function) {
  return Function ? Function->getCanonicalDecl() : nullptr;
}

} // namespace

bool makesTensorCapsule(const CapsuleEvent &Creation) {
  if (Creation.Name.From == CapsuleName::Constant)
    return Creation.Name.isUnused();
  if (Creation.Name.From == CapsuleName::Absent || !Creation.Pointer)
    return false;
  return isManaged(pointeeKind(stripped(Creation.Pointer)->getType()));
}

Producers::Producers(llvm::ArrayRef<const FunctionDecl *> Functions) {
  for (const FunctionDecl *Each : Functions)
    visit(Each);
  findDestructors();
}

void Producers::visit(const FunctionDecl *Function) {
  if (Function->isDependentContext())
    return;
  bool IsConcerned = false;
  for (const ParmVarDecl *Parameter : Function->parameters())
    IsConcerned |= pointeeKind(Parameter->getType()) != StructKind::None ||
                   structKind(Parameter->getType()) != StructKind::None;
  size_t CapsulesBefore = Capsules.size();
  forEachStatement(Function, [&](const Stmt *Each) {
    const auto *Value = dyn_cast<Expr>(Each);
    if (!Value)
      return;
    IsConcerned = IsConcerned || concerns(Value);
    visitExpression(Value, Function);
  });
  if (IsConcerned || Capsules.size() != CapsulesBefore)
    Concerned.push_back(Function);
}

void Producers::visitExpression(const Expr *Value, const FunctionDecl *In) {
  if (std::optional<CapsuleEvent> Event = capsuleEvent(Value))
    Capsules.push_back({*Event, In});
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Value)) {
    if (const auto *Function = dyn_cast<FunctionDecl>(Reference->getDecl()))
      ++AddressTaken[canonical(Function)];
  } else if (const auto *Assignment = dyn_cast<BinaryOperator>(Value)) {
    if (Assignment->getOpcode() == BO_Assign &&
        tensorField(Assignment->getLHS()) == TensorField::Deleter)
      addDeleter(Assignment->getRHS(), Assignment->getLHS(), In);
  } else if (const auto *List = dyn_cast<InitListExpr>(Value)) {
    const RecordDecl *Record = List->getType()->getAsRecordDecl();
    if (Record && isManaged(structKind(Record)) && List->isSemanticForm())
      for (const FieldDecl *Field : Record->fields())
        if (tensorField(Field) == TensorField::Deleter &&
            Field->getFieldIndex() < List->getNumInits() &&
            !isa<ImplicitValueInitExpr>(List->getInit(Field->getFieldIndex())))
          addDeleter(List->getInit(Field->getFieldIndex()), nullptr, In);
  } else if (const auto *Call = dyn_cast<CallExpr>(Value)) {
    if (const FunctionDecl *Callee = Call->getDirectCallee()) {
      Called.insert(canonical(Callee));
      if (Callee->hasBody())
        Calls.push_back({In, canonical(Callee)});
      // The call's own reference to the callee will be met as well.
      if (isa<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts()))
        --AddressTaken[canonical(Callee)];
      for (unsigned I = 0; I < Call->getNumArgs() && I < Callee->getNumParams();
           ++I)
        if (isDeleterType(Callee->getParamDecl(I)->getType()))
          addDeleter(Call->getArg(I), nullptr, In);
    }
  } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(Value)) {
    const CXXConstructorDecl *Constructor = Construct->getConstructor();
    // The deleter of a unique_ptr is the consumer's or runs in scope.
    if (!isStandardClass(Constructor->getParent()))
      for (unsigned I = 0;
           I < Construct->getNumArgs() && I < Constructor->getNumParams(); ++I)
        if (isDeleterType(Constructor->getParamDecl(I)->getType()))
          addDeleter(Construct->getArg(I), nullptr, In);
  }
}

void Producers::addDeleter(const Expr *Value, const Expr *Target,
                           const FunctionDecl *In) {
  DeleterSite Site;
  Site.Value = Value;
  Site.Deleter = functionOf(Value);
  Site.Target = Target;
  Site.In = In;
  Deleters.push_back(Site);
}

void Producers::findDestructors() {
  for (const CapsuleSite &Site : Capsules) {
    if (!Site.Event.Destructor)
      continue;
    bool ForTensor = Site.Event.Action == CapsuleAction::Create
                         ? makesTensorCapsule(Site.Event)
                         : Site.Event.Action == CapsuleAction::SetDestructor;
    const FunctionDecl *Function =
        ForTensor ? functionOf(Site.Event.Destructor) : nullptr;
    if (Function)
      Destructors.push_back({Function, Site.Event, Site.In});
  }
  // A destructor set later is DLPack's only if it deals with DLPack.
  llvm::erase_if(Destructors, [&](const CapsuleDestructor &Each) {
    return Each.Event.Action == CapsuleAction::SetDestructor &&
           llvm::find(Concerned, Each.Function) == Concerned.end();
  });
}

std::vector<const FunctionDecl *> Producers::deleterFunctions() const {
  std::vector<const FunctionDecl *> Functions;
  for (const DeleterSite &Site : Deleters)
    if (Site.Deleter && llvm::find(Functions, Site.Deleter) == Functions.end())
      Functions.push_back(Site.Deleter);
  return Functions;
}

bool Producers::needNoRelease() const {
  for (const DeleterSite &Site : Deleters)
    if (!isNullPointer(Site.Value) && !hasEmptyBody(Site.Deleter))
      return false;
  return !Deleters.empty();
}

std::vector<const FunctionDecl *> Producers::callersOf(
    const llvm::DenseSet<const FunctionDecl *> &Functions) const {
  llvm::DenseSet<const FunctionDecl *> Known;
  std::vector<const FunctionDecl *> Found;
  for (const FunctionDecl *Each : Functions) {
    Known.insert(canonical(Each));
    Found.push_back(Each);
  }
  for (bool Grew = true; Grew;) {
    Grew = false;
    for (const auto &[Caller, Callee] : Calls)
      if (Known.contains(Callee) && Known.insert(canonical(Caller)).second) {
        Found.push_back(Caller);
        Grew = true;
      }
  }
  return Found;
}

std::vector<const FunctionDecl *>
Producers::reachedFrom(const FunctionDecl *Root) const {
  std::vector<const FunctionDecl *> Found = {Root};
  for (size_t Next = 0; Next < Found.size(); ++Next)
    for (const auto &[Caller, Callee] : Calls)
      if (canonical(Caller) == canonical(Found[Next])) {
        const FunctionDecl *Definition = Callee;
        Callee->hasBody(Definition);
        if (llvm::find(Found, Definition) == Found.end())
          Found.push_back(Definition);
      }
  return Found;
}

bool Producers::isCalledHere(const FunctionDecl *Function) const {
  return Called.contains(canonical(Function));
}

bool Producers::isAddressTaken(const FunctionDecl *Function) const {
  return AddressTaken.lookup(canonical(Function)) > 0;
}

bool Producers::isReachableFromOutside(const FunctionDecl *Function) const {
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  if (Method && Method->getParent()->isLambda())
    return !isCalledHere(Function);
  return Function->isExternallyVisible() || !isCalledHere(Function) ||
         isAddressTaken(Function);
}

bool Producers::isCapsuleDestructor(const FunctionDecl *Function) const {
  for (const CapsuleDestructor &Each : Destructors)
    if (Each.Function->getCanonicalDecl() == Function->getCanonicalDecl())
      return true;
  return false;
}

} // namespace dlpack_tidy::model
