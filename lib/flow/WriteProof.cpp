//===--- WriteProof.cpp - is an array parameter only read? ----------------===//

#include "flow/WriteProof.h"
#include "flow/FunctionReach.h"
#include "model/NdarrayType.h"

#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {
/// Helpers call helpers, but not without end.
constexpr unsigned MaxDepth = 10;
} // namespace

WriteProof::WriteProof(const model::NdarrayInputs &Inputs, ASTContext &Context)
    : Inputs(Inputs), Context(Context) {}

WriteProof::~WriteProof() = default;

std::vector<ArrayUse>
WriteProof::prove(const model::NdarrayInputs::Root &Root) {
  Steps = 0;
  FunctionReach Walk(*this, Root.Function);
  Walk.run();
  std::vector<ArrayUse> Uses = Walk.uses();
  if (Root.Bound == model::Binding::No)
    llvm::erase_if(Uses, [](const ArrayUse &Each) { return Each.Parameter; });
  return Uses;
}

const CallSummary *WriteProof::summaryOf(const FunctionDecl *Callee) {
  const FunctionDecl *Definition = nullptr;
  if (!Callee->hasBody(Definition) || Depth >= MaxDepth)
    return nullptr;
  auto [At, New] = Summaries.try_emplace(Definition, nullptr);
  if (!New)
    return At->second.get(); // null while it is being made: recursion
  ++Depth;
  FunctionReach Walk(*this, Definition);
  Walk.run();
  --Depth;
  auto Made = std::make_unique<CallSummary>(Walk.summary());
  const CallSummary *Result = Made.get();
  Summaries[Definition] = std::move(Made);
  return Result;
}

} // namespace dlpack_tidy::flow
