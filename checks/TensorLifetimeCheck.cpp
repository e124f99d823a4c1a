//===--- TensorLifetimeCheck.cpp - alive until the deleter has run --------===//
//
// An exported tensor lives until its consumer calls the deleter: data, shape,
// strides and their owner have to live as long, and the deleter has to end all
// of it, once.
//
//===----------------------------------------------------------------------===//

#include "checks/DlpackCheck.h"
#include "checks/Findings.h"

#include "flow/CapsuleFlow.h"
#include "flow/FillFlow.h"
#include "flow/ReleaseFlow.h"
#include "model/ArrayViews.h"
#include "model/BorrowedContext.h"
#include "model/Callable.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace dlpack_tidy::model;
using dlpack_tidy::flow::CapsuleFault;
using dlpack_tidy::flow::CapsuleFinding;
using dlpack_tidy::flow::DeleterPairing;
using dlpack_tidy::flow::FillFault;
using dlpack_tidy::flow::FillFinding;
using dlpack_tidy::flow::Release;
using dlpack_tidy::flow::ReleaseFault;
using dlpack_tidy::flow::ReleaseFinding;

namespace dlpack_tidy::checks {
namespace {

/// Calls whose effect is lost together with an assert.
bool releases(StringRef Name) {
  std::string Text = Name.lower();
  for (StringRef Word :
       {"free", "release", "dealloc", "destroy", "delete", "unref", "decref",
        "dec_ref", "unmap", "unregister", "recycle"})
    if (StringRef(Text).contains(Word))
      return true;
  return false;
}

const char *allocatorName(Allocator By) {
  switch (By) {
  case Allocator::Malloc:
    return "malloc";
  case Allocator::PythonMemory:
    return "Python's allocator";
  default:
    return "new";
  }
}

class TensorLifetimeCheck : public DlpackCheck {
public:
  using DlpackCheck::DlpackCheck;

private:
  const flow::Analysis *Unit = nullptr;

  void examine(const flow::Analysis &TheUnit) override {
    Unit = &TheUnit;
    Bound.reset();
    Asserted.clear();
    Paired.clear();
    for (const FillFinding &Each : Unit->fillFindings().Faults)
      sayFill(Each);
    for (const CapsuleFinding &Each : Unit->capsuleFindings().Elsewhere)
      sayCapsule(Each);
    for (const FunctionDecl *Function : Unit->functions())
      if (!Function->isDependentContext())
        examineFunction(Function);
    for (const FunctionDecl *Deleter : deleters())
      examineDeleter(Deleter);
    for (const DeleterPairing &Each : Unit->fillFindings().Pairings)
      examinePairing(Each);
    for (const BorrowedContext &Each : borrowedContexts(Unit->producers()))
      sayBorrowed(Each);
  }

  //===--- Structs --------------------------------------------------------===//

  void sayFill(const FillFinding &Fault) {
    if (Fault.Fault == FillFault::OnStack)
      report(findingAt(Fault.At,
                       "the capsule is made over " + Fault.Storage.spelled() +
                           ", which is gone before anybody can consume it: the "
                           "consumer reads freed memory; allocate the tensor, "
                           "and free it in its deleter"));
    if (Fault.Fault == FillFault::NoOwner) {
      fixes::Finding Found = findingAt(
          Fault.At,
          "the data belongs to an object that nothing keeps alive: when it "
          "dies "
          "before the consumer has called the deleter, the consumer reads "
          "freed "
          "memory; hold a reference to it in manager_ctx and drop it in the "
          "deleter",
          1);
      addNote(Found, Fault.Made, "the tensor is made here");
      report(Found);
    }
    if (Fault.Fault != FillFault::Dangling)
      return;
    report(findingAt(
        Fault.At,
        "'" + Fault.Path + "' points into " + Fault.Storage.spelled() +
            ", which dies before the consumer has called the deleter: it reads "
            "freed memory; keep the array in the object that the deleter frees",
        0));
  }

  void sayCapsule(const CapsuleFinding &Fault) {
    std::string Message;
    if (Fault.Fault == CapsuleFault::CapsuleGone)
      Message = "the capsule has died by here without having been renamed, and "
                "its destructor took the tensor along: this reads freed "
                "memory; keep the capsule alive, or rename it and call the "
                "deleter yourself";
    else if (Fault.Fault == CapsuleFault::ReturnedFromDead)
      Message = "the capsule dies with this function, and without having been "
                "renamed it takes the tensor along: the caller gets a pointer "
                "into freed memory; rename the capsule and let the caller call "
                "the deleter";
    else
      return;
    fixes::Finding Found = findingAt(Fault.At->getSourceRange(), Message);
    if (Fault.Taken)
      addNote(Found, Fault.Taken->getSourceRange(),
              "the pointer is taken here");
    report(Found);
  }

  void sayBorrowed(const BorrowedContext &Borrowed) {
    fixes::Finding Found = findingAt(
        Borrowed.Object->getSourceRange(),
        "the deleter drops a reference to this object, and nobody took one: "
        "the "
        "object dies while others use it; Py_INCREF it when it is stored");
    addNote(Found, Borrowed.DroppedAt, "the reference is dropped here");
    report(Found);
  }

  //===--- Arrays over C++ memory -----------------------------------------===//

  void examineFunction(const FunctionDecl *Function) {
    for (const BorrowedShape &Each : borrowedShapes(Function))
      report(findingAt(
          Each.Shape->getSourceRange(),
          "'" + Each.Member->getNameAsString() +
              "' keeps an address of the caller's DLTensor, whose shape and "
              "strides may be gone when this object is used ('" +
              Each.Keeper->getNameAsString() +
              "' keeps the data only); copy the values",
          1));
    if (!mayMakeViews(Function))
      return;
    const flow::FunctionGraph *Graph = Unit->graphs().graph(Function);
    if (!Graph)
      return;
    for (const ArrayView &Each : arrayViews(Function, Graph->parents())) {
      LocalStorage Storage =
          localStorage(Each.Data, Function, &Graph->definitions());
      if (Storage && Each.IsReturned)
        sayView(Each, Storage);
      else if (Each.IsReturned && Each.CannotBeCopied && !Each.Owner &&
               boundWithoutPolicy().contains(Function))
        report(findingAt(
            Each.At->getSourceRange(),
            "nothing keeps this array's memory alive and no framework is named "
            "that could copy it: nanobind from 2.13 on refuses to return it "
            "with a RuntimeError, older releases return a view of memory that "
            "may be freed; pass an owner",
            1));
    }
  }

  /// Functions bound without a return value policy.
  const llvm::DenseSet<const FunctionDecl *> &boundWithoutPolicy() {
    if (!Bound)
      Bound = functionsBoundWithoutPolicy(Unit->functions());
    return *Bound;
  }

  /// Building control flow costs; most functions name no array type.
  static bool mayMakeViews(const FunctionDecl *Function) {
    bool Found = false;
    forEachStatement(Function->getBody(), [&](const Stmt *Each) {
      const auto *Construct = dyn_cast<CXXConstructExpr>(Each);
      StringRef Name = Construct
                           ? plainName(Construct->getConstructor()->getParent())
                           : StringRef();
      Found |= Name == "ndarray" || Name == "array" || Name == "array_t";
    });
    return Found;
  }

  void sayView(const ArrayView &View, const LocalStorage &Storage) {
    report(findingAt(
        View.Data->getSourceRange(),
        "the array is a view of " + Storage.spelled() +
            ", which is destroyed when the function returns: Python reads "
            "freed "
            "memory; allocate the data and pass a capsule that frees it as " +
            (View.IsNanobind ? "owner" : "base")));
  }

  //===--- Deleters -------------------------------------------------------===//

  /// What is stored as a deleter, and what has the look of one: it is given the
  /// struct and frees it.
  std::vector<const FunctionDecl *> deleters() {
    std::vector<const FunctionDecl *> All =
        Unit->producers().deleterFunctions();
    for (const FunctionDecl *Each : Unit->producers().concerned())
      if (Each->getNumParams() == 1 && Each->getReturnType()->isVoidType() &&
          isManaged(pointeeKind(Each->getParamDecl(0)->getType())) &&
          llvm::find(All, Each) == All.end() && freesParameter(Each))
        All.push_back(Each);
    return All;
  }

  static bool freesParameter(const FunctionDecl *Function) {
    bool Found = false;
    forEachStatement(Function->getBody(), [&](const Stmt *Each) {
      Allocator With;
      const Expr *Freed = freedBy(Each, With);
      const auto *Reference =
          Freed ? dyn_cast<DeclRefExpr>(stripped(Freed)) : nullptr;
      Found |= Reference && Reference->getDecl() == Function->getParamDecl(0);
    });
    return Found;
  }

  void examineDeleter(const FunctionDecl *Deleter) {
    if (!Deleter->hasBody())
      return;
    flow::Budget Limits;
    Release Does = flow::followRelease(Deleter, Unit->graphs(), Limits);
    if (Limits.Spent)
      Unit->giveUp(Deleter, "too many ways to follow what it frees");
    for (const ReleaseFinding &Each : Does.Faults)
      sayRelease(Each);
    for (const FunctionDecl *Reached : Unit->producers().reachedFrom(Deleter))
      examineAsserts(Reached);
  }

  void sayRelease(const ReleaseFinding &Fault) {
    std::string Message;
    switch (Fault.Fault) {
    case ReleaseFault::UsedAfterFree:
      Message = "the deleter uses '" + Fault.What +
                "' after the memory was freed; read what is needed first and "
                "free the struct last";
      break;
    case ReleaseFault::FreedTwice:
      Message = "the deleter frees '" + Fault.What +
                "' a second time, which corrupts the heap; free it once";
      break;
    case ReleaseFault::Throws:
      Message = "an exception leaves the deleter, which C code and other "
                "libraries call: the process ends; catch it here and report "
                "it in another way";
      break;
    }
    fixes::Finding Found = findingAt(Fault.At, Message);
    if (Fault.FreedAt.isValid())
      addNote(Found, Fault.FreedAt, "freed here");
    report(Found);
  }

  /// `assert(pool_free(p) == 0)` frees nothing with NDEBUG.
  void examineAsserts(const FunctionDecl *Function) {
    if (!Asserted.insert(Function).second)
      return;
    forEachStatement(Function->getBody(), [&](const Stmt *Each) {
      const auto *Choice = dyn_cast<ConditionalOperator>(Each);
      if (!Choice || !failsAssertion(Choice->getFalseExpr()))
        return;
      forEachStatement(Choice->getCond(), [&](const Stmt *Part) {
        const auto *Call = dyn_cast<CallExpr>(Part);
        StringRef Name =
            Call ? plainName(Call->getDirectCallee()) : StringRef();
        if (!isa<CXXDeleteExpr>(Part) && !releases(Name))
          return;
        report(findingAt(Part->getSourceRange(),
                         "with NDEBUG the assert is compiled out and this call "
                         "with it: nothing is released, and every tensor "
                         "leaks; call it first and assert on the result"));
      });
    });
  }

  static bool failsAssertion(const Expr *Value) {
    const auto *Call = dyn_cast<CallExpr>(Value->IgnoreParenCasts());
    return Call &&
           plainName(Call->getDirectCallee()).contains_insensitive("assert");
  }

  /// What is allocated one way has to be freed the same way.
  void examinePairing(const DeleterPairing &Pair) {
    bool Embedded = structKind(Pair.Made.Type) == StructKind::None;
    if (!Pair.Deleter->hasBody() || Embedded ||
        Pair.Made.By == Allocator::Stack ||
        !Paired.insert({Pair.Deleter, Pair.SetAt}).second)
      return;
    flow::Budget Limits;
    Release Does = flow::followRelease(Pair.Deleter, Unit->graphs(), Limits);
    Allocator By =
        Pair.Made.By == Allocator::Smart ? Allocator::New : Pair.Made.By;
    if (Does.Self.With && *Does.Self.With != By) {
      fixes::Finding Found = findingAt(
          Does.Self.At,
          std::string("the struct comes from ") + allocatorName(By) +
              " and is freed as if it came from " +
              allocatorName(*Does.Self.With) +
              ": the heap is corrupted; free it the way it was allocated");
      addNote(Found, Pair.Made.At->getSourceRange(), "allocated here");
      report(Found);
    } else if (!Does.Self.Freed && !Does.Self.PassedOn) {
      fixes::Finding Found =
          findingAt(Pair.SetAt->getSourceRange(),
                    "this deleter never frees the struct it is given: every "
                    "export leaks it; delete it last",
                    1);
      addNote(Found, Pair.Made.At->getSourceRange(), "allocated here");
      report(Found);
    }
  }

  std::optional<llvm::DenseSet<const FunctionDecl *>> Bound;
  llvm::DenseSet<const FunctionDecl *> Asserted;
  llvm::DenseSet<std::pair<const FunctionDecl *, const Expr *>> Paired;
};

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeTensorLifetimeCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<TensorLifetimeCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
