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
  if (!Callee->hasBody(Definition))
    return nullptr;
  auto Found = Summaries.find(Definition);
  if (Found != Summaries.end())
    return Found->second.get();
  if (!Walking.empty() && Walking.back() == Definition) {
    UsedAssumption = true;
    return &Assumed;
  }
  if (Walking.size() >= MaxDepth || llvm::is_contained(Walking, Definition))
    return nullptr;
  auto Made = std::make_unique<CallSummary>(summarize(Definition));
  return (Summaries[Definition] = std::move(Made)).get();
}

/// A function that calls itself does what its body does while the calls do
/// nothing, and then what the calls do with that.
CallSummary WriteProof::summarize(const FunctionDecl *Definition) {
  CallSummary Outer = std::move(Assumed);
  bool OuterUsed = UsedAssumption;
  CallSummary Result;
  Result.Effects.resize(2 * (Definition->getNumParams() + 1));
  Result.Contents.resize(Result.Effects.size());
  Walking.push_back(Definition);
  do {
    Assumed = Result;
    UsedAssumption = false;
    FunctionReach Walk(*this, Definition);
    Walk.run();
    Result = Walk.summary();
  } while (UsedAssumption && !Result.saysTheSame(Assumed));
  Walking.pop_back();
  Assumed = std::move(Outer);
  UsedAssumption = OuterUsed;
  return Result;
}

/// Both describe the same function, one of them with more knowledge.
bool CallSummary::saysTheSame(const CallSummary &Other) const {
  for (size_t I = 0; I < Effects.size(); ++I)
    if (Effects[I].What != Other.Effects[I].What ||
        Contents[I].size() != Other.Contents[I].size())
      return false;
  return Returned.size() == Other.Returned.size();
}

} // namespace dlpack_tidy::flow
