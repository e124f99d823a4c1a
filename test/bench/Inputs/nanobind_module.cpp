// A nanobind module of the usual kind: functions over arrays, some that read,
// some that write, one that returns.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <optional>

namespace nb = nanobind;
using Points =
    nb::ndarray<const double, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using Values = nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

namespace {

double norm(const Points &points) {
  double total = 0;
  for (size_t i = 0; i < points.shape(0); ++i)
    for (size_t j = 0; j < 3; ++j)
      total += points(i, j) * points(i, j);
  return std::sqrt(total);
}

void scale(Values values, double by) {
  for (size_t i = 0; i < values.shape(0); ++i)
    values(i) *= by;
}

double mean(std::optional<nb::ndarray<const float, nb::ndim<1>>> values) {
  if (!values || values->shape(0) == 0)
    return 0;
  double total = 0;
  for (size_t i = 0; i < values->shape(0); ++i)
    total += (*values)(i);
  return total / values->shape(0);
}

nb::ndarray<nb::numpy, double> ramp(size_t count) {
  auto *values = new double[count];
  for (size_t i = 0; i < count; ++i)
    values[i] = static_cast<double>(i);
  nb::capsule owner(
      values, [](void *p) noexcept { delete[] static_cast<double *>(p); });
  return {values, {count}, owner};
}

} // namespace

NB_MODULE(nanobind_module, m) {
  m.def("norm", &norm);
  m.def("scale", &scale);
  m.def("mean", &mean);
  m.def("ramp", &ramp);
}
