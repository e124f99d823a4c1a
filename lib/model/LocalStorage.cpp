//===--- LocalStorage.cpp - pointers into objects that are about to die ---===//

#include "model/LocalStorage.h"

#include "model/Callable.h"
#include "model/DLPackTypes.h"
#include "model/Walk.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

bool givesElements(StringRef Method) {
  return llvm::StringSwitch<bool>(Method)
      .Case("data", true)
      .Case("begin", true)
      .Case("cbegin", true)
      .Case("front", true)
      .Case("back", true)
      .Case("at", true)
      .Case("c_str", true)
      .Case("get", true)
      .Default(false);
}

class StorageFinder {
public:
  StorageFinder(const FunctionDecl *In, const Definitions *Locals)
      : In(In), Locals(Locals) {}

  LocalStorage ofPointer(const Expr *Pointer, unsigned Depth = 0) {
    Pointer = Pointer && Depth < 6 ? stripped(Pointer) : nullptr;
    if (!Pointer)
      return {};
    QualType Type = Pointer->getType();
    if (const auto *Address = dyn_cast<UnaryOperator>(Pointer))
      return Address->getOpcode() == UO_AddrOf
                 ? ofElement(Address->getSubExpr(), Depth + 1)
                 : LocalStorage();
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Pointer))
      return Type->isPointerType() &&
                     givesElements(plainName(Method->getMethodDecl()))
                 ? ofContainer(Method->getImplicitObjectArgument(), Depth + 1)
                 : LocalStorage();
    if (const auto *Call = dyn_cast<CallExpr>(Pointer))
      return Call->getNumArgs() == 1 &&
                     plainName(Call->getDirectCallee()) == "data"
                 ? ofContainer(Call->getArg(0), Depth + 1)
                 : LocalStorage();
    if (isa<CompoundLiteralExpr>(Pointer))
      return cast<CompoundLiteralExpr>(Pointer)->isFileScope() ? LocalStorage()
                                                               : temporary();
    // An array that decays.
    if (Type->isArrayType())
      return ofObject(Pointer);
    // `int64_t *p = shape.data();`
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Pointer))
      if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
        if (Locals && Type->isPointerType() && !isa<ParmVarDecl>(Variable))
          if (const Expr *Set = Locals->of(Variable).single())
            return ofPointer(Set, Depth + 1);
    return {};
  }

private:
  static LocalStorage temporary() {
    LocalStorage Found;
    Found.Temporary = true;
    return Found;
  }

  /// `&shape[0]`, `&n`, `&shape.front()`
  LocalStorage ofElement(const Expr *Element, unsigned Depth) {
    Element = stripped(Element);
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Element))
      return stripped(Subscript->getBase())->getType()->isArrayType()
                 ? ofObject(stripped(Subscript->getBase()))
                 : ofPointer(Subscript->getBase(), Depth);
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Element))
      return Operator->getOperator() == OO_Subscript
                 ? ofContainer(Operator->getArg(0), Depth)
                 : LocalStorage();
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Element))
      return givesElements(plainName(Method->getMethodDecl()))
                 ? ofContainer(Method->getImplicitObjectArgument(), Depth)
                 : LocalStorage();
    return ofObject(Element);
  }

  LocalStorage ofContainer(const Expr *Container, unsigned) {
    Container = stripped(Container);
    if (!ownsElements(Container->getType()))
      return {};
    if (isa<DeclRefExpr>(Container) || isa<MemberExpr>(Container))
      return ofObject(Container);
    // A container that is made by the expression goes with it.
    bool Made = isa<CXXConstructExpr>(Container) ||
                isa<InitListExpr>(Container) ||
                (isa<CallExpr>(Container) && Container->isPRValue());
    return Made ? temporary() : LocalStorage();
  }

  /// A variable of this function, or a part of one.
  LocalStorage ofObject(const Expr *Object) {
    while (const auto *Member = dyn_cast<MemberExpr>(Object)) {
      if (Member->isArrow())
        return {};
      Object = stripped(Member->getBase());
    }
    const auto *Reference = dyn_cast<DeclRefExpr>(Object);
    const auto *Variable =
        Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
    if (!Variable || !Variable->hasLocalStorage() ||
        Variable->getType()->isReferenceType())
      return {};
    if (isGivenAway(Variable))
      return {};
    LocalStorage Found;
    Found.Variable = Variable;
    return Found;
  }

  /// Moved, swapped or released: the memory may have another owner by now.
  bool isGivenAway(const VarDecl *Variable) {
    bool Found = false;
    auto Names = [&](const Expr *Value) {
      Value = stripped(Value);
      while (const auto *Member = dyn_cast<MemberExpr>(Value)) {
        if (Member->isArrow())
          return false;
        Value = stripped(Member->getBase());
      }
      const auto *Reference = dyn_cast<DeclRefExpr>(Value);
      return Reference && Reference->getDecl() == Variable;
    };
    forEachStatement(In, [&](const Stmt *Each) {
      const auto *Call = dyn_cast<CallExpr>(Each);
      if (!Call || Found)
        return;
      StringRef Name = plainName(Call->getDirectCallee());
      if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call))
        if (Name == "release" || Name == "swap")
          Found = Names(Method->getImplicitObjectArgument());
      if (Name == "move" || Name == "swap" || Name == "exchange" ||
          Name == "forward")
        for (const Expr *Argument : Call->arguments())
          Found |= Names(Argument);
    });
    return Found;
  }

  const FunctionDecl *In;
  const Definitions *Locals;
};

} // namespace

bool ownsElements(QualType Type) {
  const CXXRecordDecl *Class = Type.getNonReferenceType()->getAsCXXRecordDecl();
  StringRef Name = plainName(Class);
  if (Name == "unique_ptr") {
    const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Class);
    return Instance && Instance->getTemplateArgs().size() > 0 &&
           Instance->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
           Instance->getTemplateArgs()[0].getAsType()->isArrayType();
  }
  return llvm::StringSwitch<bool>(Name)
      .Case("vector", true)
      .Case("array", true)
      .Case("basic_string", true)
      .Case("deque", true)
      .Case("valarray", true)
      .Case("initializer_list", true)
      .Case("SmallVector", true)
      .Case("InlinedVector", true)
      .Case("small_vector", true)
      .Case("static_vector", true)
      .Case("FixedArray", true)
      .Default(false);
}

std::string LocalStorage::spelled() const {
  return Variable ? "the local '" + Variable->getNameAsString() + "'"
                  : "a temporary";
}

/// A member of an object that this function was only lent.
static bool isLentMember(const Expr *Value) {
  const auto *Member = dyn_cast<MemberExpr>(Value);
  if (!Member || !isa<FieldDecl>(Member->getMemberDecl()))
    return false;
  const Expr *Base = stripped(Member->getBase());
  while (const auto *Outer = dyn_cast<MemberExpr>(Base))
    Base = stripped(Outer->getBase());
  if (isa<CXXThisExpr>(Base))
    return true;
  const auto *Reference = dyn_cast<DeclRefExpr>(Base);
  const auto *Parameter =
      Reference ? dyn_cast<ParmVarDecl>(Reference->getDecl()) : nullptr;
  return Parameter && (Parameter->getType()->isReferenceType() ||
                       Parameter->getType()->isPointerType());
}

static bool hasConstArgument(QualType Type) {
  const auto *Instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type->getAsCXXRecordDecl());
  return Instance && Instance->getTemplateArgs().size() > 0 &&
         Instance->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
         Instance->getTemplateArgs()[0].getAsType().isConstQualified();
}

static bool pointsToConst(const Expr *Pointer) {
  Pointer = Pointer->IgnoreParenImpCasts();
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Pointer)) {
    const Expr *Object =
        Method->getImplicitObjectArgument()->IgnoreParenImpCasts();
    if (const auto *Arrow = dyn_cast<CXXOperatorCallExpr>(Object))
      Object = Arrow->getArg(0)->IgnoreParenImpCasts();
    return hasConstArgument(Object->getType());
  }
  if (!Pointer->getType()->isPointerType() ||
      !Pointer->getType()->getPointeeType().isConstQualified())
    return false;
  const auto *Reference = dyn_cast<DeclRefExpr>(Pointer);
  return isa<MemberExpr>(Pointer) ||
         (Reference && isa<ParmVarDecl>(Reference->getDecl()));
}

const Expr *constMemory(const Expr *Pointer) {
  for (unsigned Depth = 0; Pointer && Depth < 6; ++Depth) {
    Pointer = Pointer->IgnoreParenImpCasts();
    const auto *Cast = dyn_cast<ExplicitCastExpr>(Pointer);
    if (!Cast)
      return nullptr;
    const Expr *From = Cast->getSubExpr();
    if (Cast->getType()->isPointerType() &&
        !Cast->getType()->getPointeeType().isConstQualified() &&
        pointsToConst(From))
      return Cast;
    Pointer = From;
  }
  return nullptr;
}

bool canKeepAlive(QualType Type, unsigned Depth) {
  if (Type.isNull() || Depth > 6)
    return true;
  Type = Type.getCanonicalType();
  if (const auto *Array = dyn_cast<ConstantArrayType>(Type))
    return canKeepAlive(Array->getElementType(), Depth + 1);
  if (Type->isArithmeticType() || Type->isEnumeralType() ||
      structKind(Type) != StructKind::None)
    return false;
  const RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record)
    return true;
  if (Record->isInStdNamespace()) {
    const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Record);
    bool Plain =
        isOneOf(plainName(Record), {"vector", "array", "basic_string", "pair"});
    if (!Instance || !Plain || Instance->getTemplateArgs().size() == 0)
      return true;
    const TemplateArgument &First = Instance->getTemplateArgs()[0];
    return First.getKind() != TemplateArgument::Type ||
           canKeepAlive(First.getAsType(), Depth + 1);
  }
  if (isDeviceRecord(Record))
    return false;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    if (Class->getNumBases() > 0)
      return true;
  return llvm::any_of(Record->fields(), [&](const FieldDecl *Each) {
    return canKeepAlive(Each->getType(), Depth + 1);
  });
}

const Expr *memberStorage(const Expr *Pointer) {
  Pointer = Pointer ? stripped(Pointer) : nullptr;
  if (const auto *Address = dyn_cast_or_null<UnaryOperator>(Pointer);
      Address && Address->getOpcode() == UO_AddrOf) {
    const Expr *Element = stripped(Address->getSubExpr());
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Element))
      Pointer = Operator->getOperator() == OO_Subscript
                    ? stripped(Operator->getArg(0))
                    : nullptr;
    else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Element))
      Pointer = stripped(Subscript->getBase());
  } else if (const auto *Method = dyn_cast_or_null<CXXMemberCallExpr>(Pointer);
             Method && givesElements(plainName(Method->getMethodDecl()))) {
    Pointer = stripped(Method->getImplicitObjectArgument());
  }
  if (!Pointer || !isLentMember(Pointer))
    return nullptr;
  QualType Type = Pointer->getType();
  StringRef Class = plainName(Type->getAsCXXRecordDecl());
  bool Owns = Type->isArrayType() || ownsElements(Type) ||
              Class == "unique_ptr" || Class == "shared_ptr";
  return Owns ? Pointer : nullptr;
}

LocalStorage localStorage(const Expr *Pointer, const FunctionDecl *In,
                          const Definitions *Locals) {
  return StorageFinder(In, Locals).ofPointer(Pointer);
}

} // namespace dlpack_tidy::model
