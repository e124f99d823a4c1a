//===--- ConstNdarray.h - make an array parameter read-only ---------------===//
#ifndef DLPACK_TIDY_FIXES_CONSTNDARRAY_H
#define DLPACK_TIDY_FIXES_CONSTNDARRAY_H

#include "fixes/Finding.h"
#include "flow/WriteProof.h"
#include "model/NdarrayInputs.h"

#include <optional>

namespace dlpack_tidy::fixes {

/// Spells `nb::ndarray<const T, ...>` (or `nb::ro`) where an array is asked
/// for, and const in every local declaration the array's memory goes through.
class ConstNdarray {
public:
  ConstNdarray(const model::NdarrayInputs &Inputs, clang::ASTContext &Context)
      : Inputs(Inputs), Context(Context) {}

  /// \p Uses: the same array in every instance of its template. Nothing where
  /// a type out of reach would have to change as well.
  std::optional<Fix> fixFor(const std::vector<flow::ArrayUse> &Uses) const;

private:
  const model::NdarrayInputs &Inputs;
  clang::ASTContext &Context;
};

} // namespace dlpack_tidy::fixes

#endif // DLPACK_TIDY_FIXES_CONSTNDARRAY_H
