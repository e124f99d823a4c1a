//===--- Constant.h - a value that is written down ------------------------===//
#ifndef DLPACK_TIDY_FLOW_CONSTANT_H
#define DLPACK_TIDY_FLOW_CONSTANT_H

#include "flow/Comparison.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <optional>
#include <string>

namespace dlpack_tidy::flow {

/// A number (also bool, enumerator, NULL and std::nullopt, which are 0) or a
/// text. What is certainly not NULL or nullopt, but otherwise unknown, is 1.
struct Constant {
  int64_t Number = 0;
  std::optional<std::string> Text;

  static Constant number(int64_t Value) { return {Value, std::nullopt}; }
  static Constant text(std::string Value) { return {1, std::move(Value)}; }

  friend bool operator==(const Constant &L, const Constant &R) {
    return L.Number == R.Number && L.Text == R.Text;
  }
  friend bool operator<(const Constant &L, const Constant &R) {
    return L.Number != R.Number ? L.Number < R.Number : L.Text < R.Text;
  }
};

/// Whether `Left <op> Right`; a text compares with numbers as a pointer that is
/// not NULL.
bool holds(const Constant &Left, Comparison Op, const Constant &Right);

/// The constant \p Value is: literals, enumerators, constexpr, NULL, nullopt,
/// text in any of its classes, `std::optional` and `std::string` made of
/// nothing.
std::optional<Constant> constantOf(const clang::Expr *Value,
                                   const clang::ASTContext &Context);

/// The constant a return statement gives its caller: also 1 for what a function
/// that returns an optional, or a pointer, returns when it has something.
std::optional<Constant> returnedValue(const clang::Expr *Value,
                                      clang::QualType Returned,
                                      const clang::ASTContext &Context);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_CONSTANT_H
