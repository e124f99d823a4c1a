//===--- StrideUnits.h - strides in bytes and in elements -----------------===//
#ifndef DLPACK_TIDY_FLOW_STRIDEUNITS_H
#define DLPACK_TIDY_FLOW_STRIDEUNITS_H

#include "flow/StrideTests.h"
#include "model/TensorPath.h"

namespace dlpack_tidy::flow {

/// The name of what an expression speaks of: the variable, the field, the
/// method; for an element that of its array.
llvm::StringRef subjectName(const clang::Expr *E);

/// Conversions between byte and element strides that lose something, and
/// element strides used as if they counted bytes.
void findStrideUnitFaults(const Analysis &Unit, model::TensorPaths &Paths,
                          std::vector<StrideFault> &Found);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_STRIDEUNITS_H
