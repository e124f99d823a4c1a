//===--- CapsuleDestructorCheck.cpp - what runs when a capsule dies -------===//
//
// A consumer renames the capsule and owns the tensor from then on. So the
// capsule's destructor releases the tensor if and only if the name is still the
// unused one, and it leaves an exception that is in flight alone.
//
//===----------------------------------------------------------------------===//

#include "checks/DlpackCheck.h"
#include "checks/Findings.h"

#include "flow/CapsuleFlow.h"
#include "model/Callable.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace dlpack_tidy::model;
using dlpack_tidy::flow::CapsuleFault;
using dlpack_tidy::flow::CapsuleFinding;

namespace dlpack_tidy::checks {
namespace {

class CapsuleDestructorCheck : public DlpackCheck {
public:
  using DlpackCheck::DlpackCheck;

private:
  void examine(const flow::Analysis &Unit) override {
    for (const CapsuleSite &Site : Unit.producers().capsules())
      if (Site.Event.Action == CapsuleAction::Create &&
          makesTensorCapsule(Site.Event))
        examineCreation(Site, Unit.producers());

    llvm::DenseSet<const FunctionDecl *> Seen;
    for (const CapsuleDestructor &Each : Unit.producers().destructors())
      if (Each.Function->hasBody() && Seen.insert(Each.Function).second &&
          Each.Event.CalledWith == CleanUp::Capsule)
        takesWrongObject(Each);
    for (const CapsuleFinding &Found : Unit.capsuleFindings().InDestructors)
      if (!HasWrongObject.contains(Found.In))
        sayFault(Found);
    HasWrongObject.clear();
  }

  //===--- The creation ---------------------------------------------------===//

  void examineCreation(const CapsuleSite &Site, const Producers &All) {
    const CapsuleEvent &Made = Site.Event;
    if (Made.CalledWith == CleanUp::Pointer && Made.Destructor &&
        !isNullPointer(Made.Destructor)) {
      const FunctionDecl *CleansUp = functionOf(Made.Destructor);
      if (!CleansUp || !hasEmptyBody(CleansUp)) {
        say(Made.Destructor->getSourceRange(),
            "this clean-up runs with the bare pointer when the capsule dies, "
            "also after a consumer has renamed the capsule and taken the "
            "tensor: it is released twice; give the capsule a destructor that "
            "tests the name first");
        return;
      }
    }
    bool Missing = !Made.Destructor || isNullPointer(Made.Destructor);
    const FunctionDecl *Destructor = functionOf(Made.Destructor);
    if (!Missing && !(Destructor && hasEmptyBody(Destructor)))
      return;
    if (Missing && isDestructorSetLater(Site, All))
      return;
    if (All.needNoRelease())
      return;
    say(Missing ? Made.Call->getSourceRange()
                : Made.Destructor->getSourceRange(),
        std::string(Missing ? "a capsule without a destructor"
                            : "a capsule whose destructor does nothing") +
            " leaks the tensor when nobody consumes it (the consumer refuses "
            "it, an exception passes by); give it one that runs the deleter "
            "while the name is still '" +
            (Made.Name.Values.empty() ? "dltensor" : Made.Name.Values.front()) +
            "'");
  }

  static bool isDestructorSetLater(const CapsuleSite &Made,
                                   const Producers &All) {
    for (const CapsuleSite &Site : All.capsules())
      if (Site.Event.Action == CapsuleAction::SetDestructor &&
          Site.In == Made.In && !isNullPointer(Site.Event.Destructor))
        return true;
    return false;
  }

  //===--- The body -------------------------------------------------------===//

  /// A function that is handed the capsule and believes it is the tensor.
  void takesWrongObject(const CapsuleDestructor &Destructor) {
    const FunctionDecl *Function = Destructor.Function;
    if (Function->getNumParams() != 1)
      return;
    const ParmVarDecl *Parameter = Function->getParamDecl(0);
    if (isManaged(pointeeKind(Parameter->getType()))) {
      say(Destructor.Event.Destructor->getSourceRange(),
          "'" + Function->getNameAsString() +
              "' is called with the capsule, not with the tensor: it reads a "
              "Python object as a DLManagedTensor; take a PyObject * and get "
              "the pointer out of it");
      HasWrongObject.insert(Function);
      return;
    }
    const ExplicitCastExpr *Wrong = nullptr;
    forEachStatement(Function->getBody(), [&](const Stmt *Each) {
      const auto *Cast = dyn_cast<ExplicitCastExpr>(Each);
      const auto *Value =
          Cast ? dyn_cast<DeclRefExpr>(Cast->getSubExpr()->IgnoreParenCasts())
               : nullptr;
      if (Value && Value->getDecl() == Parameter &&
          isManaged(pointeeKind(Cast->getType())))
        Wrong = Cast;
    });
    if (!Wrong)
      return;
    HasWrongObject.insert(Function);
    say(Wrong->getSourceRange(),
        "the destructor is called with the capsule, not with what it holds: "
        "this reads a Python object as a DLManagedTensor; use "
        "PyCapsule_GetPointer");
  }

  void sayFault(const CapsuleFinding &Found) {
    std::string Name =
        Found.Name.Values.empty() ? "dltensor" : Found.Name.Values.front();
    switch (Found.Fault) {
    case CapsuleFault::NameNeverTested:
      say(Found.At->getSourceRange(),
          "this runs for a capsule that was consumed as well: the consumer "
          "owns "
          "the tensor and it is released twice; return early unless "
          "PyCapsule_IsValid(capsule, \"" +
              Name + "\")",
          Found.Taken, "the pointer is taken whatever the capsule's name is");
      break;
    case CapsuleFault::MaybeNull:
      say(Found.At->getSourceRange(),
          "once the capsule was consumed it has another name and this pointer "
          "is NULL: the interpreter crashes; return early unless "
          "PyCapsule_IsValid(capsule, \"" +
              Name + "\")",
          Found.Taken, "the pointer comes from here");
      break;
    case CapsuleFault::TakenFromUsed:
      say(Found.At->getSourceRange(),
          "a capsule named '" + Name +
              "' was consumed and its tensor belongs to the consumer: it is "
              "released twice; release it only while the name is the unused "
              "one",
          Found.Taken, "the pointer is taken from the consumed capsule");
      break;
    case CapsuleFault::ErrorDropped:
      say(Found.At->getSourceRange(),
          "the capsule may die while an exception is in flight, and this drops "
          "it; test the name with PyCapsule_IsValid instead, or save the "
          "exception with PyErr_Fetch and restore it");
      break;
    case CapsuleFault::ErrorLeft:
      say(Found.At->getSourceRange(),
          "for a consumed capsule this sets ValueError and leaves it behind: "
          "it turns up at an unrelated place as a SystemError; test the name "
          "with PyCapsule_IsValid first");
      break;
    case CapsuleFault::ErrorNotRestored:
      say(Found.At->getSourceRange(),
          "the exception that is fetched here is not put back on every way "
          "out, so an exception in flight is lost; call PyErr_Restore");
      break;
    case CapsuleFault::Throws:
      say(Found.At->getSourceRange(),
          "an exception leaves the destructor, which the interpreter's C code "
          "calls: the process ends; catch it here and report it with "
          "PyErr_WriteUnraisable");
      break;
    default:
      break;
    }
  }

  void say(SourceRange At, std::string Message, const Expr *NoteAt = nullptr,
           std::string Note = {}) {
    fixes::Finding Found = findingAt(At, std::move(Message));
    if (NoteAt)
      addNote(Found, NoteAt->getSourceRange(), std::move(Note));
    report(Found);
  }

  /// Destructors of which nothing else is worth saying.
  llvm::DenseSet<const FunctionDecl *> HasWrongObject;
};

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeCapsuleDestructorCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<CapsuleDestructorCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
