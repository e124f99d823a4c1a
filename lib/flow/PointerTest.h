//===--- PointerTest.h - conditions that ask whether a pointer is NULL ----===//
#ifndef DLPACK_TIDY_FLOW_POINTERTEST_H
#define DLPACK_TIDY_FLOW_POINTERTEST_H

#include "clang/AST/Expr.h"

namespace dlpack_tidy::flow {

/// The pointer that \p Test asks about: `p`, `p != NULL`, `(p = f()) == NULL`.
/// \p Truth becomes true where the way is the one of a pointer that is not
/// NULL. Null where the test is of another kind.
const clang::Expr *testedPointer(const clang::Expr *Test, bool &Truth);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_POINTERTEST_H
