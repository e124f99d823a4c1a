//===--- TensorDomain.cpp - what statements tell about tensors ------------===//

#include "flow/TensorDomain.h"

#include "model/Constants.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

/// The arguments a call hands over; those of an operator include its object.
llvm::SmallVector<const Expr *, 8> argumentsOf(const Expr *Call) {
  llvm::SmallVector<const Expr *, 8> Given;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Call))
    Given.append(Construct->arg_begin(), Construct->arg_end());
  else if (const auto *Plain = dyn_cast<CallExpr>(Call))
    Given.append(Plain->arg_begin(), Plain->arg_end());
  return Given;
}

bool isWholeTensor(const model::Place &Found, QualType Type) {
  return !Found.Field && (model::structKind(Type) != model::StructKind::None ||
                          model::pointeeKind(Type) != model::StructKind::None);
}

bool isDtypeField(model::TensorField Field) {
  return Field == model::TensorField::Dtype ||
         Field == model::TensorField::Code ||
         Field == model::TensorField::Bits ||
         Field == model::TensorField::Lanes;
}

/// `d.code = kDLUInt;` says what a new DLDataType is, not what a tensor has.
bool makesDtype(const Expr *Target) {
  const auto *Member = dyn_cast<MemberExpr>(Target);
  std::optional<model::TensorField> Set =
      Member ? model::tensorField(Member->getMemberDecl()) : std::nullopt;
  return Set && isDtypeField(*Set);
}

} // namespace

bool TensorDomain::mentionsTensor(const Stmt *E, const Frame &F,
                                  unsigned Depth) {
  if (!E || Depth > 24)
    return false;
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    if (model::tensorField(Member->getMemberDecl()))
      return true;
  if (const auto *Reference = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    if (!Variable)
      return false;
    QualType Type = Variable->getType();
    if (model::structKind(Type) != model::StructKind::None ||
        model::pointeeKind(Type) != model::StructKind::None)
      return true;
    for (const Frame *Each = &F; Each; Each = Each->Caller)
      if (const Expr *Passed = Each->argument(Variable))
        return mentionsTensor(Passed, *Each->Caller, Depth + 6);
    const Expr *Only = definitionsOf(Variable).single();
    return Only && mentionsTensor(Only, F, Depth + 6);
  }
  for (const Stmt *Child : E->children())
    if (mentionsTensor(Child, F, Depth + 1))
      return true;
  return false;
}

const model::VariableDefinitions &
TensorDomain::definitionsOf(const VarDecl *Variable) {
  return Paths.definitions().of(Variable);
}

bool TensorDomain::follows(const Expr *Call, const FunctionDecl *Callee,
                           const Frame &F) {
  if (Scope.touches(Callee))
    return true;
  for (const Expr *Each : argumentsOf(Call))
    if (mentionsTensor(Each, F))
      return true;
  return false;
}

bool TensorDomain::isFollowed(const Expr *Call, const Frame &F) {
  const FunctionDecl *Callee = model::calleeWithBody(Call);
  return Callee && F.Depth < Ways->callDepth() && !F.isRunning(Callee) &&
         follows(Call, Callee, F);
}

void TensorDomain::transfer(State &S, const Stmt *At, const Frame &F,
                            bool Recording) {
  if (const auto *Declared = dyn_cast<DeclStmt>(At))
    declare(S, Declared, F, Recording);
  else if (const auto *Operator = dyn_cast<BinaryOperator>(At))
    binary(S, Operator, F, Recording);
  else if (const auto *Operator = dyn_cast<UnaryOperator>(At)) {
    if (Operator->getOpcode() == UO_Deref)
      access(S, Operator, F, Recording);
    else if (Operator->isIncrementDecrementOp())
      step(S, Operator->getSubExpr());
  } else if (isa<ArraySubscriptExpr>(At))
    access(S, cast<Expr>(At), F, Recording);
  else if (const auto *Member = dyn_cast<MemberExpr>(At)) {
    readMember(S, Member, F, Recording);
    if (Member->isArrow())
      access(S, Member, F, Recording);
  } else if (const auto *Call = dyn_cast<CallExpr>(At))
    call(S, Call, F, Recording);
  else if (const auto *Construct = dyn_cast<CXXConstructExpr>(At))
    construct(S, Construct, F, Recording);
  else if (const auto *Return = dyn_cast<ReturnStmt>(At))
    finish(S, Return, F, Recording);
  else if (const auto *Lambda = dyn_cast<LambdaExpr>(At))
    lambda(S, Lambda, F, Recording);
  else if (const auto *List = dyn_cast<InitListExpr>(At)) {
    for (const Expr *Each : List->inits()) {
      pass(S, Each, List, {}, F, Recording);
      keep(S, Each, F, false);
    }
  } else if (const auto *Delete = dyn_cast<CXXDeleteExpr>(At))
    freeMemory(S, Delete->getArgument(), Delete, F, Recording);
  else if (const auto *Throw = dyn_cast<CXXThrowExpr>(At))
    endOwnership(S, Throw, F, Recording);
}

/// `++i`, `i += n`: an address moves on, an index means other elements.
void TensorDomain::step(State &S, const Expr *Changed) {
  const auto *Reference = dyn_cast<DeclRefExpr>(Changed->IgnoreParenImpCasts());
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  if (!Variable)
    return;
  for (model::PathId Each : Paths.indexedBy(Variable))
    S.change(Each) = TensorFacts();
  if (const DataPointer *Old = S.pointer(Variable)) {
    DataPointer Moved = *Old;
    Moved.Moved = true;
    S.setPointer(Variable, Moved);
  }
}

void TensorDomain::initialise(State &S, const CXXCtorInitializer *Init,
                              const Frame &F, bool Recording) {
  if (!Init->isMemberInitializer() || !Init->getInit())
    return;
  pass(S, Init->getInit(), Init->getInit(), {}, F, Recording);
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(F.Function);
  keep(S, Init->getInit(), F, Constructor && isOwner(Constructor));
}

void TensorDomain::declare(State &S, const DeclStmt *Declared, const Frame &F,
                           bool Recording) {
  for (const Decl *Each : Declared->decls()) {
    const auto *Variable = dyn_cast<VarDecl>(Each);
    if (!Variable)
      continue;
    S.forgetPointer(Variable);
    const Expr *Init = Variable->getInit();
    if (!Init)
      continue;
    if (std::optional<DataPointer> From = dataPointer(S, Init, F))
      S.setPointer(Variable, *From);
    takeOver(S, Variable, Init, F);
  }
}

void TensorDomain::binary(State &S, const BinaryOperator *Operator,
                          const Frame &F, bool Recording) {
  if (Operator->getOpcode() == BO_Assign) {
    assign(S, Operator, F, Recording);
    return;
  }
  if (!Operator->isCompoundAssignmentOp())
    return;
  const auto *Reference =
      dyn_cast<DeclRefExpr>(Operator->getLHS()->IgnoreParenImpCasts());
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  const DataPointer *Old = Variable ? S.pointer(Variable) : nullptr;
  if (!Old || !mentions(Operator->getRHS(), Old->Path, Field::ByteOffset, F)) {
    step(S, Operator->getLHS());
    return;
  }
  DataPointer Moved = *Old;
  Moved.OffsetAdded = Maybe::surely(true);
  S.setPointer(Variable, Moved);
}

void TensorDomain::assign(State &S, const BinaryOperator *Operator,
                          const Frame &F, bool Recording) {
  const Expr *Left = Operator->getLHS()->IgnoreParenImpCasts();
  const Expr *Right = Operator->getRHS();
  if (!Right->getType()->isBooleanType() && !makesDtype(Left))
    answer(S, Right, F, Recording);
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Left))
    if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
        Variable && Variable->hasLocalStorage()) {
      std::optional<DataPointer> From = dataPointer(S, Right, F);
      if (From)
        S.setPointer(Variable, *From);
      else
        S.forgetPointer(Variable);
      takeOver(S, Variable, Right, F);
      return;
    }
  if (std::optional<model::Place> Source = Paths.place(Right, F);
      Source && Right->getType()->isRecordType() &&
      isWholeTensor(*Source, Right->getType()))
    copyWhole(S, Left, *Source);
  std::optional<model::Place> Target = Paths.place(Left, F);
  if (Target && Target->Field)
    writeField(S, *Target, Right, F);
  // `t.data = (char *)t.data + t.byte_offset` goes nowhere else.
  std::optional<DataPointer> From = dataPointer(S, Right, F);
  if (From &&
      !(Target && Target->is(Field::Data) && Target->Path == From->Path))
    pass(S, Right, Operator, {}, F, Recording);
  keep(S, Right, F, false);
}

void TensorDomain::writeField(State &S, const model::Place &Target,
                              const Expr *Value, const Frame &F) {
  TensorFacts &Facts = S.change(Target.Path);
  bool Null = Value->IgnoreParenCasts()->isNullPointerConstant(
                  Graphs.context(), Expr::NPC_ValueDependentIsNotNull) !=
              Expr::NPCK_NotNull;
  switch (*Target.Field) {
  case Field::Data:
    if (mentions(Value, Target.Path, Field::ByteOffset, F))
      Facts.OffsetZero = Maybe::surely(true);
    Facts.DataNull = Maybe::unknown();
    break;
  case Field::Strides:
    Facts.StridesNull = Maybe::surely(Null);
    Facts.Seen.insert(Field::Strides);
    S.settle(Target.Path, Field::Strides);
    break;
  case Field::Deleter:
    Facts.DeleterNull = Maybe::surely(Null);
    break;
  case Field::DeviceType:
    if (std::optional<int64_t> Constant =
            model::integerConstant(Value, Graphs.context()))
      Facts.Device = rules::DeviceSet::of({static_cast<int>(*Constant)});
    break;
  default:
    break;
  }
}

/// `*view = tensor`: whoever reads the copy finds all fields there. A variable
/// is followed instead.
void TensorDomain::copyWhole(State &S, const Expr *Target,
                             const model::Place &Source) {
  if (isa<DeclRefExpr>(Target->IgnoreParenImpCasts()))
    return;
  for (Field Each : {Field::ByteOffset, Field::Strides}) {
    S.change(Source.Path).Seen.insert(Each);
    S.settle(Source.Path, Each);
  }
}

void TensorDomain::call(State &S, const Expr *Call, const Frame &F,
                        bool Recording) {
  if (runsDeleter(S, cast<CallExpr>(Call), F, Recording))
    return;
  capsuleCall(S, Call, F, Recording);
  alignmentCall(S, cast<CallExpr>(Call), F, Recording);
  if (isFollowed(Call, F))
    return;
  StringRef Name = model::calledName(Call);
  if (!model::calleeWithBody(Call) && model::synchronises(Name))
    S.Synchronised = true;
  handOver(S, Call, Name, F, Recording);
}

/// What is passed to code that is not looked into.
void TensorDomain::handOver(State &S, const Expr *Call, StringRef Name,
                            const Frame &F, bool Recording) {
  llvm::SmallVector<const Expr *, 8> Given = argumentsOf(Call);
  const auto *Plain = dyn_cast<CallExpr>(Call);
  const FunctionDecl *Callee = Plain ? Plain->getDirectCallee() : nullptr;
  model::GuardScope Guard = Callee && model::isOfGuardLibrary(Callee)
                                ? model::GuardScope::Everything
                                : model::guardScope(Name, Known);
  if (model::frees(Name)) {
    for (const Expr *Each : Given)
      freeMemory(S, Each, Call, F, Recording);
    return;
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  bool Assigns = Operator && Operator->getOperator() == OO_Equal;
  for (unsigned I = 0; I < Given.size(); ++I) {
    model::MemoryAccess Access = model::accessOf(Call, I, Known);
    pass(S, Given[I], Call, Access, F, Recording);
    std::optional<model::Place> Found = Paths.place(Given[I], F);
    if (!Found)
      continue;
    if (isWholeTensor(*Found, Given[I]->getType())) {
      if (I == 1 && Assigns)
        copyWhole(S, Given[0], *Found);
      S.change(Found->Path).Seen.insert(Field::Tensor);
      trustGuard(S.change(Found->Path), Guard, Found->Path);
      if (Guard == model::GuardScope::Everything ||
          Guard == model::GuardScope::Strides)
        S.settle(Found->Path, Field::Strides);
      continue;
    }
    if (!Found->Field || model::onlyFormats(Name))
      continue;
    if (Found->is(Field::Strides) && Access.Reads)
      record(S, UseKind::ReadsStrides, Given[I], Found->Path, F, Recording);
    bool Prints =
        Operator && (Operator->getOperator() == OO_LessLess ||
                     Operator->getOperator() == OO_Plus ||
                     Operator->isComparisonOp() || Operator->isAssignmentOp());
    if (Prints)
      continue;
    TensorFacts &Facts = S.change(Found->Path);
    if (Found->is(Field::Device) || Found->is(Field::DeviceType))
      Facts.Seen.insert(Field::DeviceType);
    if (isDtypeField(*Found->Field))
      Facts.Seen.insert(Field::Code);
  }
  for (const Expr *Each : Given)
    keep(S, Each, F, false);
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call))
    if (std::optional<model::Place> Object =
            Paths.place(Method->getImplicitObjectArgument(), F);
        Object && !Object->Field)
      trustGuard(S.change(Object->Path), Guard, Object->Path);
}

void TensorDomain::trustGuard(TensorFacts &Facts, model::GuardScope Tests,
                              model::PathId Path) {
  using model::GuardScope;
  bool All = Tests == GuardScope::Everything;
  if (All || Tests == GuardScope::Strides) {
    Facts.Seen.insert(Field::Strides);
    Facts.StridesNull = All ? Maybe::surely(false) : Facts.StridesNull;
    Tested[Path].insert(Field::Strides);
  }
  if (All || Tests == GuardScope::Device) {
    Facts.Seen.insert(Field::DeviceType);
    Tested[Path].insert(Field::DeviceType);
  }
  if (All || Tests == GuardScope::Dtype) {
    Facts.Seen.insert(Field::Code);
    Tested[Path].insert(Field::Code);
  }
  if (!All)
    return;
  for (Field Each : {Field::ByteOffset, Field::Flags, Field::Major, Field::Ndim,
                     Field::Shape, Field::Data})
    Facts.Seen.insert(Each);
}

void TensorDomain::construct(State &S, const CXXConstructExpr *Construct,
                             const Frame &F, bool Recording) {
  if (Construct->getConstructor()->isCopyOrMoveConstructor() ||
      isFollowed(Construct, F))
    return;
  for (unsigned I = 0; I < Construct->getNumArgs(); ++I) {
    const Expr *Given = Construct->getArg(I);
    model::MemoryAccess Access = model::accessOf(Construct, I, Known);
    pass(S, Given, Construct, Access, F, Recording);
    if (Access.Reads)
      if (std::optional<model::PathId> Path =
              Paths.fieldOf(Given, Field::Strides, F))
        record(S, UseKind::ReadsStrides, Given, *Path, F, Recording);
    keep(S, Given, F, isOwner(Construct->getConstructor()));
  }
}

void TensorDomain::finish(State &S, const ReturnStmt *Return, const Frame &F,
                          bool Recording) {
  answer(S, Return->getRetValue(), F, Recording);
  // What a helper returns goes on in its caller.
  if (F.Caller)
    return;
  if (const Expr *Value = Return->getRetValue()) {
    size_t Before = Uses.size();
    pass(S, Value, Value, {}, F, Recording);
    if (Uses.size() > Before)
      Uses[Before].Returned = true;
    keep(S, Value, F, false);
  }
  endOfFunction(S, Return, F, Recording);
}

void TensorDomain::lambda(State &S, const LambdaExpr *Lambda, const Frame &F,
                          bool Recording) {
  for (const Expr *Captured : Lambda->capture_inits())
    if (Captured)
      keep(S, Captured, F, false);
  const CXXMethodDecl *Operator = Lambda->getCallOperator();
  // Called by code elsewhere, with the facts of here about what it captures.
  if (!Recording || Lambda->capture_size() == 0 || Scope.hasCallers(Operator) ||
      F.Depth >= Ways->callDepth() || F.isRunning(Operator))
    return;
  Frame Inner;
  Inner.Function = Operator;
  Inner.Caller = &F;
  Inner.Depth = F.Depth + 1;
  State Outside = S;
  Outside.Reachable = false;
  markIgnored(Ways->run(Inner, S, true).joined(Outside), S.pending());
}

/// The uses that end with their byte offset, or their strides, left behind.
void TensorDomain::markIgnored(const State &AtEnd,
                               llvm::ArrayRef<PendingUse> Older) {
  for (const PendingUse &Each : AtEnd.pending()) {
    if (llvm::find(Older, Each) != Older.end())
      continue;
    for (TensorUse &Use : Uses)
      if (Use.At == Each.At && Use.Path == Each.Path) {
        Use.OffsetIgnored |= Each.Waits == Field::ByteOffset;
        Use.StridesIgnored |= Each.Waits == Field::Strides;
      }
  }
}

TensorUse *TensorDomain::record(const State &S, UseKind Kind, const Expr *At,
                                model::PathId Path, const Frame &F,
                                bool Recording) {
  if (!Recording || !S.Reachable)
    return nullptr;
  TensorUse Use;
  Use.Kind = Kind;
  Use.At = At;
  Use.In = F.Function;
  Use.Path = Path;
  Use.Tensor = Paths.info(Path);
  Use.Facts = S.tensor(Path);
  Use.Synchronised = S.Synchronised;
  Use.FromUnknownCaller = FromUnknownCaller && !F.Caller;
  Uses.push_back(Use);
  return &Uses.back();
}

void TensorDomain::endOfFunction(State &S, const Stmt *End, const Frame &F,
                                 bool Recording) {
  endOwnership(S, End, F, Recording);
  if (Recording)
    markIgnored(S, {});
}

} // namespace dlpack_tidy::flow
