//===--- ReadOnlyCheck.cpp - dlpack-read-only -----------------------------===//
//
// Writes through a tensor that its producer may have marked read-only.
// docs/checks/dlpack-read-only.md tells the story.
//
//===----------------------------------------------------------------------===//

#include "checks/Findings.h"
#include "checks/TensorCheck.h"
#include "model/SourceText.h"

using namespace clang;

namespace dlpack_tidy::checks {
namespace {

using model::TensorField;

class ReadOnlyCheck : public TensorCheck {
public:
  using TensorCheck::TensorCheck;

protected:
  std::optional<Fault> judge(const flow::TensorUse &Use) override;
  void examineRest(const flow::Analysis &Unit) override;
};

/// Const memory under a capsule that says nothing about it.
void ReadOnlyCheck::examineRest(const flow::Analysis &Unit) {
  for (const flow::FillFinding &Each : Unit.fillFindings().Faults) {
    if (Each.Fault != flow::FillFault::ConstShared)
      continue;
    bool Versioned = Each.Kind == model::StructKind::Versioned;
    fixes::Finding Found = findingAt(
        Each.At,
        std::string("memory that is const is handed out as writable, so "
                    "consumers may write to it; ") +
            (Versioned ? "set DLPACK_FLAG_BITMASK_READ_ONLY in flags"
                       : "export a copy, or a DLManagedTensorVersioned with "
                         "DLPACK_FLAG_BITMASK_READ_ONLY: the old struct cannot "
                         "say that it is read-only"),
        1);
    addNote(Found, Each.Made, "the tensor is made here");
    report(Found);
  }
}

std::optional<TensorCheck::Fault>
ReadOnlyCheck::judge(const flow::TensorUse &Use) {
  std::optional<int> Level = flow::levelOf(Use);
  bool Writes = Use.Kind == flow::UseKind::WritesData;
  // An address that others may write through, and nobody ever asked.
  bool HandsOut = Use.Kind == flow::UseKind::PassesData && Use.Writable &&
                  !Use.Read.contains(TensorField::Flags);
  if (!Level || !(Writes || HandsOut) || !Use.Facts.ReadOnly.mayBe(true) ||
      Use.Facts.Seen.contains(TensorField::Flags) ||
      Use.Facts.Compared.contains(TensorField::Flags))
    return std::nullopt;
  bool Versioned = Use.Tensor.Kind == model::StructKind::Versioned;
  // The old struct has no flags: who exports to it promises nothing.
  bool Legacy = Use.Tensor.Kind == model::StructKind::Managed && Writes &&
                Use.Tensor.Origin == model::TensorOrigin::Capsule;
  if (!Versioned && !Legacy)
    return std::nullopt;
  Fault Found;
  Found.Rule = "read-only";
  Found.At = Use.At;
  Found.Level = Legacy ? 2 : std::max(*Level, 1);
  if (Legacy)
    Found.Message = "this writes into memory that JAX, NumPy and others take "
                    "for immutable: a legacy capsule cannot say that it is "
                    "read-only; ask for a versioned one and test its flags";
  else if (HandsOut)
    Found.Message =
        "a writable address of " + dataOf(Use) +
        " is handed out and flags is never looked at, so memory of JAX, "
        "pyarrow and read-only NumPy arrays may be written; test "
        "DLPACK_FLAG_BITMASK_READ_ONLY, or hand out a pointer to const";
  else
    Found.Message =
        "this writes into " + dataOf(Use) +
        ", whose producer may have marked it read-only (JAX, pyarrow), copied "
        "or not; refuse it, or write to a copy, where flags has "
        "DLPACK_FLAG_BITMASK_READ_ONLY";
  return Found;
}

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeReadOnlyCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<ReadOnlyCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
