//===--- Capsule.cpp - what a call does with a PyCapsule ------------------===//

#include "model/Capsule.h"

#include "model/Callable.h"
#include "model/Walk.h"
#include "rules/Dtypes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

//===--- Names ------------------------------------------------------------===//

class NameReader {
public:
  explicit NameReader(const Definitions *Locals) : Locals(Locals) {}

  void read(const Expr *Value, CapsuleName &Into, unsigned Depth = 0) {
    Value = Value && Depth < 8 ? stripped(Value) : nullptr;
    if (!Value) {
      Into.From = CapsuleName::Unknown;
      return;
    }
    if (const auto *Literal = dyn_cast<StringLiteral>(Value)) {
      if (Literal->getCharByteWidth() == 1)
        add(Literal->getString().str(), Into);
    } else if (const auto *Choice = dyn_cast<ConditionalOperator>(Value)) {
      read(Choice->getTrueExpr(), Into, Depth + 1);
      read(Choice->getFalseExpr(), Into, Depth + 1);
    } else if (const auto *Reference = dyn_cast<DeclRefExpr>(Value)) {
      readVariable(dyn_cast<VarDecl>(Reference->getDecl()), Into, Depth);
    } else if (const auto *Member = dyn_cast<MemberExpr>(Value)) {
      readVariable(dyn_cast<VarDecl>(Member->getMemberDecl()), Into, Depth);
    } else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Value)) {
      read(Element->getBase(), Into, Depth + 1);
    } else if (const auto *List = dyn_cast<InitListExpr>(Value)) {
      for (const Expr *Each : List->inits())
        read(Each, Into, Depth + 1);
    } else if (const auto *Call = dyn_cast<CallExpr>(Value)) {
      readCall(Call, Into, Depth);
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(Value);
               Construct && Construct->getNumArgs() >= 1) {
      read(Construct->getArg(0), Into, Depth + 1);
    } else {
      Into.From = CapsuleName::Unknown;
    }
  }

private:
  static void add(std::string Value, CapsuleName &Into) {
    if (Into.From == CapsuleName::Absent)
      Into.From = CapsuleName::Constant;
    if (llvm::find(Into.Values, Value) == Into.Values.end())
      Into.Values.push_back(std::move(Value));
  }

  void readVariable(const VarDecl *Variable, CapsuleName &Into,
                    unsigned Depth) {
    if (!Variable || isa<ParmVarDecl>(Variable)) {
      Into.From = CapsuleName::Unknown;
      return;
    }
    if (Variable->isLocalVarDecl() && !Variable->isStaticLocal() && Locals) {
      const VariableDefinitions &Set = Locals->of(Variable);
      if (Set.Values.empty() || Set.OtherwiseChanged || !Set.OutputOf.empty())
        Into.From = CapsuleName::Unknown;
      for (const Expr *Each : Set.Values)
        read(Each, Into, Depth + 1);
      return;
    }
    const VarDecl *Initialised = nullptr;
    const Expr *Initialiser = Variable->getAnyInitializer(Initialised);
    if (Initialiser && !Initialiser->isValueDependent())
      read(Initialiser, Into, Depth + 1);
    else
      Into.From = CapsuleName::Unknown;
  }

  void readCall(const CallExpr *Call, CapsuleName &Into, unsigned Depth) {
    if (std::optional<CapsuleEvent> Event = capsuleEvent(Call, Locals);
        Event && Event->Action == CapsuleAction::ReadName) {
      Into.From = CapsuleName::FromCapsule;
      return;
    }
    const auto *Method = dyn_cast<CXXMemberCallExpr>(Call);
    StringRef Name = plainName(Call->getDirectCallee());
    if (Method && (Name == "c_str" || Name == "data")) {
      read(Method->getImplicitObjectArgument(), Into, Depth + 1);
      return;
    }
    if (isa<CXXOperatorCallExpr>(Call) && Call->getNumArgs() == 2 &&
        cast<CXXOperatorCallExpr>(Call)->getOperator() == OO_Subscript) {
      read(Call->getArg(0), Into, Depth + 1);
      return;
    }
    readReturns(Call->getDirectCallee(), Into, Depth);
  }

  /// `static const char *capsule_name()`: all it can return.
  void readReturns(const FunctionDecl *Callee, CapsuleName &Into,
                   unsigned Depth) {
    const FunctionDecl *Definition = nullptr;
    if (!Callee || !Callee->hasBody(Definition)) {
      Into.From = CapsuleName::Unknown;
      return;
    }
    NameReader Inner(nullptr);
    forEachStatement(Definition, [&](const Stmt *Each) {
      if (const auto *Return = dyn_cast<ReturnStmt>(Each))
        Inner.read(Return->getRetValue(), Into, Depth + 2);
    });
  }

  const Definitions *Locals;
};

//===--- Events -----------------------------------------------------------===//

CapsuleEvent eventAt(CapsuleAction Action, const Expr *Call,
                     const Expr *Capsule) {
  CapsuleEvent Event;
  Event.Action = Action;
  Event.Call = Call;
  Event.Capsule = Capsule;
  return Event;
}

std::optional<CapsuleEvent> ofFunction(const CallExpr *Call, StringRef Name,
                                       const Definitions *Locals) {
  std::optional<CapsuleAction> Action =
      llvm::StringSwitch<std::optional<CapsuleAction>>(Name)
          .Case("PyCapsule_New", CapsuleAction::Create)
          .Case("PyCapsule_GetPointer", CapsuleAction::TakePointer)
          .Case("PyCapsule_IsValid", CapsuleAction::TestName)
          .Case("PyCapsule_GetName", CapsuleAction::ReadName)
          .Case("PyCapsule_SetName", CapsuleAction::Rename)
          .Case("PyCapsule_SetDestructor", CapsuleAction::SetDestructor)
          .Default(std::nullopt);
  unsigned Arguments = Call->getNumArgs();
  if (!Action || Arguments < 1)
    return std::nullopt;
  CapsuleEvent Event = eventAt(*Action, Call, Call->getArg(0));
  switch (*Action) {
  case CapsuleAction::Create:
    if (Arguments != 3)
      return std::nullopt;
    Event.Pointer = Event.Capsule;
    Event.Capsule = nullptr;
    Event.Name = capsuleName(Call->getArg(1), Locals);
    Event.Destructor = Call->getArg(2);
    break;
  case CapsuleAction::SetDestructor:
    Event.Destructor = Arguments > 1 ? Call->getArg(1) : nullptr;
    break;
  case CapsuleAction::ReadName:
    break;
  default:
    if (Arguments != 2)
      return std::nullopt;
    Event.Name = capsuleName(Call->getArg(1), Locals);
  }
  return Event;
}

/// How \p Parameter, the type of a destructor parameter of a capsule class, is
/// called: `void (*)(PyObject *)` or `void (*)(void *)`.
CleanUp cleanUpOf(QualType Parameter) {
  const auto *Function = Parameter.getNonReferenceType()->isPointerType()
                             ? Parameter.getNonReferenceType()
                                   ->getPointeeType()
                                   ->getAs<FunctionProtoType>()
                             : nullptr;
  if (!Function || Function->getNumParams() != 1)
    return CleanUp::None;
  return Function->getParamType(0)->isVoidPointerType() ? CleanUp::Pointer
                                                        : CleanUp::Capsule;
}

std::optional<CapsuleEvent> ofConstruction(const CXXConstructExpr *Construct,
                                           const Definitions *Locals) {
  const CXXConstructorDecl *Constructor = Construct->getConstructor();
  if (plainName(Constructor->getParent()) != "capsule" ||
      Construct->getNumArgs() < 1 || Constructor->getNumParams() < 1 ||
      !Constructor->getParamDecl(0)->getType()->isVoidPointerType())
    return std::nullopt;
  CapsuleEvent Event = eventAt(CapsuleAction::Create, Construct, nullptr);
  Event.Pointer = Construct->getArg(0);
  Event.CalledWith = CleanUp::None;
  for (unsigned I = 1;
       I < Construct->getNumArgs() && I < Constructor->getNumParams(); ++I) {
    QualType Type = Constructor->getParamDecl(I)->getType();
    const Expr *Argument = Construct->getArg(I);
    const Expr *Given = isa<CXXDefaultArgExpr>(Argument) ? nullptr : Argument;
    if (cleanUpOf(Type) != CleanUp::None) {
      Event.Destructor = Given;
      Event.CalledWith = cleanUpOf(Type);
    } else if (Type->isPointerType() && Given) {
      Event.Name = capsuleName(Given, Locals);
    }
  }
  return Event;
}

std::optional<CapsuleEvent> ofMethod(const CXXMemberCallExpr *Call,
                                     const Definitions *Locals) {
  const Expr *Object = Call->getImplicitObjectArgument();
  const CXXMethodDecl *Method = Call->getMethodDecl();
  if (!Object || !Method || !isCapsuleClass(Object->getType()))
    return std::nullopt;
  unsigned Given = 0;
  for (const Expr *Argument : Call->arguments())
    Given += !isa<CXXDefaultArgExpr>(Argument);
  if (isa<CXXConversionDecl>(Method)) {
    if (!Method->getReturnType()->isPointerType() ||
        plainName(Method->getParent()) != "capsule")
      return std::nullopt;
    CapsuleEvent Event = eventAt(CapsuleAction::TakePointer, Call, Object);
    Event.Name.From = CapsuleName::FromCapsule;
    return Event;
  }
  std::optional<CapsuleAction> Action =
      llvm::StringSwitch<std::optional<CapsuleAction>>(plainName(Method))
          .Case("get_pointer", CapsuleAction::TakePointer)
          .Case("data", CapsuleAction::TakePointer)
          .Case("name", CapsuleAction::ReadName)
          .Case("set_name", CapsuleAction::Rename)
          .Default(std::nullopt);
  if (!Action)
    return std::nullopt;
  CapsuleEvent Event = eventAt(*Action, Call, Object);
  if (Given == 1)
    Event.Name = capsuleName(Call->getArg(0), Locals);
  else if (*Action == CapsuleAction::TakePointer)
    Event.Name.From = CapsuleName::FromCapsule;
  return Event;
}

bool allNames(const CapsuleName &Name,
              llvm::function_ref<bool(const rules::LegalCapsuleName &)> Holds) {
  if (Name.From != CapsuleName::Constant || Name.Values.empty())
    return false;
  for (const std::string &Value : Name.Values) {
    const rules::LegalCapsuleName *Legal = rules::legalCapsuleName(Value);
    if (!Legal || !Holds(*Legal))
      return false;
  }
  return true;
}

} // namespace

bool CapsuleName::isProtocol() const {
  return allNames(*this, [](const rules::LegalCapsuleName &) { return true; });
}
bool CapsuleName::isUnused() const {
  return allNames(
      *this, [](const rules::LegalCapsuleName &Each) { return !Each.Used; });
}
bool CapsuleName::isUsed() const {
  return allNames(
      *this, [](const rules::LegalCapsuleName &Each) { return Each.Used; });
}

bool isNullPointer(const Expr *Value) {
  if (!Value)
    return false;
  Value = stripped(Value);
  if (isa<CXXNullPtrLiteralExpr>(Value) || isa<GNUNullExpr>(Value) ||
      isa<CXXScalarValueInitExpr>(Value) || isa<ImplicitValueInitExpr>(Value))
    return true;
  const auto *Zero = dyn_cast<IntegerLiteral>(Value);
  return Zero && Zero->getValue() == 0;
}

CapsuleName capsuleName(const Expr *Value, const Definitions *Locals) {
  CapsuleName Name;
  if (!Value || isNullPointer(Value))
    return Name;
  Name.Spelled = Value;
  NameReader(Locals).read(Value, Name);
  return Name;
}

bool takesNull(const CapsuleEvent &Made) {
  const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(
      Made.Call ? Made.Call->IgnoreImplicit() : nullptr);
  for (unsigned Steps = 0; Construct && Steps < 4; ++Steps) {
    const FunctionDecl *Definition = nullptr;
    const auto *Constructor = Construct->getConstructor();
    if (!Constructor->hasBody(Definition) || Definition->param_empty())
      return false;
    const ParmVarDecl *Pointer = Definition->getParamDecl(0);
    auto NamesPointer = [&](const Stmt *Part) {
      const auto *Reference = dyn_cast<DeclRefExpr>(Part);
      return Reference && Reference->getDecl() == Pointer;
    };
    if (anyStatement(Definition->getBody(), [&](const Stmt *Each) {
          const auto *If = dyn_cast<IfStmt>(Each);
          return If && anyStatement(If->getCond(), NamesPointer);
        }))
      return true;
    Construct = nullptr;
    for (const CXXCtorInitializer *Each :
         cast<CXXConstructorDecl>(Definition)->inits())
      if (Each->isDelegatingInitializer())
        Construct =
            dyn_cast<CXXConstructExpr>(Each->getInit()->IgnoreImplicit());
  }
  return false;
}

bool isCapsuleClass(QualType Type) {
  const CXXRecordDecl *Class =
      Type.isNull() ? nullptr
                    : Type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Class)
    return false;
  if (plainName(Class) == "capsule")
    return true;
  Class = Class->getDefinition();
  if (!Class)
    return false;
  for (const CXXBaseSpecifier &Base : Class->bases())
    if (isCapsuleClass(Base.getType()))
      return true;
  return false;
}

StructKind takenAs(const Expr *Call, const ParentMap &Parents,
                   const Stmt *Body) {
  const Stmt *At = Call;
  for (; At; At = Parents.getParent(At)) {
    const auto *Value = dyn_cast<Expr>(At);
    if (!Value ||
        (At != Call &&
         !isa<CastExpr, ParenExpr, FullExpr, ConditionalOperator>(Value)))
      break;
    StructKind Kind = pointeeKind(Value->getType());
    if (isManaged(Kind))
      return Kind;
  }
  const auto *Declaration = dyn_cast_or_null<DeclStmt>(At);
  if (!Declaration || !Declaration->isSingleDecl())
    return StructKind::None;
  const Decl *Variable = Declaration->getSingleDecl();
  StructKind Found = StructKind::None;
  forEachStatement(Body, [&](const Stmt *Each) {
    const auto *Cast = dyn_cast<CastExpr>(Each);
    const auto *Named =
        Cast ? dyn_cast<DeclRefExpr>(Cast->getSubExpr()->IgnoreParenImpCasts())
             : nullptr;
    if (Named && Named->getDecl() == Variable &&
        isManaged(pointeeKind(Cast->getType())))
      Found = pointeeKind(Cast->getType());
  });
  return Found;
}

std::optional<CapsuleEvent> capsuleEvent(const Expr *Value,
                                         const Definitions *Locals) {
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Value))
    return ofConstruction(Construct, Locals);
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Value))
    return ofMethod(Method, Locals);
  const auto *Call = dyn_cast<CallExpr>(Value);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  StringRef Name = plainName(Callee);
  if (!Name.starts_with("PyCapsule_"))
    return std::nullopt;
  return ofFunction(Call, Name, Locals);
}

} // namespace dlpack_tidy::model
