//===--- NullDataCheck.cpp - dlpack-null-data -----------------------------===//
//
// Tensors without elements, whose data may be NULL, and without dimensions,
// whose shape may be. docs/checks/dlpack-null-data.md tells the story.
//
//===----------------------------------------------------------------------===//

#include "checks/Findings.h"
#include "checks/TensorCheck.h"
#include "flow/OwnerFlow.h"
#include "model/CallMeaning.h"
#include "model/Callable.h"
#include "model/SourceText.h"

using namespace clang;

namespace dlpack_tidy::checks {
namespace {

using model::TensorField;

/// Functions and classes that take NULL for "nothing there".
bool cannotTakeNull(const Expr *Call) {
  return model::isOneOf(model::calledName(Call),
                        {"PyCapsule_New", "capsule", "unique_ptr"});
}

class NullDataCheck : public TensorCheck {
public:
  using TensorCheck::TensorCheck;

protected:
  std::optional<Fault> judge(const flow::TensorUse &Use) override;
  void examineRest(const flow::Analysis &Unit) override;

private:
  std::optional<Fault> judgeShape(const flow::TensorUse &Use, int Level);
  std::optional<Fault> judgeData(const flow::TensorUse &Use, int Level);
};

std::optional<TensorCheck::Fault>
NullDataCheck::judge(const flow::TensorUse &Use) {
  std::optional<int> Level = flow::levelOf(Use);
  if (!Level)
    return std::nullopt;
  switch (Use.Kind) {
  case flow::UseKind::ReadsShape:
    return judgeShape(Use, *Level);
  case flow::UseKind::ReadsData:
  case flow::UseKind::WritesData:
  case flow::UseKind::PassesData:
  case flow::UseKind::RefusesNull:
    return judgeData(Use, *Level);
  default:
    return std::nullopt;
  }
}

/// An empty array has no memory to own, and a capsule cannot hold NULL.
void NullDataCheck::examineRest(const flow::Analysis &Unit) {
  for (const flow::EmptyOwner &Each :
       flow::followOwners(Unit.producers(), Unit.graphs())) {
    fixes::Finding Found = findingAt(
        Each.Pointer->getSourceRange(),
        "this is NULL for an array without elements, and a capsule cannot hold "
        "NULL: making it fails with a ValueError; give an empty array no owner",
        1);
    addNote(Found, Each.From, "NULL comes from here");
    report(Found);
  }
}

std::optional<TensorCheck::Fault>
NullDataCheck::judgeShape(const flow::TensorUse &Use, int Level) {
  if (!Use.Index || Use.Facts.Compared.contains(TensorField::Ndim) ||
      Use.Facts.Seen.contains(TensorField::Ndim))
    return std::nullopt;
  int64_t Needed = *Use.Index < 0 ? -*Use.Index : *Use.Index + 1;
  if (Use.Facts.Dimensions.Low >= Needed)
    return std::nullopt;
  Fault Found;
  Found.Rule = "shape";
  Found.At = Use.At;
  // Tested elsewhere, so the author knows that it can differ.
  bool Tested = Use.Tested.contains(TensorField::Ndim);
  Found.Level = Tested ? std::max(Level, 1) : 2;
  Found.Message = model::quoted(Use.At, context()) +
                  " is read where ndim may be " +
                  (Needed == 1 ? "0, and then shape may be NULL"
                               : "less than " + std::to_string(Needed)) +
                  "; test ndim first";
  return Found;
}

std::optional<TensorCheck::Fault>
NullDataCheck::judgeData(const flow::TensorUse &Use, int Level) {
  if (Use.Facts.Empty.isSurely(false) || Use.Facts.Dimensions.High <= 0)
    return std::nullopt;
  bool Guarded = Use.Facts.Seen.contains(TensorField::Data) ||
                 Use.Facts.DataNull.isSurely(false);
  Fault Found;
  Found.At = Use.At;
  Found.Level = std::max(Level, 1);
  if (Use.Kind == flow::UseKind::RefusesNull) {
    Found.Rule = "refused";
    Found.Message =
        "a tensor without elements is refused here where its data is NULL, "
        "which it may be; test data only where the number of elements is not 0";
    return Found;
  }
  if (Guarded)
    return std::nullopt;
  if (Use.Kind == flow::UseKind::PassesData) {
    if (!cannotTakeNull(Use.At))
      return std::nullopt;
    Found.Rule = "passed";
    Found.Message =
        "the data of a tensor without elements may be NULL, and '" +
        model::calledName(Use.At).str() +
        "' takes NULL for no object: it fails, or never runs what should clean "
        "up; hold the tensor instead of its data";
    return Found;
  }
  if (Use.Moved || Use.Block || Use.InLoop)
    return std::nullopt;
  Found.Rule = "read";
  bool Looked = Use.Tested.contains(TensorField::Shape) ||
                Use.Tested.contains(TensorField::Ndim);
  Found.Level = Looked ? Found.Level : 2;
  Found.Message = "the first element of " + dataOf(Use) + " is " +
                  (Use.Kind == flow::UseKind::ReadsData ? "read" : "written") +
                  " even if there is none, and then data may be NULL; test the "
                  "shape first";
  return Found;
}

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeNullDataCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<NullDataCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
