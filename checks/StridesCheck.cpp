//===--- StridesCheck.cpp - dlpack-strides --------------------------------===//
//
// Strides that are NULL, ignored or misread. docs/checks/dlpack-strides.md
// tells the story.
//
//===----------------------------------------------------------------------===//

#include "checks/TensorCheck.h"
#include "fixes/TensorFixes.h"
#include "model/SourceText.h"

using namespace clang;

namespace dlpack_tidy::checks {
namespace {

using model::TensorField;

class StridesCheck : public TensorCheck {
public:
  using TensorCheck::TensorCheck;

protected:
  std::optional<Fault> judge(const flow::TensorUse &Use) override;

private:
  std::optional<Fault> judgeNull(const flow::TensorUse &Use);
  std::optional<Fault> judgeIgnored(const flow::TensorUse &Use);
};

std::optional<TensorCheck::Fault>
StridesCheck::judge(const flow::TensorUse &Use) {
  if (Use.Kind == flow::UseKind::ReadsStrides)
    return judgeNull(Use);
  return Use.StridesIgnored ? judgeIgnored(Use) : std::nullopt;
}

std::optional<TensorCheck::Fault>
StridesCheck::judgeNull(const flow::TensorUse &Use) {
  std::optional<int> Level = flow::levelOf(Use);
  if (!Level || !Use.Facts.StridesNull.mayBe(true) ||
      Use.Facts.Dimensions.High <= 0)
    return std::nullopt;
  Fault Found;
  Found.Rule = "null";
  Found.At = Use.At;
  Found.Level = *Level;
  Found.Message =
      model::quoted(Use.At, context()) +
      " reads through NULL for a compact tensor: strides may be NULL before "
      "DLPack 1.2, and producers still do that; test it, and where it is NULL "
      "use row-major strides made from the shape";
  if (std::optional<fixes::Fix> Fix = fixes::compactStride(Use, context()))
    Found.Fixes.push_back(*Fix);
  return Found;
}

std::optional<TensorCheck::Fault>
StridesCheck::judgeIgnored(const flow::TensorUse &Use) {
  std::optional<int> Level = flow::levelOf(Use);
  // An address alone says nothing about what its receiver does with it.
  bool Passed = Use.Kind == flow::UseKind::PassesData;
  if (!Level ||
      (Passed && (Use.Returned || !Use.Read.contains(TensorField::Shape))))
    return std::nullopt;
  Fault Found;
  Found.Rule = "ignored";
  Found.At = Use.Source ? Use.Source : Use.At;
  Found.Level = *Level;
  Found.Message =
      "the elements of " + model::quoted(Found.At, context()) +
      " are taken as contiguous and strides is never looked at, so transposed "
      "and sliced tensors give wrong values; use the strides, or refuse what "
      "is not compact";
  return Found;
}

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeStridesCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<StridesCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
