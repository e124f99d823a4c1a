//===--- CapsuleNameCheck.cpp - the name says what a capsule holds --------===//
//
// The four names are the whole protocol: which struct it is, and whether
// somebody has consumed it. A pointer that is taken without asking for the name
// may belong to somebody else, be of the other struct, or be NULL.
//
//===----------------------------------------------------------------------===//

#include "checks/DlpackCheck.h"
#include "checks/Findings.h"
#include "checks/RequestedVersion.h"

#include "flow/CapsuleFlow.h"
#include "model/Callable.h"
#include "model/PythonApi.h"
#include "rules/Dtypes.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace dlpack_tidy::model;
using dlpack_tidy::flow::CapsuleFault;
using dlpack_tidy::flow::CapsuleFinding;

namespace dlpack_tidy::checks {
namespace {

/// The protocol's name that \p Name is a slip of, or empty.
StringRef misspelt(StringRef Name) {
  if (rules::legalCapsuleName(std::string_view(Name.data(), Name.size())))
    return {};
  std::string Lower = Name.lower();
  StringRef Nearest;
  unsigned Best = 4;
  for (const rules::LegalCapsuleName &Each : rules::LegalCapsuleNames) {
    unsigned Distance = StringRef(Lower).edit_distance(Each.Name);
    if (Distance < Best) {
      Best = Distance;
      Nearest = Each.Name;
    }
  }
  return Nearest;
}

const char *structName(StructKind Kind) {
  return Kind == StructKind::Versioned ? "DLManagedTensorVersioned"
                                       : "DLManagedTensor";
}

/// The object whose storage a `const char *` points into, where that object
/// dies with the function or the expression.
const char *shortLived(const Expr *Name) {
  Name = Name ? stripped(Name) : nullptr;
  if (const auto *Method = dyn_cast_or_null<CXXMemberCallExpr>(Name)) {
    StringRef Called = plainName(Method->getMethodDecl());
    if (Called != "c_str" && Called != "data")
      return nullptr;
    const Expr *String = Method->getImplicitObjectArgument();
    const auto *Held = dyn_cast<DeclRefExpr>(stripped(String));
    if (!Held)
      return isa<MemberExpr>(stripped(String)) ? nullptr : "a temporary string";
    const auto *Variable = dyn_cast<VarDecl>(Held->getDecl());
    bool Local = Variable && Variable->hasLocalStorage() &&
                 !Variable->getType()->isReferenceType();
    return Local ? "a local string" : nullptr;
  }
  const auto *Reference = dyn_cast_or_null<DeclRefExpr>(Name);
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  return Variable && Variable->hasLocalStorage() &&
                 Variable->getType()->isArrayType()
             ? "a local array"
             : nullptr;
}

class CapsuleNameCheck : public DlpackCheck {
public:
  using DlpackCheck::DlpackCheck;

private:
  void examine(const flow::Analysis &Unit) override {
    for (const CapsuleSite &Site : Unit.producers().capsules())
      examineSite(Site, Unit);
    for (const CapsuleFinding &Found : Unit.capsuleFindings().Elsewhere)
      sayFault(Found);
    for (const fixes::Finding &Found : legacyNameOnly(Unit))
      report(Found);
  }

  void examineSite(const CapsuleSite &Site, const flow::Analysis &Unit) {
    const CapsuleEvent &Event = Site.Event;
    examineConversion(Event);
    StructKind Kind = kindOf(Site, Unit);
    if (Event.Action == CapsuleAction::Create ||
        Event.Action == CapsuleAction::Rename)
      examineLifetime(Event);
    if (Event.Name.From != CapsuleName::Constant)
      return;
    if (Event.Action == CapsuleAction::Rename) {
      examineRename(Site, Unit);
      return;
    }
    for (const std::string &Name : Event.Name.Values)
      examineLiteral(Event, Name, Kind);
    if (isManaged(Kind) && Event.Name.Values.size() == 1)
      examineStruct(Event, Event.Name.Values.front(), Kind);
  }

  /// `PyCapsule_IsValid(capsule, …)` of a py::capsule: it converts to a pointer
  /// of any type, and that is what it holds.
  void examineConversion(const CapsuleEvent &Event) {
    const auto *Converted = dyn_cast_or_null<CXXMemberCallExpr>(
        Event.Capsule ? Event.Capsule->IgnoreImpCasts() : nullptr);
    if (!Converted ||
        !isa_and_nonnull<CXXConversionDecl>(Converted->getMethodDecl()) ||
        !isPyObjectPointer(Converted->getType()) ||
        !isCapsuleClass(Converted->getImplicitObjectArgument()->getType()))
      return;
    report(findingAt(
        Event.Capsule->getSourceRange(),
        "the capsule is converted to the pointer it holds, and the struct "
        "behind it is read as a Python object: the test fails or the "
        "interpreter crashes; pass its ptr()"));
  }

  /// The struct that goes in or comes out.
  StructKind kindOf(const CapsuleSite &Site, const flow::Analysis &Unit) {
    if (Site.Event.Action == CapsuleAction::Create)
      return pointeeKind(stripped(Site.Event.Pointer)->getType());
    const flow::FunctionGraph *Graph = Unit.graphs().graph(Site.In);
    if (Site.Event.Action != CapsuleAction::TakePointer || !Graph)
      return StructKind::None;
    return takenAs(Site.Event.Call, Graph->parents(), Site.In->getBody());
  }

  void examineLiteral(const CapsuleEvent &Event, const std::string &Name,
                      StructKind Kind) {
    StringRef Meant = misspelt(Name);
    if (Meant.empty() && isManaged(Kind) &&
        StringRef(Name).contains_insensitive("dlpack") &&
        Event.Action == CapsuleAction::Create)
      Meant = Kind == StructKind::Versioned ? "dltensor_versioned" : "dltensor";
    if (Meant.empty())
      return;
    fixes::Finding Found = findingAt(
        Event.Name.Spelled->getSourceRange(),
        "'" + Name +
            "' is none of DLPack's capsule names: no other library will accept "
            "or offer such a capsule; the name is \"" +
            Meant.str() + "\"");
    offerName(Found, Event, Meant);
    report(Found);
  }

  void examineStruct(const CapsuleEvent &Event, const std::string &Name,
                     StructKind Kind) {
    const rules::LegalCapsuleName *Legal = rules::legalCapsuleName(Name);
    bool Versioned = Kind == StructKind::Versioned;
    if (!Legal || Legal->Versioned == Versioned)
      return;
    std::string Right = rules::capsuleNameFor(Versioned, Legal->Used);
    bool Creates = Event.Action == CapsuleAction::Create;
    fixes::Finding Found =
        findingAt(Event.Name.Spelled->getSourceRange(),
                  "a capsule named '" + Name + "' holds a " +
                      structName(Versioned ? StructKind::Managed
                                           : StructKind::Versioned) +
                      ", and " +
                      (Creates ? "its consumer will read this "
                               : "here it is read as a ") +
                      structName(Kind) + (Creates ? " as one" : "") +
                      ": every field is at another offset; the name of this "
                      "struct is \"" +
                      Right + "\"");
    offerName(Found, Event, Right);
    report(Found);
  }

  void examineLifetime(const CapsuleEvent &Event) {
    const char *Holder = shortLived(Event.Name.Spelled);
    if (!Holder)
      return;
    report(findingAt(
        Event.Name.Spelled->getSourceRange(),
        std::string("the capsule keeps this pointer for its whole life, and ") +
            Holder +
            " dies before it: the next look at the name reads freed memory; "
            "pass a string literal"));
  }

  //===--- Renaming -------------------------------------------------------===//

  void examineRename(const CapsuleSite &Site, const flow::Analysis &Unit) {
    const CapsuleEvent &Event = Site.Event;
    std::optional<bool> Versioned = takenVersioned(Site, Unit);
    for (const std::string &Name : Event.Name.Values) {
      const rules::LegalCapsuleName *Legal = rules::legalCapsuleName(Name);
      if (Legal &&
          (!Legal->Used || !Versioned || Legal->Versioned == *Versioned ||
           Event.Name.Values.size() > 1))
        continue;
      bool Concerns = Versioned ||
                      StringRef(Name).contains_insensitive("dlpack") ||
                      StringRef(Name).contains_insensitive("dltensor");
      if (!Concerns)
        continue;
      std::string Right =
          rules::capsuleNameFor(Versioned.value_or(false), true);
      fixes::Finding Found = findingAt(
          Event.Name.Spelled->getSourceRange(),
          "a consumed capsule is renamed to \"" + Right + "\", and '" + Name +
              "' tells nobody: a destructor that tests for the used name "
              "releases the tensor a second time");
      offerName(Found, Event, Right);
      report(Found);
    }
  }

  /// What was taken out of the capsule, in this function or, where it only
  /// renames, in those that call it; nothing where that is not one and the same
  /// struct throughout.
  std::optional<bool> takenVersioned(const CapsuleSite &Rename,
                                     const flow::Analysis &Unit) {
    const Producers &Made = Unit.producers();
    std::optional<bool> Versioned;
    bool Mixed = false;
    auto Look = [&](auto Belongs) {
      for (const CapsuleSite &Site : Made.capsules()) {
        if (Site.Event.Action != CapsuleAction::TakePointer ||
            !Belongs(Site.In))
          continue;
        StructKind Kind = kindOf(Site, Unit);
        if (!isManaged(Kind))
          continue;
        bool Is = Kind == StructKind::Versioned;
        Mixed |= Versioned && *Versioned != Is;
        Versioned = Is;
      }
    };
    Look([&](const FunctionDecl *In) { return In == Rename.In; });
    if (!Versioned)
      Look([&](const FunctionDecl *In) {
        return llvm::is_contained(Made.reachedFrom(In), Rename.In);
      });
    return Mixed ? std::nullopt : Versioned;
  }

  //===--- The flow's findings --------------------------------------------===//

  void sayFault(const CapsuleFinding &Fault) {
    if (Fault.Fault == CapsuleFault::NameNeverTested) {
      fixes::Finding Found = findingAt(
          Fault.At->getSourceRange(),
          "this pointer was taken whatever the capsule's name is: a consumed "
          "capsule's tensor may be gone, and another kind of capsule holds "
          "something else; ask for the name (\"dltensor\" or "
          "\"dltensor_versioned\") before using it");
      addNote(Found, Fault.Taken->getSourceRange(),
              "the pointer is taken under the capsule's own name");
      report(Found);
    } else if (Fault.Fault == CapsuleFault::MaybeNull) {
      fixes::Finding Found = findingAt(
          Fault.At->getSourceRange(),
          "PyCapsule_GetPointer returns NULL for everything but an unused "
          "capsule of that name, and NULL is dereferenced here: the "
          "interpreter crashes; test the pointer and let the ValueError "
          "through");
      addNote(Found, Fault.Taken->getSourceRange(),
              "the pointer comes from here");
      report(Found);
    }
  }

  static void offerName(fixes::Finding &Found, const CapsuleEvent &Event,
                        StringRef Right) {
    if (!isa<StringLiteral>(Event.Name.Spelled->IgnoreParenImpCasts()))
      return;
    fixes::Fix Fix;
    Fix.Safety = fixes::FixSafety::Safe;
    Fix.Description = "use the name \"" + Right.str() + "\"";
    Fix.Edits.push_back({spanOf(Event.Name.Spelled->getSourceRange()),
                         "\"" + Right.str() + "\""});
    Found.Fixes.push_back(std::move(Fix));
  }
};

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeCapsuleNameCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<CapsuleNameCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
