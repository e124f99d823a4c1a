//===--- Comparison.h - the six ways to compare ---------------------------===//
#ifndef DLPACK_TIDY_FLOW_COMPARISON_H
#define DLPACK_TIDY_FLOW_COMPARISON_H

#include <cstdint>

namespace dlpack_tidy::flow {

enum class Comparison {
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual
};

/// `a <op> b` as `b <result> a`.
constexpr Comparison mirrored(Comparison Op) {
  switch (Op) {
  case Comparison::Less:
    return Comparison::Greater;
  case Comparison::LessEqual:
    return Comparison::GreaterEqual;
  case Comparison::Greater:
    return Comparison::Less;
  case Comparison::GreaterEqual:
    return Comparison::LessEqual;
  default:
    return Op;
  }
}

constexpr bool holds(int64_t Left, Comparison Op, int64_t Right) {
  switch (Op) {
  case Comparison::Equal:
    return Left == Right;
  case Comparison::NotEqual:
    return Left != Right;
  case Comparison::Less:
    return Left < Right;
  case Comparison::LessEqual:
    return Left <= Right;
  case Comparison::Greater:
    return Left > Right;
  case Comparison::GreaterEqual:
    return Left >= Right;
  }
  return true;
}

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_COMPARISON_H
