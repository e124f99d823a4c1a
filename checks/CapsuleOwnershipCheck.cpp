//===--- CapsuleOwnershipCheck.cpp - dlpack-capsule-ownership -------------===//
//
// Who renames a capsule owns its tensor, and calls the deleter once.
// docs/checks/dlpack-capsule-ownership.md tells the story.
//
//===----------------------------------------------------------------------===//

#include "checks/Findings.h"
#include "checks/TensorCheck.h"
#include "fixes/TensorFixes.h"
#include "model/ManagedCopies.h"
#include "model/SourceText.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace dlpack_tidy::checks {
namespace {

using flow::Ownership;
using flow::UseKind;

class CapsuleOwnershipCheck : public TensorCheck {
public:
  using TensorCheck::TensorCheck;

protected:
  std::optional<Fault> judge(const flow::TensorUse &Use) override;
  void examineRest(const flow::Analysis &Unit) override;

private:
  std::optional<Fault> judgeDeleter(const flow::TensorUse &Use);
  std::optional<Fault> judgeAbandoned(const flow::TensorUse &Use);
  void addEnd(Fault &Found, const flow::TensorUse &Use,
              const std::string &What) const;
};

std::optional<TensorCheck::Fault>
CapsuleOwnershipCheck::judge(const flow::TensorUse &Use) {
  Fault Found;
  Found.At = Use.At;
  // What takes over, or renames, may be in a statement that did not parse.
  bool Absent = Use.Kind == UseKind::Abandoned ||
                Use.Kind == UseKind::OwnedTwice ||
                Use.Kind == UseKind::LeftUnused;
  if (Absent && context().getDiagnostics().hasUncompilableErrorOccurred())
    return std::nullopt;
  switch (Use.Kind) {
  case UseKind::RunsDeleter:
    return judgeDeleter(Use);
  case UseKind::Abandoned:
    return judgeAbandoned(Use);
  case UseKind::UsedReleased:
    if (!flow::levelOf(Use))
      return std::nullopt;
    Found.Rule = "after";
    Found.Message = model::quoted(Use.At, context()) +
                    " is used after the deleter has run, which may have freed "
                    "the struct, its shape and its data; copy what is needed "
                    "before the call";
    return Found;
  case UseKind::FreesForeign:
    if (Use.InOwnDeleter)
      return std::nullopt;
    Found.Rule = "freed";
    Found.Message =
        model::quoted(Use.At, context()) +
        " frees memory of the producer, who may have allocated it in another "
        "way or as part of something larger: the heap is corrupted; call the "
        "deleter, which frees all of it";
    return Found;
  case UseKind::OwnedTwice:
    if (Use.InOwnDeleter)
      return std::nullopt;
    Found.Rule = "unrenamed";
    addEnd(Found, Use, "the capsule still has its name here");
    if (Use.Facts.Owner.mayBe(Ownership::ReleasedUnrenamed))
      Found.Message =
          "the tensor of this capsule is released, but the capsule keeps its "
          "name, so its destructor releases it a second time; rename it to "
          "\"used_dltensor\" (\"used_dltensor_versioned\") when you take over";
    else {
      Found.Level = 1;
      Found.Message =
          "the tensor of this capsule gets an owner that runs its deleter, but "
          "the capsule keeps its name, so it is released twice; rename it to "
          "\"used_dltensor\" (\"used_dltensor_versioned\") when you take over";
    }
    return Found;
  case UseKind::LeftUnused:
    if (Use.InOwnDeleter)
      return std::nullopt;
    Found.Rule = "destructor";
    Found.Level = 1;
    addEnd(Found, Use, "the capsule still has its name here");
    Found.Message =
        "the capsule loses its destructor but keeps its name, so the next "
        "consumer takes the same tensor and releases it a second time; rename "
        "it to \"used_dltensor\" (\"used_dltensor_versioned\")";
    return Found;
  default:
    return std::nullopt;
  }
}

void CapsuleOwnershipCheck::addEnd(Fault &Found, const flow::TensorUse &Use,
                                   const std::string &What) const {
  if (Use.End)
    Found.Notes.push_back({model::spanOf(Use.End), What});
}

std::optional<TensorCheck::Fault>
CapsuleOwnershipCheck::judgeDeleter(const flow::TensorUse &Use) {
  Fault Found;
  Found.At = Use.At;
  if (Use.InOwnDeleter)
    return std::nullopt;
  if (Use.Facts.Owner.isSurely(Ownership::Released |
                               Ownership::ReleasedUnrenamed)) {
    Found.Rule = "twice";
    Found.Message = "the deleter runs a second time here, on a struct that the "
                    "first call has freed; call it once on every way";
    return Found;
  }
  if (Use.Tensor.Origin == model::TensorOrigin::Local ||
      !Use.Facts.DeleterNull.mayBe(true))
    return std::nullopt;
  Found.Rule = "null";
  bool FromCapsule = Use.Tensor.Origin == model::TensorOrigin::Capsule;
  // Where the unit makes tensors as well, this may be one of its own.
  Found.Level = FromCapsule             ? 0
                : Use.UnitMakesTensors  ? 2
                : Use.FromUnknownCaller ? 1
                                        : 0;
  Found.Message = "the deleter may be NULL, which means that there is nothing "
                  "to release, and calling it crashes; test it first";
  if (std::optional<fixes::Fix> Fix = fixes::testDeleter(Use.At, context()))
    Found.Fixes.push_back(*Fix);
  return Found;
}

std::optional<TensorCheck::Fault>
CapsuleOwnershipCheck::judgeAbandoned(const flow::TensorUse &Use) {
  if (Use.InOwnDeleter)
    return std::nullopt;
  Fault Found;
  Found.At = Use.At;
  Found.Rule = "leak";
  bool Surely = Use.Facts.Owner.isSurely(Ownership::Owed);
  bool Throws = isa_and_nonnull<CXXThrowExpr>(Use.End);
  Found.Level = !Surely ? 2 : Throws ? 1 : 0;
  addEnd(Found, Use,
         Throws ? "this exception leaves with the tensor unreleased"
                : "the function ends here with the tensor unreleased");
  Found.Message =
      std::string(
          "the capsule is renamed, so this code owns the tensor, but ") +
      (Surely && !Throws ? "" : "on one way ") +
      "nobody runs its deleter or keeps the pointer: the memory is never "
      "released; put the tensor into an owner as soon as it is renamed";
  return Found;
}

void CapsuleOwnershipCheck::examineRest(const flow::Analysis &Unit) {
  for (const model::ManagedCopy &Each :
       model::managedCopies(Unit.producers())) {
    fixes::Finding Found = findingAt(
        Each.Copied->getSourceRange(),
        "this copies the struct, and its deleter is called with the address of "
        "the copy: it frees memory that nobody allocated, and the original "
        "leaks; keep the pointer");
    addNote(Found, Each.Released->getSourceRange(),
            "the deleter gets the copy's address here");
    report(Found);
  }
  for (const model::BorrowingDeleter &Each :
       model::borrowingDeleters(Unit.producers())) {
    fixes::Finding Found = findingAt(
        Each.Deleter->getIntroducerRange(),
        "this deleter refers to '" + Each.Borrowed->getNameAsString() +
            "', which is gone when the pointer that is handed out here runs "
            "it: it reads freed memory; capture a copy of the pointer");
    addNote(Found, Each.Borrowed->getLocation(), "it lives for one call only");
    report(Found);
  }
}

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeCapsuleOwnershipCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<CapsuleOwnershipCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
