//===--- Allocation.cpp - where a tensor's memory comes from --------------===//

#include "model/Allocation.h"

#include "model/CallFrame.h"
#include "model/Callable.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

std::optional<Allocator> allocatorNamed(StringRef Name) {
  return llvm::StringSwitch<std::optional<Allocator>>(Name)
      .Case("malloc", Allocator::Malloc)
      .Case("calloc", Allocator::Malloc)
      .Case("realloc", Allocator::Malloc)
      .Case("PyMem_Malloc", Allocator::PythonMemory)
      .Case("PyMem_Calloc", Allocator::PythonMemory)
      .Case("PyMem_RawMalloc", Allocator::PythonMemory)
      .Case("PyMem_RawCalloc", Allocator::PythonMemory)
      .Case("PyObject_Malloc", Allocator::PythonMemory)
      .Case("PyObject_Calloc", Allocator::PythonMemory)
      .Default(std::nullopt);
}

/// Whether the member that is or holds the struct has an initialiser of its
/// own: `DLManagedTensor managed{};`
bool initialisesTensor(const CXXRecordDecl *Class) {
  for (const FieldDecl *Field : Class->fields())
    if (structKind(Field->getType()) != StructKind::None &&
        Field->hasInClassInitializer())
      return true;
  return false;
}

/// What a constructor leaves in the fields of the struct.
bool zeroes(const CXXConstructExpr *Construct) {
  const CXXConstructorDecl *Constructor = Construct->getConstructor();
  const CXXRecordDecl *Class = Constructor->getParent();
  if (initialisesTensor(Class))
    return true;
  // A constructor that somebody wrote may fill what it likes.
  if (Constructor->isUserProvided())
    return true;
  return Construct->requiresZeroInitialization() ||
         Construct->isListInitialization();
}

bool zeroes(const Expr *Initialiser, QualType Type) {
  if (!Initialiser)
    return false;
  const Expr *Value = Initialiser->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast<FullExpr>(Value))
    Value = Full->getSubExpr()->IgnoreParenImpCasts();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Value))
    return zeroes(Construct);
  return isa<InitListExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr,
             CXXParenListInitExpr>(Value);
}

Allocation ofNew(const CXXNewExpr *New) {
  Allocation Made;
  Made.By = Allocator::New;
  Made.Type = New->getAllocatedType();
  Made.At = New;
  Made.Zeroed = zeroes(New->getInitializer(), Made.Type);
  return Made;
}

/// make_unique<T>(), make_shared<T>() value-initialise what they make.
std::optional<Allocation> ofMaker(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  StringRef Name = plainName(Callee);
  if (Name != "make_unique" && Name != "make_shared")
    return std::nullopt;
  const TemplateArgumentList *Arguments =
      Callee->getTemplateSpecializationArgs();
  if (!Arguments || Arguments->size() == 0 ||
      Arguments->get(0).getKind() != TemplateArgument::Type)
    return std::nullopt;
  Allocation Made;
  Made.By = Allocator::Smart;
  Made.Type = Arguments->get(0).getAsType();
  Made.Zeroed = true;
  Made.At = Call;
  return Made;
}

/// A helper whose every return is an allocation.
std::optional<Allocation> ofHelper(const CallExpr *Call, QualType Pointee,
                                   unsigned Depth);

std::optional<Allocation> find(const Expr *Value, QualType Pointee,
                               unsigned Depth) {
  if (!Value || Depth > 4)
    return std::nullopt;
  Value = stripped(Value);
  if (const auto *New = dyn_cast<CXXNewExpr>(Value))
    return New->isArray() ? std::nullopt
                          : std::optional<Allocation>(ofNew(New));
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Value)) {
    // unique_ptr<T> p(new T)
    if (Construct->getNumArgs() < 1 || Construct->isElidable())
      return std::nullopt;
    std::optional<Allocation> Inner =
        find(Construct->getArg(0), Pointee, Depth + 1);
    if (Inner)
      Inner->By = Allocator::Smart;
    return Inner;
  }
  const auto *Call = dyn_cast<CallExpr>(Value);
  if (!Call || isa<CXXMemberCallExpr>(Call))
    return std::nullopt;
  if (std::optional<Allocation> Made = ofMaker(Call))
    return Made;
  StringRef Name = plainName(Call->getDirectCallee());
  std::optional<Allocator> By = allocatorNamed(Name);
  if (!By)
    return ofHelper(Call, Pointee, Depth + 1);
  Allocation Made;
  Made.By = *By;
  Made.Type = Pointee;
  Made.Zeroed = Name.contains_insensitive("calloc");
  Made.At = Call;
  return Made;
}

std::optional<Allocation> ofHelper(const CallExpr *Call, QualType Pointee,
                                   unsigned Depth) {
  const FunctionDecl *Body = calleeWithBody(Call);
  if (!Body || Depth > 4)
    return std::nullopt;
  std::optional<Allocation> Found;
  bool All = true;
  forEachStatement(Body->getBody(), [&](const Stmt *Each) {
    const auto *Return = dyn_cast<ReturnStmt>(Each);
    if (!Return || !All)
      return;
    std::optional<Allocation> Made =
        find(Return->getRetValue(), Pointee, Depth + 1);
    All = Made.has_value();
    Found = Made;
  });
  return All ? Found : std::nullopt;
}

} // namespace

StructKind madeKind(QualType Type) {
  const RecordDecl *Record =
      Type.isNull() ? nullptr : Type.getNonReferenceType()->getAsRecordDecl();
  StructKind Own = structKind(Record);
  return Own != StructKind::None ? Own : embeddedKind(Record);
}

QualType pointeeOf(QualType Type) {
  if (Type->isPointerType())
    return Type->getPointeeType();
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type->getAsCXXRecordDecl());
  StringRef Name = plainName(Class);
  if ((Name != "unique_ptr" && Name != "shared_ptr") ||
      Class->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return {};
  return Class->getTemplateArgs()[0].getAsType();
}

std::optional<Allocation> allocationOf(const Expr *Value, QualType Pointee) {
  return find(Value, Pointee, 0);
}

Allocation allocationOf(const VarDecl *Variable) {
  Allocation Made;
  Made.By = Allocator::Stack;
  Made.Type = Variable->getType();
  Made.At = Variable->getInit();
  Made.Zeroed = Variable->hasGlobalStorage() ||
                zeroes(Variable->getInit(), Variable->getType());
  return Made;
}

const Expr *freedBy(const Stmt *Statement, Allocator &With) {
  if (const auto *Delete = dyn_cast<CXXDeleteExpr>(Statement)) {
    With = Allocator::New;
    return Delete->getArgument();
  }
  const auto *Call = dyn_cast<CallExpr>(Statement);
  if (!Call || Call->getNumArgs() != 1)
    return nullptr;
  StringRef Name = plainName(Call->getDirectCallee());
  if (Name == "free")
    With = Allocator::Malloc;
  else if (Name == "PyMem_Free" || Name == "PyMem_RawFree" ||
           Name == "PyObject_Free")
    With = Allocator::PythonMemory;
  else
    return nullptr;
  return Call->getArg(0);
}

} // namespace dlpack_tidy::model
