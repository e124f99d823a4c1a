//===--- TensorPath.cpp - which tensor an expression speaks of ------------===//

#include "model/TensorPath.h"

#include "model/Callable.h"
#include "model/Capsule.h"
#include "model/Walk.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

bool passesArgumentOn(const FunctionDecl *Function) {
  return isOneOf(plainName(Function),
                 {"move", "forward", "addressof", "as_const", "launder",
                  "to_address", "exchange"});
}

/// `p.get()`, `*p`, `p->`: the object a smart pointer or an optional holds.
const Expr *pointerObject(const CallExpr *Call) {
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call)) {
    bool Dereferences =
        Operator->getOperator() == OO_Arrow ||
        (Operator->getOperator() == OO_Star && Operator->getNumArgs() == 1);
    return Dereferences ? Operator->getArg(0) : nullptr;
  }
  const auto *Method = dyn_cast<CXXMemberCallExpr>(Call);
  if (!Method || Method->getNumArgs() != 0)
    return nullptr;
  bool HandsOn = isOneOf(plainName(Method->getMethodDecl()),
                         {"get", "value", "ptr", "release"});
  if (const CXXMethodDecl *Callee = Method->getMethodDecl())
    HandsOn |= Callee->getOverloadedOperator() == OO_Arrow;
  return HandsOn ? Method->getImplicitObjectArgument() : nullptr;
}

const Expr *innerOf(const Expr *E) {
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return Full->getSubExpr();
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return Temporary->getSubExpr();
  if (const auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(E))
    return Temporary->getSubExpr();
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(E))
    return Opaque->getSourceExpr();
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return Default->getExpr();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return Construct->getNumArgs() == 1 &&
                   Construct->getConstructor()->isCopyOrMoveConstructor()
               ? Construct->getArg(0)
               : nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (const Expr *Held = pointerObject(Call))
      return Held;
    return Call->getNumArgs() >= 1 && passesArgumentOn(Call->getDirectCallee())
               ? Call->getArg(0)
               : nullptr;
  }
  return nullptr;
}

bool isPointerTake(const Expr *Value) {
  const auto *Call = dyn_cast<CallExpr>(sameObject(Value));
  if (!Call)
    return false;
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call)) {
    const CXXRecordDecl *Class = Method->getRecordDecl();
    bool Capsule = Class && Class->getDeclName().isIdentifier() &&
                   Class->getName() == "capsule";
    return Capsule && (isa<CXXConversionDecl>(Method->getMethodDecl()) ||
                       plainName(Method->getMethodDecl()) == "get_pointer" ||
                       plainName(Method->getMethodDecl()) == "data");
  }
  return plainName(Call->getDirectCallee()) == "PyCapsule_GetPointer";
}

/// Where a tensor taken by \p Take comes from. Under a name of the author's own
/// it is one that this code has put away, after it was looked at.
TensorOrigin originOfTake(const Expr *Take) {
  std::optional<CapsuleEvent> Event = capsuleEvent(Take);
  bool Private = Event && Event->Name.From == CapsuleName::Constant &&
                 !Event->Name.Values.empty() &&
                 llvm::none_of(Event->Name.Values, [](StringRef Name) {
                   std::string Lower = Name.lower();
                   return Lower == "dltensor" ||
                          Lower == "dltensor_versioned" ||
                          StringRef(Lower).starts_with("used") ||
                          StringRef(Lower).starts_with("dl");
                 });
  return Private ? TensorOrigin::Kept : TensorOrigin::Capsule;
}

/// `new`, `malloc`, `make_unique`: this code makes the object.
bool isAllocation(const Expr *Value) {
  Value = sameObject(Value);
  if (isa<CXXNewExpr>(Value) || isa<InitListExpr>(Value))
    return true;
  const auto *Call = dyn_cast<CallExpr>(Value);
  StringRef Name = Call ? plainName(Call->getDirectCallee()) : StringRef();
  return Name.contains_insensitive("alloc") || Name == "make_unique" ||
         Name == "make_shared";
}

bool isLambdaOperator(const FunctionDecl *Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  return Method && Method->getParent()->isLambda();
}

} // namespace

const Expr *sameObject(const Expr *E) {
  while (true) {
    E = E->IgnoreParenCasts();
    const Expr *Inner = innerOf(E);
    if (!Inner)
      return E;
    E = Inner;
  }
}

const VariableDefinitions &DefinitionCache::of(const VarDecl *Variable) {
  static const VariableDefinitions None;
  const auto *Function =
      dyn_cast_or_null<FunctionDecl>(Variable->getParentFunctionOrMethod());
  if (!Function || !Function->getBody())
    return None;
  return Known.try_emplace(Function, Function->getBody())
      .first->second.of(Variable);
}

/// One question; keeps the recursion short.
class PlaceFinder {
public:
  explicit PlaceFinder(TensorPaths &Paths) : Paths(Paths) {}

  std::optional<Place> find(const Expr *E, const CallFrame &Frame) {
    if (!E || ++Steps > 96)
      return std::nullopt;
    E = sameObject(E);
    if (const auto *Reference = dyn_cast<DeclRefExpr>(E)) {
      if (const auto *Bound = dyn_cast<BindingDecl>(Reference->getDecl()))
        return find(Bound->getBinding(), Frame);
      const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
      return Variable ? ofVariable(Variable, Frame) : std::nullopt;
    }
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return ofMember(Member, Frame);
    if (const auto *This = dyn_cast<CXXThisExpr>(E))
      return ofThis(This, Frame);
    if (const auto *Operator = dyn_cast<UnaryOperator>(E))
      return ofUnary(Operator, Frame);
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      return ofElement(Subscript->getBase(), Subscript->getIdx(), Frame);
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return ofCall(Call, Frame);
    if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(E))
      return ofChoice(Choice, Frame);
    if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
      if (Binary->getOpcode() == BO_Assign)
        return find(Binary->getLHS(), Frame);
      if (Binary->getOpcode() == BO_Comma)
        return find(Binary->getRHS(), Frame);
      return std::nullopt;
    }
    if (isa<CXXNewExpr>(E))
      return root(E, TensorOrigin::Local, "");
    return std::nullopt;
  }

  std::optional<Place> ofVariable(const VarDecl *Variable,
                                  const CallFrame &Frame);

private:
  Place root(const void *What, TensorOrigin Origin, std::string Name,
             const VarDecl *Variable = nullptr, const Expr *TakenBy = nullptr) {
    PathInfo Info;
    Info.Origin = Origin;
    Info.Name = std::move(Name);
    Info.Variable = Variable;
    Info.TakenBy = TakenBy;
    return {Paths.intern({What}, Info), std::nullopt};
  }

  Place step(Place From, const void *Step, StringRef Name, bool IsField) {
    TensorPaths::Key Longer = Paths.Keys[From.Path];
    Longer.push_back(Step);
    PathInfo Info;
    Info.Origin = TensorOrigin::Kept;
    const std::string &Outer = Paths.Infos[From.Path].Name;
    Info.Name = Outer.empty() ? Name.str() : Outer + "." + Name.str();
    Info.IsMember = IsField;
    return {Paths.intern(Longer, Info), std::nullopt};
  }

  /// `Device all; for (auto &t : tensors) if (first) all = t.device;`: declared
  /// first, set from something declared later, it may hold what another round
  /// of the loop put there.
  static bool outlivesSource(const VarDecl *Variable, const Expr *Only) {
    if (Variable->hasInit())
      return false;
    return anyStatement(Only, [&](const Stmt *Each) {
      const VarDecl *Source = variableIn(dyn_cast<DeclRefExpr>(Each));
      return Source && Source->isLocalVarDecl() && Source->hasInit() &&
             Variable->getLocation() < Source->getLocation();
    });
  }

  /// What the variable always stands for. A variable that is set to the result
  /// of a call has the better name, so it is the path's root itself.
  std::optional<Place> aliased(const VarDecl *Variable, const Expr *Only,
                               const CallFrame &Frame) {
    const Expr *Same = sameObject(Only);
    if (isa<CXXNewExpr>(Same))
      return std::nullopt;
    if (const auto *Call = dyn_cast<CallExpr>(Same))
      if (!calleeWithBody(Call) && !isAccessor(Call))
        return std::nullopt;
    const CallFrame *Home = &Frame;
    while (Home->Caller &&
           Home->Function->getCanonicalDecl() !=
               cast<FunctionDecl>(Variable->getParentFunctionOrMethod())
                   ->getCanonicalDecl())
      Home = Home->Caller;
    return find(Only, *Home);
  }

  static TensorOrigin originOf(const VarDecl *Variable,
                               const VariableDefinitions &Set,
                               const Expr *&TakenBy) {
    for (const Expr *Each : Set.Values)
      if (isPointerTake(Each)) {
        TakenBy = sameObject(Each);
        return originOfTake(TakenBy);
      }
    if (isa<ParmVarDecl>(Variable)) {
      StructKind Kind = structKind(Variable->getType());
      if (Kind == StructKind::None)
        Kind = pointeeKind(Variable->getType());
      return isManaged(Kind) ? TensorOrigin::Managed : TensorOrigin::Bare;
    }
    if (!Variable->isLocalVarDecl())
      return TensorOrigin::Kept;
    for (const Expr *Each : Set.Values)
      if (isAllocation(Each))
        return TensorOrigin::Local;
    bool IsValue = structKind(Variable->getType()) != StructKind::None &&
                   !Variable->getType()->isReferenceType();
    return IsValue ? TensorOrigin::Local : TensorOrigin::Framework;
  }

  std::optional<Place> ofMember(const MemberExpr *Member,
                                const CallFrame &Frame) {
    const ValueDecl *Declared = Member->getMemberDecl();
    if (const auto *Static = dyn_cast<VarDecl>(Declared))
      return ofVariable(Static, Frame);
    std::optional<TensorField> Field = tensorField(Declared);
    std::optional<Place> Base = find(Member->getBase(), Frame);
    if (!Base)
      Base = root(sameObject(Member->getBase()), TensorOrigin::Framework, "");
    if (!Field)
      return Base->Field ? std::nullopt
                         : std::optional<Place>(step(
                               *Base, Declared, Declared->getName(), true));
    const auto *Record = cast<FieldDecl>(Declared)->getParent();
    Paths.learnKind(Base->Path, structKind(Record));
    if (*Field == TensorField::Tensor)
      return Base;
    Base->Field = Field;
    return Base;
  }

  /// `this` of a method that was followed is the object it was called for; a
  /// lambda has none of its own.
  std::optional<Place> ofThis(const CXXThisExpr *This, const CallFrame &Frame) {
    const CallFrame *Home = &Frame;
    while (Home->Caller && isLambdaOperator(Home->Function))
      Home = Home->Caller;
    if (Home->Object && Home->Caller)
      if (std::optional<Place> Outer = find(Home->Object, *Home->Caller))
        return Outer;
    const CXXRecordDecl *Class = This->getType()->getPointeeCXXRecordDecl();
    return root(Class ? (const void *)Class->getCanonicalDecl() : This,
                TensorOrigin::Kept, "this");
  }

  std::optional<Place> ofUnary(const UnaryOperator *Operator,
                               const CallFrame &Frame) {
    UnaryOperatorKind Opcode = Operator->getOpcode();
    if (Opcode == UO_Deref)
      return ofElement(Operator->getSubExpr(), nullptr, Frame);
    if (Opcode == UO_AddrOf || Opcode == UO_Extension)
      return find(Operator->getSubExpr(), Frame);
    return std::nullopt;
  }

  /// `tensors[i]`, `*p`. An element of a tensor's shape, strides or data is a
  /// number, not a place.
  std::optional<Place> ofElement(const Expr *Array, const Expr *Index,
                                 const CallFrame &Frame) {
    std::optional<Place> Base = find(Array, Frame);
    if (!Base || Base->is(TensorField::Data) || Base->is(TensorField::Shape) ||
        Base->is(TensorField::Strides))
      return std::nullopt;
    if (!Index)
      return Base;
    if (Base->Field)
      return std::nullopt;
    const Expr *Plain = Index->IgnoreParenImpCasts();
    if (const auto *Literal = dyn_cast<IntegerLiteral>(Plain)) {
      uint64_t Value = Literal->getValue().getZExtValue();
      return step(*Base, reinterpret_cast<const void *>(2 * Value + 1),
                  std::to_string(Value), false);
    }
    const auto *Reference = dyn_cast<DeclRefExpr>(Plain);
    if (!Reference)
      return step(*Base, Plain, "[]", false);
    const auto *Variable =
        cast<ValueDecl>(Reference->getDecl()->getCanonicalDecl());
    Place Found = step(*Base, Variable, "[]", false);
    std::vector<PathId> &Known = Paths.Indexed[Variable];
    if (!llvm::is_contained(Known, Found.Path))
      Known.push_back(Found.Path);
    return Found;
  }

  static bool isAccessor(const CallExpr *Call) {
    QualType Type = Call->getType().getNonReferenceType();
    bool Device = isDeviceRecord(Type->getAsRecordDecl());
    bool Dtype = isDtypeRecord(Type->getAsRecordDecl());
    return (Device || Dtype) && isa<CXXMemberCallExpr>(Call) &&
           Call->getNumArgs() == 0;
  }

  std::optional<Place> ofCall(const CallExpr *Call, const CallFrame &Frame) {
    if (const FunctionDecl *Callee = calleeWithBody(Call))
      if (std::optional<Place> Inner = ofBody(Call, Callee, Frame))
        return Inner;
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
        Operator && Operator->getOperator() == OO_Subscript &&
        Operator->getNumArgs() == 2)
      return ofElement(Operator->getArg(0), Operator->getArg(1), Frame);
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call);
        Method && Method->getNumArgs() == 0) {
      std::optional<Place> Object =
          find(Method->getImplicitObjectArgument(), Frame);
      if (!Object || Object->Field)
        return std::nullopt;
      if (isAccessor(Call)) {
        bool Device = isDeviceRecord(
            Call->getType().getNonReferenceType()->getAsRecordDecl());
        Object->Field = Device ? TensorField::Device : TensorField::Dtype;
        return Object;
      }
    }
    TensorOrigin Origin = isPointerTake(Call)  ? originOfTake(Call)
                          : isAllocation(Call) ? TensorOrigin::Local
                                               : TensorOrigin::Framework;
    return root(Call, Origin, "", nullptr,
                Origin == TensorOrigin::Capsule ? Call : nullptr);
  }

  /// A helper that only returns a place: `const DLTensor &t() { return m_->t;
  /// }`.
  std::optional<Place> ofBody(const CallExpr *Call, const FunctionDecl *Callee,
                              const CallFrame &Frame) {
    if (Frame.isRunning(Callee) || Frame.Depth > 6)
      return std::nullopt;
    const auto *Body = dyn_cast_or_null<CompoundStmt>(Callee->getBody());
    if (!Body || Body->body_empty())
      return std::nullopt;
    const auto *Return = dyn_cast<ReturnStmt>(Body->body_back());
    if (!Return || !Return->getRetValue() || Body->size() > 4)
      return std::nullopt;
    CallFrame Inner = frameOfCall(Call, Callee, Frame);
    return find(Return->getRetValue(), Inner);
  }

  std::optional<Place> ofChoice(const AbstractConditionalOperator *Choice,
                                const CallFrame &Frame) {
    std::optional<Place> Then = find(Choice->getTrueExpr(), Frame);
    std::optional<Place> Else = find(Choice->getFalseExpr(), Frame);
    if (Then && Else && Then->Path == Else->Path && Then->Field == Else->Field)
      return Then;
    QualType Type = Choice->getType();
    if (structKind(Type) == StructKind::None &&
        pointeeKind(Type) == StructKind::None)
      return std::nullopt;
    return root(Choice, TensorOrigin::Framework, "");
  }

  TensorPaths &Paths;
  unsigned Steps = 0;
};

std::optional<Place> PlaceFinder::ofVariable(const VarDecl *Variable,
                                             const CallFrame &Frame) {
  Variable = Variable->getCanonicalDecl();
  for (const CallFrame *Each = &Frame; Each; Each = Each->Caller)
    if (const Expr *Passed = Each->argument(Variable)) {
      if (std::optional<Place> Outer = find(Passed, *Each->Caller))
        return Outer;
      break;
    }
  const VariableDefinitions &Set = Paths.Defined.of(Variable);
  if (!isa<ParmVarDecl>(Variable))
    if (const Expr *Only = Set.single();
        Only && !outlivesSource(Variable, Only))
      if (std::optional<Place> Same = aliased(Variable, Only, Frame))
        return Same;
  const Expr *TakenBy = nullptr;
  TensorOrigin Origin = originOf(Variable, Set, TakenBy);
  return root(Variable, Origin, Variable->getNameAsString(), Variable, TakenBy);
}

std::optional<Place> TensorPaths::place(const Expr *E, const CallFrame &Frame) {
  return PlaceFinder(*this).find(E, Frame);
}

std::optional<Place> TensorPaths::variable(const VarDecl *Variable,
                                           const CallFrame &Frame) {
  return PlaceFinder(*this).ofVariable(Variable, Frame);
}

llvm::ArrayRef<PathId> TensorPaths::indexedBy(const VarDecl *Variable) const {
  auto Found = Indexed.find(Variable->getCanonicalDecl());
  return Found == Indexed.end() ? llvm::ArrayRef<PathId>()
                                : llvm::ArrayRef<PathId>(Found->second);
}

std::optional<PathId> TensorPaths::fieldOf(const Expr *E, TensorField Field,
                                           const CallFrame &Frame) {
  std::optional<Place> Found = place(E, Frame);
  return Found && Found->is(Field) ? std::optional<PathId>(Found->Path)
                                   : std::nullopt;
}

std::optional<TensorPaths::Element>
TensorPaths::element(const Expr *E, const CallFrame &Frame) {
  E = E->IgnoreParenCasts();
  const Expr *Array = nullptr, *Index = nullptr;
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    Array = Subscript->getBase();
    Index = Subscript->getIdx();
  } else if (const auto *Deref = dyn_cast<UnaryOperator>(E);
             Deref && Deref->getOpcode() == UO_Deref) {
    Array = Deref->getSubExpr();
    if (const auto *Sum =
            dyn_cast<BinaryOperator>(Array->IgnoreParenImpCasts());
        Sum && Sum->getOpcode() == BO_Add) {
      Array = Sum->getLHS();
      Index = Sum->getRHS();
    }
  }
  if (!Array)
    return std::nullopt;
  std::optional<Place> Of = place(Array, Frame);
  if (!Of || !(Of->is(TensorField::Shape) || Of->is(TensorField::Strides)))
    return std::nullopt;
  return Element{Of->Path, *Of->Field, Index};
}

void TensorPaths::learnKind(PathId Path, StructKind Kind) {
  PathInfo &Info = Infos[Path];
  if (Kind == StructKind::None || isManaged(Info.Kind))
    return;
  Info.Kind = Kind;
}

PathId TensorPaths::intern(const Key &Steps, const PathInfo &Info) {
  auto [Slot, New] = Ids.try_emplace(Steps, Infos.size());
  if (New) {
    Infos.push_back(Info);
    Keys.push_back(Steps);
  }
  return Slot->second;
}

} // namespace dlpack_tidy::model
