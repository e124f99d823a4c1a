//===--- TensorFlow.h - the uses of tensors in a translation unit ---------===//
#ifndef DLPACK_TIDY_FLOW_TENSORFLOW_H
#define DLPACK_TIDY_FLOW_TENSORFLOW_H

#include "flow/TensorUse.h"
#include "model/CallMeaning.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <vector>

namespace dlpack_tidy::flow {

class Analysis;

/// Every place where the functions of a unit use a tensor, with what is known
/// there. The same place stands here once for each context it is entered from.
struct TensorReport {
  std::vector<TensorUse> Uses;
  /// `a.device_type == a.device_type`
  std::vector<const clang::Expr *> SelfComparisons;
};

TensorReport findTensorUses(
    const Analysis &Unit, const model::KnownFunctions &Known,
    llvm::function_ref<void(const clang::FunctionDecl *, std::string)> GiveUp);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_TENSORFLOW_H
