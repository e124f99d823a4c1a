//===--- ValueTests.h - comparisons in all their spellings ----------------===//
#ifndef DLPACK_TIDY_FLOW_VALUETESTS_H
#define DLPACK_TIDY_FLOW_VALUETESTS_H

#include "flow/Constant.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <optional>

namespace dlpack_tidy::flow {

/// `Left <op> Right` of any types: built-in, overloaded, rewritten (C++20).
struct OperatorTest {
  Comparison Op;
  const clang::Expr *Left;
  const clang::Expr *Right;
};
std::optional<OperatorTest> operatorTest(const clang::Expr *Test);

/// A call that compares two values: which ones, and what its result means.
struct ComparingCall {
  const clang::Expr *Left;
  const clang::Expr *Right;
  bool ZeroIsEqual; ///< strcmp's way; otherwise non-zero is equal
};
std::optional<ComparingCall> comparingCall(const clang::Expr *E);

/// `set.count(v)`, `set.contains(v)`, `set.find(v)`, `std::find(b, e, v)`.
struct MembershipCall {
  const clang::Expr *Container;
  const clang::Expr *Value;
};
std::optional<MembershipCall> membershipCall(const clang::Expr *E);

/// `set.end()`, `std::string::npos`: what a search gives that found nothing.
bool isEndIterator(const clang::Expr *E);

/// `Value <op> With` where one side is a constant: operators, strcmp,
/// `text.empty()`.
struct ComparedValue {
  const clang::Expr *Value;
  Comparison Op;
  Constant With;
};
std::optional<ComparedValue> comparedValue(const clang::Expr *Test,
                                           const clang::ASTContext &Context);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_VALUETESTS_H
