//===--- KnownCalls.cpp - what library functions do to their arguments ----===//

#include "flow/KnownCalls.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

// No tables of LLVM's at namespace scope: they would run LLVM code while the
// plugin is loaded, before it can refuse a foreign version.
#include <map>
#include <set>

namespace dlpack_tidy::flow {
namespace {

using Does = KnownCall::Does;

const std::set<llvm::StringRef> Readers = {
    // non-modifying algorithms
    "accumulate", "reduce", "inner_product", "transform_reduce", "all_of",
    "any_of", "none_of", "count", "count_if", "find", "find_if", "find_if_not",
    "find_first_of", "find_end", "find_last", "equal", "mismatch",
    "lexicographical_compare", "min_element", "max_element", "minmax_element",
    "is_sorted", "is_sorted_until", "lower_bound", "upper_bound",
    "binary_search", "equal_range", "adjacent_find", "search", "search_n",
    "includes", "is_partitioned", "partition_point", "is_permutation",
    "is_heap", "is_heap_until", "for_each", "for_each_n", "contains",
    "starts_with", "ends_with", "fold_left", "fold_right", "min", "max",
    "minmax", "clamp", "lexicographical_compare_three_way",
    // iterators, ranges and views
    "distance", "next", "prev", "advance", "begin", "end", "cbegin", "cend",
    "rbegin", "rend", "crbegin", "crend", "data", "cdata", "size", "ssize",
    "empty", "make_reverse_iterator", "make_move_iterator", "to_address",
    "addressof", "back_inserter", "inserter", "front_inserter", "as_bytes",
    "as_const",
    // handing over, wrapping, visiting
    "forward", "forward_like", "ref", "cref", "get", "get_if", "get_deleter",
    "holds_alternative", "tie", "forward_as_tuple", "bit_cast", "launder",
    "assume_aligned", "visit", "apply", "invoke", "async", "bind", "bind_front",
    "mem_fn", "static_pointer_cast", "dynamic_pointer_cast",
    // printing, numbers
    "to_string", "format", "print", "println", "vformat", "make_format_args",
    "isnan", "isinf", "isfinite", "signbit", "abs", "norm", "arg", "conj",
    "real", "imag", "hypot", "pow", "sqrt", "hash_value", "as_writable_bytes",
    "operator==", "operator!=", "operator<", "operator>",
    "operator<=", "operator>=", "operator<=>", "operator+", "operator-",
    "operator*", "operator/", "operator<<", "operator|"};

const std::set<llvm::StringRef> Constructors = {
    "make_pair",    "make_tuple",  "make_optional",
    "make_unique",  "make_shared", "allocate_shared",
    "construct_at", "make_any",    "make_from_tuple"};

/// Algorithms with an output iterator, and its position.
const std::map<llvm::StringRef, unsigned> Copiers = {
    {"copy", 2},
    {"copy_n", 2},
    {"copy_if", 2},
    {"copy_backward", 2},
    {"move", 2},
    {"move_backward", 2},
    {"partial_sum", 2},
    {"adjacent_difference", 2},
    {"inclusive_scan", 2},
    {"exclusive_scan", 2},
    {"transform_inclusive_scan", 2},
    {"transform_exclusive_scan", 2},
    {"unique_copy", 2},
    {"replace_copy", 2},
    {"replace_copy_if", 2},
    {"reverse_copy", 2},
    {"rotate_copy", 3},
    {"remove_copy", 2},
    {"remove_copy_if", 2},
    {"partial_sort_copy", 2},
    {"merge", 4},
    {"set_union", 4},
    {"set_intersection", 4},
    {"set_difference", 4},
    {"set_symmetric_difference", 4},
    {"uninitialized_copy", 2},
    {"uninitialized_copy_n", 2},
    {"uninitialized_move", 2},
    {"sample", 2}};

} // namespace

KnownCall knownStandardCall(llvm::StringRef Name, unsigned Count,
                            CallForm Form) {
  if (Form == CallForm::View) // lazy: nothing happens yet
    return {Does::Reads, 0};
  bool Ranges = Form == CallForm::Ranges;
  if (Name == "transform")
    return {Does::WritesFrom, Ranges ? 1u : Count >= 5 ? 3u : 2u};
  if (Name == "move" && Count == 1)
    return {Does::Reads, 0};
  if (Readers.count(Name))
    return {Does::Reads, 0};
  if (Constructors.count(Name))
    return {Does::Constructs, 0};
  auto Found = Copiers.find(Name);
  if (Found == Copiers.end())
    return knownCCall(Name);
  // The range form replaces two iterators by one range.
  return {Does::WritesFrom, Ranges ? 1u : Found->second};
}

KnownCall knownCCall(llvm::StringRef Name) {
  static const llvm::StringSet<> IntoFirst = {
      "memcpy",           "memmove",           "memset",          "strcpy",
      "strncpy",          "cudaMemcpy",        "cudaMemcpyAsync", "cudaMemset",
      "cudaMemsetAsync",  "hipMemcpy",         "hipMemcpyAsync",  "hipMemset",
      "__builtin_memcpy", "__builtin_memmove", "__builtin_memset"};
  static const llvm::StringSet<> Reading = {"memcmp",
                                            "memchr",
                                            "strlen",
                                            "strcmp",
                                            "__builtin_prefetch",
                                            "__builtin_assume_aligned",
                                            "__builtin_addressof",
                                            "__builtin_expect",
                                            "__builtin_memcmp",
                                            "__builtin_bit_cast"};
  if (IntoFirst.contains(Name))
    return {Does::WritesOne, 0};
  if (Reading.contains(Name))
    return {Does::Reads, 0};
  return {};
}

bool onlyPrints(llvm::StringRef Namespace) {
  return Namespace == "fmt" || Namespace == "spdlog" || Namespace == "absl" ||
         Namespace == "google" || Namespace == "loguru";
}

bool isEigenAccessor(llvm::StringRef Name) {
  static const llvm::StringSet<> Names = {"operator()",
                                          "operator[]",
                                          "coeff",
                                          "coeffRef",
                                          "derived",
                                          "data",
                                          "row",
                                          "col",
                                          "block",
                                          "segment",
                                          "head",
                                          "tail",
                                          "array",
                                          "matrix",
                                          "transpose",
                                          "adjoint",
                                          "diagonal",
                                          "topRows",
                                          "bottomRows",
                                          "middleRows",
                                          "leftCols",
                                          "rightCols",
                                          "middleCols",
                                          "topLeftCorner",
                                          "topRightCorner",
                                          "bottomLeftCorner",
                                          "bottomRightCorner",
                                          "rowwise",
                                          "colwise",
                                          "noalias",
                                          "reshaped",
                                          "begin",
                                          "end",
                                          "x",
                                          "y",
                                          "z",
                                          "w",
                                          "vec",
                                          "real",
                                          "imag",
                                          "reverse",
                                          "conjugate",
                                          "const_derived",
                                          "rows",
                                          "cols",
                                          "size",
                                          "eval",
                                          "const_cast_derived",
                                          "nestedExpression",
                                          "nestByValue",
                                          "asDiagonal"};
  return Names.contains(Name);
}

bool isNdarrayMetadata(llvm::StringRef Name) {
  static const llvm::StringSet<> Names = {
      "shape",     "ndim",       "size",       "stride",      "dtype",
      "itemsize",  "nbytes",     "is_valid",   "device_type", "device_id",
      "shape_ptr", "stride_ptr", "byte_offset"};
  return Names.contains(Name);
}

} // namespace dlpack_tidy::flow
