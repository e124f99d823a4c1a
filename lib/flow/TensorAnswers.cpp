//===--- TensorAnswers.cpp - what converters and predicates say -----------===//
//
// `case kDLCPU: return Device::cpu;`, `return t.device.device_type == kDLCPU;`:
// what is known of the tensor where a function says what it is.
//
//===----------------------------------------------------------------------===//

#include "flow/TensorDomain.h"
#include "model/Callable.h"
#include "model/Constants.h"
#include "model/TypeLabels.h"

using namespace clang;

namespace dlpack_tidy::flow {

/// C has predicates of type int.
static bool saysYesOrNo(const Expr *Value, const FunctionDecl *In) {
  if (In->getReturnType()->isBooleanType())
    return Value->getType()->isIntegerType();
  const auto *Test = dyn_cast<BinaryOperator>(Value->IgnoreParenImpCasts());
  return Test && (Test->isComparisonOp() || Test->isLogicalOp());
}

void TensorDomain::answer(State &S, const Expr *Value, const Frame &F,
                          bool Recording) {
  if (!Recording || !Value || !S.Reachable)
    return;
  const Expr *Plain = Value->IgnoreParenImpCasts();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Plain)) {
    for (bool Truth : {true, false}) {
      State Way = S;
      Ways->refine(Way, Choice->getCond(), Truth, F);
      answer(Way, Truth ? Choice->getTrueExpr() : Choice->getFalseExpr(), F,
             Recording);
    }
    return;
  }
  if (saysYesOrNo(Value, F.Function)) {
    std::optional<int64_t> Constant =
        model::integerConstant(Plain, Graphs.context());
    for (bool Truth : {true, false}) {
      if (Constant && (*Constant != 0) != Truth)
        continue;
      State Way = S;
      if (!Constant)
        Ways->refine(Way, Plain, Truth, F);
      if (Way.Reachable)
        recordAnswer(Way, Value, Truth, F);
    }
    return;
  }
  if (!model::constantName(Plain).empty())
    recordAnswer(S, Value, std::nullopt, F);
}

void TensorDomain::recordAnswer(const State &S, const Expr *Value,
                                std::optional<bool> Truth, const Frame &F) {
  // What a converter says is said of the tensor that this call of it looked at.
  for (const auto &[Path, Fields] : Tested) {
    bool Asked = Fields.contains(Field::DeviceType) ||
                 Fields.contains(Field::Device) ||
                 Fields.contains(Field::Code) || Fields.contains(Field::Bits);
    if (!Asked || !TestedUnder.count({F.CallSite, Path}))
      continue;
    if (TensorUse *Use = record(S, UseKind::Answers, Value, Path, F, true))
      Use->Truth = Truth;
  }
}

} // namespace dlpack_tidy::flow
