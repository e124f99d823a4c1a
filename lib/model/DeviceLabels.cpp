//===--- DeviceLabels.cpp - where code says which device memory is on -----===//

#include "model/DeviceLabels.h"

#include "model/Callable.h"
#include "model/Constants.h"
#include "model/DLPackTypes.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

void addConstants(const Expr *Value, const ASTContext &Context,
                  std::vector<int64_t> &Into) {
  Value = stripped(Value);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Value)) {
    addConstants(Choice->getTrueExpr(), Context, Into);
    addConstants(Choice->getFalseExpr(), Context, Into);
  } else if (std::optional<int64_t> Constant =
                 integerConstant(Value, Context)) {
    Into.push_back(*Constant);
  }
}

/// The enum that `device_type` has in this unit's dlpack.h.
bool isDeviceTypeEnum(QualType Type) {
  const auto *Enum = Type->getAs<EnumType>();
  if (!Enum)
    return false;
  const EnumDecl *Declared = Enum->getDecl();
  const TypedefNameDecl *Alias = Declared->getTypedefNameForAnonDecl();
  return (Alias ? plainName(Alias) : plainName(Declared)) == "DLDeviceType";
}

/// The classes whose members are in sight: that of the method, and those of the
/// parameters. DLPack's own structs tell nothing beyond the label.
std::vector<const CXXRecordDecl *>
classesInSight(const FunctionDecl *Function) {
  std::vector<const CXXRecordDecl *> Found;
  auto Add = [&](const CXXRecordDecl *Class) {
    Class = Class ? Class->getDefinition() : nullptr;
    if (Class && !Class->isLambda() && !Class->isInStdNamespace() &&
        structKind(Class) == StructKind::None &&
        embeddedKind(Class) == StructKind::None && !isDeviceRecord(Class))
      Found.push_back(Class);
  };
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Function))
    Add(Method->getParent());
  for (const ParmVarDecl *Parameter : Function->parameters()) {
    QualType Type = Parameter->getType().getNonReferenceType();
    if (Type->isPointerType())
      Type = Type->getPointeeType();
    Add(Type->getAsCXXRecordDecl());
  }
  return Found;
}

} // namespace

std::optional<MemoryKind> memoryKindNamed(StringRef Name) {
  std::string Text = Name.lower();
  StringRef Lower = Text;
  if (Lower.contains("manager"))
    return std::nullopt;
  if (Lower.contains("managed") || Lower.contains("unified") ||
      Lower.contains("uvm"))
    return MemoryKind::Managed;
  if (Lower.contains("pinned") || Lower.contains("page_locked") ||
      Lower.contains("pagelocked") || Lower.contains("host_registered"))
    return Lower.contains("unpinned") ? std::nullopt
                                      : std::optional(MemoryKind::Pinned);
  if (Lower.contains("memory_kind") || Lower.contains("memorykind") ||
      Lower.contains("mem_kind"))
    return MemoryKind::Any;
  return std::nullopt;
}

bool namesDeviceId(StringRef Name) {
  std::string Text = Name.lower();
  StringRef Lower = Text;
  Lower = Lower.trim('_');
  return llvm::StringSwitch<bool>(Lower)
      .Case("ordinal", true)
      .Case("index", true)
      .Case("device_index", true)
      .Case("deviceindex", true)
      .Case("device_id", true)
      .Case("deviceid", true)
      .Case("device_ordinal", true)
      .Case("device_no", true)
      .Case("device_num", true)
      .Case("dev_id", true)
      .Case("devid", true)
      .Case("device", true)
      .Case("gpu", true)
      .Case("gpu_id", true)
      .Case("gpu_index", true)
      .Case("card", true)
      .Case("id", true)
      .Default(false);
}

std::vector<MemoryKindMember> memoryKindsInSight(const FunctionDecl *Function) {
  std::vector<MemoryKindMember> Found;
  for (const CXXRecordDecl *Class : classesInSight(Function)) {
    for (const FieldDecl *Field : Class->fields())
      if (std::optional<MemoryKind> Kind = memoryKindNamed(plainName(Field)))
        Found.push_back({Field, *Kind});
    for (const CXXMethodDecl *Method : Class->methods())
      if (Method->getNumParams() == 0 && !Method->getReturnType()->isVoidType())
        if (std::optional<MemoryKind> Kind = memoryKindNamed(plainName(Method)))
          Found.push_back({Method, *Kind});
  }
  for (const ParmVarDecl *Parameter : Function->parameters())
    if (!Parameter->getType()->isPointerType() &&
        !Parameter->getType().getNonReferenceType()->isRecordType())
      if (std::optional<MemoryKind> Kind =
              memoryKindNamed(plainName(Parameter)))
        Found.push_back({Parameter, *Kind});
  return Found;
}

std::vector<const ValueDecl *> deviceIdsInSight(const FunctionDecl *Function) {
  std::vector<const ValueDecl *> Found;
  auto Add = [&](const ValueDecl *Declared, QualType Type) {
    if (Type.getNonReferenceType()->isIntegerType() && !Type->isBooleanType() &&
        namesDeviceId(plainName(Declared)))
      Found.push_back(Declared);
  };
  for (const CXXRecordDecl *Class : classesInSight(Function)) {
    for (const FieldDecl *Field : Class->fields())
      Add(Field, Field->getType());
    for (const CXXMethodDecl *Method : Class->methods())
      if (Method->getNumParams() == 0)
        Add(Method, Method->getReturnType());
  }
  for (const ParmVarDecl *Parameter : Function->parameters())
    Add(Parameter, Parameter->getType());
  return Found;
}

bool mentions(const FunctionDecl *Function, const NamedDecl *Member) {
  bool Found = false;
  const Decl *Wanted = Member->getCanonicalDecl();
  forEachStatement(Function, [&](const Stmt *Each) {
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Each))
      Found |= Reference->getDecl()->getCanonicalDecl() == Wanted;
    else if (const auto *Access = dyn_cast<MemberExpr>(Each))
      Found |= Access->getMemberDecl()->getCanonicalDecl() == Wanted;
  });
  return Found;
}

std::vector<DeviceLabel> deviceLabels(const FunctionDecl *Function,
                                      const ASTContext &Context) {
  std::vector<DeviceLabel> Found;
  auto Add = [&](const Expr *At, const Expr *Type, const Expr *Id) {
    DeviceLabel Label;
    Label.At = At;
    Label.Id = Id;
    addConstants(Type, Context, Label.Types);
    if (!Label.Types.empty())
      Found.push_back(std::move(Label));
  };
  forEachStatement(Function, [&](const Stmt *Each) {
    if (const auto *List = dyn_cast<InitListExpr>(Each)) {
      const InitListExpr *Semantic =
          List->getSemanticForm() ? List->getSemanticForm() : List;
      if (isDeviceRecord(Semantic->getType()->getAsRecordDecl()) &&
          Semantic->getNumInits() >= 1 &&
          !isa<ImplicitValueInitExpr>(Semantic->getInit(0)))
        Add(List, Semantic->getInit(0),
            Semantic->getNumInits() > 1 ? Semantic->getInit(1) : nullptr);
    } else if (const auto *Assignment = dyn_cast<BinaryOperator>(Each)) {
      if (Assignment->getOpcode() == BO_Assign &&
          tensorField(Assignment->getLHS()) == TensorField::DeviceType)
        Add(Assignment->getRHS(), Assignment->getRHS(), nullptr);
    } else if (const auto *Return = dyn_cast<ReturnStmt>(Each)) {
      if (Return->getRetValue() &&
          isDeviceTypeEnum(Function->getReturnType().getCanonicalType()))
        Add(Return->getRetValue(), Return->getRetValue(), nullptr);
    }
  });
  return Found;
}

} // namespace dlpack_tidy::model
