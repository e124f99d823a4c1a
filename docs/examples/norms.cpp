// A nanobind module that only reads, but asks for arrays it could write to: the
// arrays of JAX 0.12 and read-only NumPy arrays do not match its signature.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cmath>

namespace nb = nanobind;

float norm(nb::ndarray<float, nb::ndim<1>, nb::c_contig, nb::device::cpu> x) {
  float sum = 0;
  for (size_t i = 0; i < x.shape(0); ++i)
    sum += x(i) * x(i);
  return std::sqrt(sum);
}

// With const the same function takes every array.
float largest(
    nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu> x) {
  float found = 0;
  for (size_t i = 0; i < x.shape(0); ++i)
    found = std::fmax(found, std::fabs(x(i)));
  return found;
}

NB_MODULE(norms, m) {
  m.def("norm", &norm);
  m.def("largest", &largest);
}
