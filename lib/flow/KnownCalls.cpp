//===--- KnownCalls.cpp - what library functions do to their arguments ----===//

#include "flow/KnownCalls.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

namespace dlpack_tidy::flow {
namespace {

using Does = KnownCall::Does;

llvm::StringSet<> words(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 64> Each;
  Text.split(Each, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  llvm::StringSet<> Set;
  for (llvm::StringRef Word : Each)
    Set.insert(Word);
  return Set;
}

const llvm::StringSet<> &readers() {
  static const llvm::StringSet<> Names = words(
      // non-modifying algorithms
      "accumulate reduce inner_product transform_reduce all_of any_of none_of "
      "count count_if find find_if find_if_not find_first_of find_end "
      "find_last equal mismatch lexicographical_compare min_element "
      "max_element minmax_element is_sorted is_sorted_until lower_bound "
      "upper_bound binary_search equal_range adjacent_find search search_n "
      "includes is_partitioned partition_point is_permutation is_heap "
      "is_heap_until for_each for_each_n contains starts_with ends_with "
      "fold_left fold_right min max minmax clamp "
      "lexicographical_compare_three_way "
      // iterators and ranges
      "distance next prev advance begin end cbegin cend rbegin rend crbegin "
      "crend data cdata size ssize empty make_reverse_iterator "
      "make_move_iterator to_address addressof back_inserter inserter "
      "front_inserter as_bytes as_const as_writable_bytes "
      // handing over, wrapping, visiting
      "forward forward_like ref cref get get_if get_deleter "
      "holds_alternative tie forward_as_tuple bit_cast launder assume_aligned "
      "visit apply invoke async bind bind_front mem_fn static_pointer_cast "
      "dynamic_pointer_cast "
      // printing, numbers
      "to_string format print println vformat make_format_args isnan isinf "
      "isfinite signbit abs norm arg conj real imag hypot pow sqrt hash_value "
      "operator== operator!= operator< operator> operator<= operator>= "
      "operator<=> operator+ operator- operator* operator/ operator<< "
      "operator|");
  return Names;
}

const llvm::StringSet<> &constructors() {
  static const llvm::StringSet<> Names =
      words("make_pair make_tuple make_optional make_unique make_shared "
            "allocate_shared construct_at make_any make_from_tuple");
  return Names;
}

/// The position of the output iterator of an algorithm that has one.
unsigned outputOf(llvm::StringRef Name) {
  static const llvm::StringSet<> Second = words(
      "copy copy_n copy_if copy_backward move move_backward partial_sum "
      "adjacent_difference inclusive_scan exclusive_scan "
      "transform_inclusive_scan transform_exclusive_scan unique_copy "
      "replace_copy replace_copy_if reverse_copy remove_copy remove_copy_if "
      "partial_sort_copy uninitialized_copy uninitialized_copy_n "
      "uninitialized_move sample");
  static const llvm::StringSet<> Fourth =
      words("merge set_union set_intersection set_difference "
            "set_symmetric_difference");
  if (Second.contains(Name))
    return 2;
  if (Name == "rotate_copy")
    return 3;
  return Fourth.contains(Name) ? 4 : 0;
}

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
  if (readers().contains(Name))
    return {Does::Reads, 0};
  if (constructors().contains(Name))
    return {Does::Constructs, 0};
  // The range form replaces two iterators by one range.
  if (unsigned Output = outputOf(Name))
    return {Does::WritesFrom, Ranges ? 1u : Output};
  return knownCCall(Name);
}

KnownCall knownCCall(llvm::StringRef Name) {
  static const llvm::StringSet<> IntoFirst =
      words("memcpy memmove memset strcpy strncpy cudaMemcpy cudaMemcpyAsync "
            "cudaMemset cudaMemsetAsync hipMemcpy hipMemcpyAsync hipMemset "
            "__builtin_memcpy __builtin_memmove __builtin_memset");
  static const llvm::StringSet<> Reading =
      words("memcmp memchr strlen strcmp __builtin_prefetch "
            "__builtin_assume_aligned __builtin_addressof __builtin_expect "
            "__builtin_memcmp __builtin_bit_cast printf fprintf puts fputs "
            "fwrite __assert_fail");
  if (IntoFirst.contains(Name))
    return {Does::WritesOne, 0};
  if (Reading.contains(Name))
    return {Does::Reads, 0};
  return {};
}

bool onlyPrints(llvm::StringRef Namespace) {
  static const llvm::StringSet<> Libraries =
      words("fmt spdlog absl google loguru");
  return Libraries.contains(Namespace);
}

bool isEigenAccessor(llvm::StringRef Name) {
  static const llvm::StringSet<> Names =
      words("operator() operator[] coeff coeffRef derived data row col block "
            "segment head tail array matrix transpose adjoint diagonal "
            "topRows bottomRows middleRows leftCols rightCols middleCols "
            "topLeftCorner topRightCorner bottomLeftCorner bottomRightCorner "
            "rowwise colwise noalias reshaped begin end x y z w vec real imag "
            "reverse conjugate const_derived rows cols size eval "
            "const_cast_derived nestedExpression nestByValue asDiagonal");
  return Names.contains(Name);
}

bool writesEigenArguments(llvm::StringRef Name) {
  static const llvm::StringSet<> Names =
      words("swap evalTo addTo subTo applyThisOnTheLeft applyThisOnTheRight");
  return Names.contains(Name) || Name.ends_with("InPlace");
}

bool isNdarrayMetadata(llvm::StringRef Name) {
  static const llvm::StringSet<> Names =
      words("shape ndim size stride dtype itemsize nbytes is_valid "
            "device_type device_id shape_ptr stride_ptr byte_offset");
  return Names.contains(Name);
}

} // namespace dlpack_tidy::flow
