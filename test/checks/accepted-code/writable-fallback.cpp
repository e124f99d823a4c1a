// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %nanobind
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>
#include <stdexcept>
#include <vector>
namespace nb = nanobind;
// A read-only array that is not taken as a writable one is taken as a sequence: it works, only slower.
std::vector<double> values(nb::object result) {
  nb::ndarray<double, nb::shape<-1>> array;
  std::vector<double> vec;
  if (nb::try_cast(result, array)) {
    for (size_t i = 0; i < array.shape(0); ++i) vec.push_back(array(i));
  } else if (!nb::try_cast(result, vec)) {
    throw std::runtime_error("an array or a list");
  }
  return vec;
}
