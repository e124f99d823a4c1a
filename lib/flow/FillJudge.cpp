//===--- FillJudge.cpp - what is wrong with a tensor that is handed out ---===//

#include "flow/FillJudge.h"

#include "flow/FunctionGraph.h"
#include "flow/LostUses.h"
#include "model/Callable.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using dlpack_tidy::model::Allocator;
using dlpack_tidy::model::StructKind;
using dlpack_tidy::model::TensorField;

namespace dlpack_tidy::flow {
namespace {

std::vector<TensorField> missingFields(const MadeTensor &Tensor) {
  std::vector<TensorField> Missing;
  auto Need = [&](TensorField Field, bool OnSomeWay = false) {
    const FieldSet &Known = OnSomeWay ? Tensor.Touched : Tensor.Written;
    if (!Known.contains(Field))
      Missing.push_back(Field);
  };
  bool Managed = model::isManaged(Tensor.Kind);
  bool Versioned = Tensor.Kind == StructKind::Versioned;
  bool Zeroed = Tensor.Zeroed || Tensor.TensorZeroed;
  Need(TensorField::DeviceType, Zeroed);
  Need(TensorField::Bits, Zeroed);
  // Arrays without dimensions are often special.
  if (!Tensor.Rankless)
    Need(TensorField::Shape, true);
  if (!Tensor.Rankless && (Managed || !Zeroed))
    Need(TensorField::Strides, true);
  if (Versioned)
    Need(TensorField::Major, Tensor.Zeroed);
  if (Zeroed)
    Need(TensorField::Lanes, true);
  else
    for (TensorField Each :
         {TensorField::Data, TensorField::DeviceId, TensorField::Ndim,
          TensorField::Code, TensorField::Lanes, TensorField::ByteOffset})
      Need(Each);
  if (Tensor.Zeroed)
    return Missing;
  if (Managed)
    Need(TensorField::Deleter);
  if (Versioned)
    Need(TensorField::Flags);
  return Missing;
}

FillFinding about(const MadeTensor &Tensor, FillFault Fault) {
  FillFinding Found;
  Found.Fault = Fault;
  Found.At = Found.Made = Tensor.At;
  Found.By = Tensor.Made.By;
  Found.ByNew = isa_and_nonnull<CXXNewExpr>(Tensor.Made.At);
  Found.Kind = Tensor.Kind;
  return Found;
}

/// A call that may take a reference to the owner: `retain(self)`,
/// `Py_INCREF(o)`, `shared_from_this()`.
bool takesReference(const FunctionDecl *Function) {
  bool Found = false;
  model::forEachStatement(Function, [&](const Stmt *Each) {
    const auto *Call = dyn_cast<CallExpr>(Each);
    if (!Call)
      return;
    std::string Name = model::plainName(Call->getDirectCallee()).lower();
    for (StringRef Word : {"incref", "inc_ref", "newref", "retain", "addref",
                           "add_ref", "shared_from_this", "acquire"})
      Found |= StringRef(Name).contains(Word);
  });
  return Found;
}

/// The data belongs to a member of an object of which the tensor keeps nothing:
/// no holder, no context, no reference.
bool hasNoOwner(const MadeTensor &Tensor) {
  if (!Tensor.MemberData || Tensor.Keeps || !Tensor.Deleter ||
      !Tensor.Deleter->hasBody() || !model::isManaged(Tensor.Kind) ||
      Tensor.Made.By == Allocator::Stack)
    return false;
  if (Tensor.IdleContext)
    return !takesReference(Tensor.In);
  bool UsesContext = false;
  model::forEachStatement(Tensor.Deleter->getBody(), [&](const Stmt *Each) {
    const auto *Value = dyn_cast<Expr>(Each);
    UsesContext |=
        Value && model::tensorField(Value) == TensorField::ManagerContext;
  });
  return !UsesContext && !takesReference(Tensor.In);
}

bool outlives(const FillState &Facts, const AccessPath &Path,
              const LocalPointer &Pointer) {
  const VarDecl *Variable = Path.variable();
  // A field of an object that was there before.
  if (!Variable || Variable->hasGlobalStorage())
    return true;
  bool Indirect = Variable->getType()->isPointerType() ||
                  Variable->getType()->isReferenceType();
  if (isa<ParmVarDecl>(Variable))
    return Indirect;
  for (AccessPath Each = Path;; Each = Each.parent()) {
    auto Known = Facts.Tensors.find(Each);
    if (Known != Facts.Tensors.end()) {
      const MadeTensor &Tensor = Known->second;
      if (Pointer.Storage.Temporary)
        return !Tensor.Freed;
      return Tensor.Made.By == Allocator::Stack
                 ? Tensor.Returned
                 : Tensor.HandedOut && !Tensor.Freed;
    }
    if (Each.Fields.empty())
      return Indirect;
  }
}

} // namespace

/// A statement that does not parse may be the one that writes the field.
static bool hasErrors(const FunctionDecl *Function) {
  if (!Function ||
      !Function->getASTContext().getDiagnostics().hasErrorOccurred())
    return false;
  bool Found = false;
  llvm::SmallVector<const ValueDecl *, 8> Locals;
  model::forEachStatement(Function, [&](const Stmt *Each) {
    const auto *Value = dyn_cast<Expr>(Each);
    Found |= Value && Value->containsErrors();
    if (const auto *Declared = dyn_cast<DeclStmt>(Each))
      for (const Decl *One : Declared->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(One))
          Locals.push_back(Variable);
  });
  return Found ||
         lostUse(Function, Locals, Function->getASTContext()).isValid();
}

std::vector<FillFinding> judgeTensor(MadeTensor &Tensor, unsigned Enough) {
  std::vector<FillFinding> Faults;
  if (Tensor.Foreign || Tensor.Freed || Tensor.Written.tensorFields() < Enough)
    return Faults;
  FillFinding Incomplete = about(
      Tensor, Tensor.Zeroed ? FillFault::LeftZero : FillFault::NeverWritten);
  Incomplete.Fields = missingFields(Tensor);
  if (!Incomplete.Fields.empty() && !hasErrors(Tensor.In))
    Faults.push_back(Incomplete);
  if (Tensor.NullStrides && !Tensor.Rankless && model::isManaged(Tensor.Kind)) {
    Faults.push_back(about(Tensor, FillFault::NullStrides));
    Faults.back().At = Tensor.NullStrides->getSourceRange();
    Faults.back().Fields = {TensorField::Strides};
  }
  if (hasNoOwner(Tensor)) {
    Faults.push_back(about(Tensor, FillFault::NoOwner));
    Faults.back().At = Tensor.MemberData->getSourceRange();
  }
  if (Tensor.ConstData && !Tensor.SaysFlags && model::isManaged(Tensor.Kind)) {
    Faults.push_back(about(Tensor, FillFault::ConstShared));
    Faults.back().At = Tensor.ConstData->getSourceRange();
  }
  Tensor.ConstData = nullptr;
  Tensor.Written.insertAll();
  Tensor.Touched.insertAll();
  Tensor.NullStrides = nullptr;
  Tensor.MemberData = nullptr;
  return Faults;
}

/// \p Where, or the call in \p Maker that leads there: a helper that throws
/// knows of no tensor.
static const Stmt *placeIn(const FunctionDecl *Maker, const Stmt *Where,
                           const model::CallFrame &Frame) {
  for (const model::CallFrame *Each = &Frame; Each; Each = Each->Caller) {
    if (Each->Function == Maker)
      return Where;
    if (Each->CallSite)
      Where = Each->CallSite;
  }
  return Where;
}

std::vector<FillFinding> lostTensors(const FillState &Facts, FillFault Fault,
                                     const Stmt *Where,
                                     const model::CallFrame &Frame,
                                     GraphCache &Graphs) {
  std::vector<FillFinding> Faults;
  for (const auto &[Path, Tensor] : Facts.Tensors) {
    if (!Tensor.Made.isRaw() || Tensor.HandedOut || Tensor.Freed ||
        Tensor.Foreign || !model::isManaged(Tensor.Kind))
      continue;
    if (Fault == FillFault::LostByReturn && Tensor.In != Frame.Function)
      continue;
    if (Fault == FillFault::LostByThrow && isCaught(Where, Frame, Graphs))
      continue;
    Faults.push_back(about(Tensor, Fault));
    Faults.back().At = placeIn(Tensor.In, Where, Frame)->getSourceRange();
    Faults.back().Path = Path.spelled();
  }
  return Faults;
}

std::vector<FillFinding> danglingFields(const FillState &AtEnd) {
  std::vector<FillFinding> Faults;
  for (const auto &[Path, Pointer] : AtEnd.Pointers) {
    if (!outlives(AtEnd, Path, Pointer))
      continue;
    FillFinding Found;
    Found.Fault = FillFault::Dangling;
    Found.At = Pointer.SetAt;
    Found.Storage = Pointer.Storage;
    Found.Path = Path.spelled();
    if (std::optional<TensorField> Field = model::tensorField(Path.last()))
      Found.Fields.push_back(*Field);
    Faults.push_back(std::move(Found));
  }
  return Faults;
}

} // namespace dlpack_tidy::flow
