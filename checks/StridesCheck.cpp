//===--- StridesCheck.cpp - dlpack-strides --------------------------------===//
//
// Strides that are NULL, ignored or misread. docs/checks/dlpack-strides.md
// tells the story.
//
//===----------------------------------------------------------------------===//

#include "checks/TensorCheck.h"
#include "fixes/TensorFixes.h"
#include "flow/StrideTests.h"
#include "model/SourceText.h"

#include <set>

using namespace clang;

namespace dlpack_tidy::checks {
namespace {

using model::TensorField;

class StridesCheck : public TensorCheck {
public:
  using TensorCheck::TensorCheck;

protected:
  std::optional<Fault> judge(const flow::TensorUse &Use) override;
  void examineRest(const flow::Analysis &Unit) override;

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

std::string messageFor(const flow::StrideFault &Wrong,
                       const ASTContext &Context) {
  using flow::StrideFault;
  std::string Spelled = model::quoted(Wrong.At, Context);
  switch (Wrong.What) {
  case StrideFault::UnitCompared:
    return Spelled + " refuses contiguous tensors: the stride of a dimension "
                     "of size 1 can be anything; compare only where the "
                     "dimension is above 1";
  case StrideFault::EmptyCompared:
    return Spelled + " refuses tensors without elements, whose strides can be "
                     "anything (NumPy writes zeros); accept them before the "
                     "strides are looked at";
  case StrideFault::IndexSkipped:
    return "the loop leaves one dimension out, so tensors that are strided in "
           "it pass as contiguous; begin with the last dimension and go down "
           "to 0";
  case StrideFault::NoRemainder:
    return Spelled + " drops the remainder: byte strides need not be whole "
                     "numbers of elements (fields of records), and the "
                     "elements are then read from the wrong places; refuse a "
                     "stride that the element's size does not divide";
  case StrideFault::SignLost:
    return Spelled + " is unsigned, so the negative stride of a reversed array "
                     "becomes a huge positive one; make the element's size a "
                     "signed number";
  case StrideFault::NotBytes:
    return Spelled + " takes strides for bytes, but DLPack counts them in "
                     "elements; do not divide them";
  case StrideFault::TakenForBytes:
    return Spelled + " adds strides, which DLPack counts in elements, to an "
                     "address of bytes: the wrong elements are read; multiply "
                     "by the element's size, or cast the pointer first";
  }
  return "";
}

void StridesCheck::examineRest(const flow::Analysis &Unit) {
  std::set<std::pair<SourceLocation, flow::StrideFault::Kind>> Told;
  for (const flow::StrideFault &Each : flow::findStrideFaults(Unit)) {
    if (!Told.insert({Each.At->getExprLoc(), Each.What}).second)
      continue;
    fixes::Finding Found;
    Found.At = model::spanOf(Each.At);
    Found.Level = Each.What == flow::StrideFault::SignLost ||
                          Each.What == flow::StrideFault::NotBytes ||
                          Each.What == flow::StrideFault::TakenForBytes
                      ? 0
                      : 1;
    Found.Message = messageFor(Each, Unit.context());
    report(Found);
  }
}

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeStridesCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<StridesCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
