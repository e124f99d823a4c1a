// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %nanobind
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <vector>
namespace nb = nanobind;
// A helper template that nothing here instantiates. It takes whatever array the caller has; nothing is refused, and
// the "safe" fix (nb::ndarray<const Args...>) does not compile.
template <class... Args> std::vector<size_t> shape_of(const nb::ndarray<Args...> &arr) {
  std::vector<size_t> shape(arr.ndim());
  for (size_t i = 0; i < arr.ndim(); ++i) shape[i] = arr.shape(i);
  return shape;
}
