//===--- ShapeArithmetic.h - sizes that do not fit into 32 bits -----------===//
#ifndef DLPACK_TIDY_FLOW_SHAPEARITHMETIC_H
#define DLPACK_TIDY_FLOW_SHAPEARITHMETIC_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <vector>

namespace dlpack_tidy::flow {

class Analysis;

/// A number made from the 64-bit shape, strides or byte offset of a tensor, and
/// computed or stored in 32 bits.
struct NarrowedSize {
  enum Kind {
    Stored,      ///< a product of dimensions goes into 32 bits
    Offset,      ///< a byte offset does
    Stride,      ///< one stride does
    Computed,    ///< 32-bit numbers made from dimensions are multiplied
    Accumulated, ///< `n *= t.shape[i]` with a 32-bit n
    Folded,      ///< std::accumulate over the shape with a 32-bit start
    Written      ///< a 32-bit product goes into a field of 64 bits
  };
  Kind What = Stored;
  const clang::Expr *At = nullptr;
  /// Computed: the multiplication whose result is wanted in 64 bits.
  const clang::BinaryOperator *Product = nullptr;
  /// The variable whose type is too narrow, or null.
  const clang::VarDecl *Variable = nullptr;
  bool Explicit = false; ///< there is a cast that says so
  const clang::FunctionDecl *In = nullptr;
};

std::vector<NarrowedSize> findNarrowedSizes(const Analysis &Unit);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_SHAPEARITHMETIC_H
