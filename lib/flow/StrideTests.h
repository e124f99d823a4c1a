//===--- StrideTests.h - how code compares and converts strides -----------===//
#ifndef DLPACK_TIDY_FLOW_STRIDETESTS_H
#define DLPACK_TIDY_FLOW_STRIDETESTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <vector>

namespace dlpack_tidy::flow {

class Analysis;

/// A test for contiguity, or a conversion between byte and element strides,
/// that goes wrong for some tensors.
struct StrideFault {
  enum Kind {
    UnitCompared,  ///< the stride of a dimension of size 1 decides
    EmptyCompared, ///< the strides of a tensor without elements decide
    IndexSkipped,  ///< the loop leaves out a dimension
    NoRemainder,   ///< bytes divided by the element's size, remainder lost
    SignLost,      ///< a negative stride in unsigned arithmetic
    NotBytes,      ///< element strides divided as if they were bytes
    TakenForBytes  ///< element strides added to an address of bytes
  };
  Kind What;
  const clang::Expr *At;
  const clang::FunctionDecl *In;
};

std::vector<StrideFault> findStrideFaults(const Analysis &Unit);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_STRIDETESTS_H
