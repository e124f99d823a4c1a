//===--- ArrayViews.cpp - Python arrays made over C++ memory --------------===//

#include "model/ArrayViews.h"

#include "model/Callable.h"
#include "model/Capsule.h"
#include "model/DLPackTypes.h"
#include "model/PythonApi.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

//===--- Views ------------------------------------------------------------===//

/// Cut-down stand-ins call the type `handle` too.
bool isOwnerType(QualType Type) {
  if (isPythonHandle(Type))
    return true;
  const CXXRecordDecl *Class = Type.getNonReferenceType()->getAsCXXRecordDecl();
  return plainName(Class) == "handle";
}

bool namesCopyingFramework(const TemplateArgument &Argument) {
  if (Argument.getKind() == TemplateArgument::Pack) {
    for (const TemplateArgument &Each : Argument.pack_elements())
      if (namesCopyingFramework(Each))
        return true;
    return false;
  }
  if (Argument.getKind() != TemplateArgument::Type)
    return false;
  return llvm::StringSwitch<bool>(
             plainName(Argument.getAsType()->getAsCXXRecordDecl()))
      .Case("numpy", true)
      .Case("pytorch", true)
      .Case("jax", true)
      .Case("cupy", true)
      .Case("mlx", true)
      .Default(false);
}

class ViewReader {
public:
  ViewReader(const FunctionDecl *Function, const ParentMap &Parents)
      : Function(Function), Parents(Parents) {}

  std::optional<ArrayView> read(const CXXConstructExpr *Construct) {
    const CXXConstructorDecl *Constructor = Construct->getConstructor();
    StringRef Class = plainName(Constructor->getParent());
    std::optional<ArrayView> Made;
    if (Class == "ndarray")
      Made = ofNanobind(Construct, Constructor);
    else if (Class == "array" || Class == "array_t")
      Made = ofPybind(Construct, Constructor);
    if (Made)
      Made->IsReturned = isReturned(Construct);
    return Made;
  }

private:
  static const Expr *given(const CXXConstructExpr *Construct, unsigned Index) {
    if (Index >= Construct->getNumArgs())
      return nullptr;
    const Expr *Argument = Construct->getArg(Index);
    if (isa<CXXDefaultArgExpr>(Argument))
      return nullptr;
    // `{}`, `nb::handle()`
    const Expr *Value = stripped(Argument);
    const auto *Made = dyn_cast<CXXConstructExpr>(Value);
    bool Nothing =
        (Made && Made->getNumArgs() == 0 &&
         plainName(Made->getConstructor()->getParent()) == "handle") ||
        (isa<InitListExpr>(Value) &&
         cast<InitListExpr>(Value)->getNumInits() == 0);
    return Nothing ? nullptr : Argument;
  }

  static std::optional<ArrayView>
  ofNanobind(const CXXConstructExpr *Construct,
             const CXXConstructorDecl *Constructor) {
    if (Construct->getNumArgs() < 2 || Constructor->getNumParams() < 2 ||
        !Constructor->getParamDecl(0)->getType()->isPointerType())
      return std::nullopt;
    ArrayView Made;
    Made.At = Construct;
    Made.IsNanobind = true;
    Made.Data = Construct->getArg(0);
    for (unsigned I = 1; I < Constructor->getNumParams(); ++I)
      if (isOwnerType(Constructor->getParamDecl(I)->getType()))
        Made.Owner = given(Construct, I);
    Made.CannotBeCopied = true;
    if (const auto *Instance =
            dyn_cast<ClassTemplateSpecializationDecl>(Constructor->getParent()))
      for (const TemplateArgument &Each : Instance->getTemplateArgs().asArray())
        if (namesCopyingFramework(Each))
          Made.CannotBeCopied = false;
    return Made;
  }

  static std::optional<ArrayView>
  ofPybind(const CXXConstructExpr *Construct,
           const CXXConstructorDecl *Constructor) {
    ArrayView Made;
    Made.At = Construct;
    for (unsigned I = 0; I < Constructor->getNumParams(); ++I) {
      const ParmVarDecl *Parameter = Constructor->getParamDecl(I);
      if (Parameter->getType()->isPointerType())
        Made.Data = given(Construct, I);
      else if (isOwnerType(Parameter->getType()) &&
               plainName(Parameter) == "base")
        Made.Owner = given(Construct, I);
    }
    // Without a base the array is a copy.
    return Made.Data && Made.Owner ? std::optional(Made) : std::nullopt;
  }

  bool isReturned(const Expr *View) const {
    const Stmt *Child = View;
    const Stmt *Parent = Parents.getParent(Child);
    auto PassesOn = [](const Stmt *Each) {
      const auto *Construct = dyn_cast<CXXConstructExpr>(Each);
      return isa<CastExpr, ParenExpr, FullExpr, MaterializeTemporaryExpr,
                 CXXBindTemporaryExpr, ConditionalOperator>(Each) ||
             (Construct && Construct->getNumArgs() == 1);
    };
    while (Parent && PassesOn(Parent)) {
      Child = Parent;
      Parent = Parents.getParent(Child);
    }
    if (isa_and_nonnull<ReturnStmt>(Parent))
      return true;
    const auto *Declaration = dyn_cast_or_null<DeclStmt>(Parent);
    if (!Declaration || !Declaration->isSingleDecl())
      return false;
    const Decl *Variable = Declaration->getSingleDecl();
    bool Found = false;
    forEachStatement(Function->getBody(), [&](const Stmt *Each) {
      const auto *Return = dyn_cast<ReturnStmt>(Each);
      const Expr *Value = Return && Return->getRetValue()
                              ? stripped(Return->getRetValue())
                              : nullptr;
      if (const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(Value);
          Construct && Construct->getNumArgs() == 1)
        Value = stripped(Construct->getArg(0));
      if (const auto *Move = dyn_cast_or_null<CallExpr>(Value);
          Move && Move->getNumArgs() == 1 &&
          plainName(Move->getDirectCallee()) == "move")
        Value = stripped(Move->getArg(0));
      const auto *Named = dyn_cast_or_null<DeclRefExpr>(Value);
      Found |= Named && Named->getDecl() == Variable;
    });
    return Found;
  }

  const FunctionDecl *Function;
  const ParentMap &Parents;
};

//===--- Borrowed shapes --------------------------------------------------===//

/// `t.shape` of a DLTensor that is a reference or pointer parameter.
const MemberExpr *borrowed(const Expr *Value) {
  const auto *Member =
      dyn_cast_or_null<MemberExpr>(Value ? stripped(Value) : nullptr);
  std::optional<TensorField> Field =
      Member ? tensorField(Member->getMemberDecl()) : std::nullopt;
  if (Field != TensorField::Shape && Field != TensorField::Strides)
    return nullptr;
  const auto *Base = dyn_cast<DeclRefExpr>(stripped(Member->getBase()));
  const auto *Parameter =
      Base ? dyn_cast<ParmVarDecl>(Base->getDecl()) : nullptr;
  if (!Parameter)
    return nullptr;
  QualType Type = Parameter->getType();
  bool Refers = Type->isReferenceType() || Type->isPointerType();
  return Refers && (structKind(Type) == StructKind::Tensor ||
                    pointeeKind(Type) == StructKind::Tensor)
             ? Member
             : nullptr;
}

/// A field of the method's own object.
const FieldDecl *ownField(const Expr *Target) {
  const auto *Member = dyn_cast<MemberExpr>(stripped(Target));
  return Member && isa<CXXThisExpr>(stripped(Member->getBase()))
             ? dyn_cast<FieldDecl>(Member->getMemberDecl())
             : nullptr;
}

} // namespace

std::vector<ArrayView> arrayViews(const FunctionDecl *Function,
                                  const ParentMap &Parents) {
  std::vector<ArrayView> Found;
  ViewReader Reader(Function, Parents);
  forEachStatement(Function->getBody(), [&](const Stmt *Each) {
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(Each))
      if (std::optional<ArrayView> Made = Reader.read(Construct))
        Found.push_back(*Made);
  });
  return Found;
}

llvm::DenseSet<const FunctionDecl *>
functionsBoundWithoutPolicy(llvm::ArrayRef<const FunctionDecl *> Functions) {
  llvm::DenseSet<const FunctionDecl *> Found;
  for (const FunctionDecl *Binding : Functions) {
    if (Binding->isDependentContext())
      continue;
    forEachStatement(Binding, [&](const Stmt *Each) {
      const auto *Call = dyn_cast<CXXMemberCallExpr>(Each);
      if (!Call || Call->getNumArgs() < 2 ||
          !plainName(Call->getMethodDecl()).starts_with("def"))
        return;
      bool HasPolicy = false;
      for (const Expr *Extra : Call->arguments()) {
        const TagDecl *Tag = Extra->getType()->getAsTagDecl();
        HasPolicy |= Tag && (plainName(Tag).contains("policy") ||
                             plainName(Tag).contains("keep_alive"));
      }
      if (const FunctionDecl *Function = functionOf(Call->getArg(1));
          Function && !HasPolicy)
        Found.insert(Function);
    });
  }
  return Found;
}

std::vector<BorrowedShape> borrowedShapes(const FunctionDecl *Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  if (!Method || Method->isStatic())
    return {};
  // A class that keeps the whole tensor keeps its shape; one that keeps nothing
  // is a view and says so.
  const FieldDecl *Keeper = nullptr;
  for (const FieldDecl *Field : Method->getParent()->fields()) {
    QualType Type = Field->getType();
    if (pointeeKind(Type) != StructKind::None || isManaged(structKind(Type)) ||
        embeddedKind(Type->getAsRecordDecl()) != StructKind::None)
      return {};
    const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
    Class = Class ? Class->getDefinition() : nullptr;
    if (Class && !Class->hasTrivialDestructor() && !ownsElements(Type) &&
        plainName(Class) != "basic_string")
      Keeper = Field;
  }
  if (!Keeper)
    return {};
  std::vector<BorrowedShape> Found;
  auto Add = [&](const FieldDecl *Member, const Expr *Value) {
    if (const MemberExpr *Shape = borrowed(Value))
      if (Member && Member->getType()->isPointerType())
        Found.push_back({Shape, Member, Keeper});
  };
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Function))
    for (const CXXCtorInitializer *Each : Constructor->inits())
      Add(Each->getMember(), Each->getInit());
  forEachStatement(Function->getBody(), [&](const Stmt *Each) {
    const auto *Assignment = dyn_cast<BinaryOperator>(Each);
    if (Assignment && Assignment->getOpcode() == BO_Assign)
      Add(ownField(Assignment->getLHS()), Assignment->getRHS());
  });
  return Found;
}

} // namespace dlpack_tidy::model
