//===--- NarrowingCheck.cpp - dlpack-narrowing ----------------------------===//
//
// Sizes of tensors in 32 bits. docs/checks/dlpack-narrowing.md tells the story.
//
//===----------------------------------------------------------------------===//

#include "checks/DlpackCheck.h"
#include "fixes/TensorFixes.h"
#include "flow/ShapeArithmetic.h"
#include "model/SourceText.h"

#include <set>

using namespace clang;

namespace dlpack_tidy::checks {
namespace {

using flow::NarrowedSize;

class NarrowingCheck : public DlpackCheck {
public:
  using DlpackCheck::DlpackCheck;

protected:
  void examine(const flow::Analysis &Unit) override;
};

std::string messageFor(const NarrowedSize &Site, const ASTContext &Context) {
  switch (Site.What) {
  case NarrowedSize::Stored:
    return "a product of dimensions is cut to 32 bits, which gives a wrong "
           "size, and memory errors, for tensors of more than 2^31 elements; "
           "keep it in int64_t";
  case NarrowedSize::Accumulated:
    return "the dimensions are multiplied in a 32-bit variable, which "
           "overflows "
           "for tensors of more than 2^31 elements; make it int64_t";
  case NarrowedSize::Computed:
    return model::quoted(Site.At, Context) +
           " multiplies dimensions in 32 bits, which overflows for tensors of "
           "more than 2^31 elements; multiply in int64_t";
  case NarrowedSize::Folded:
    return "the product has the type of this start, which is 32 bits wide, and "
           "overflows for tensors of more than 2^31 elements; start with "
           "int64_t{1}";
  case NarrowedSize::Written:
    return model::quoted(Site.At, Context) +
           " is multiplied in 32 bits before it is widened, so what lies "
           "beyond 2 GiB gets a wrong address or size; multiply in int64_t";
  case NarrowedSize::Offset:
    return "byte_offset is cut to 32 bits, so views that begin after 2 GiB are "
           "read from the wrong address; keep it in uint64_t";
  case NarrowedSize::Stride:
    return "a stride is cut to 32 bits; keep it in int64_t";
  }
  return "";
}

void NarrowingCheck::examine(const flow::Analysis &Unit) {
  std::set<SourceLocation> Told;
  for (const NarrowedSize &Site : flow::findNarrowedSizes(Unit)) {
    if (!Told.insert(Site.At->getExprLoc()).second)
      continue;
    fixes::Finding Found;
    Found.At = model::spanOf(Site.At);
    Found.Level = Site.What == NarrowedSize::Stride ? 2 : 1;
    Found.Message = messageFor(Site, Unit.context());
    if (std::optional<fixes::Fix> Fix = fixes::widen(Site, Unit.context()))
      Found.Fixes.push_back(*Fix);
    report(Found);
  }
}

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeNarrowingCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<NarrowingCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
