// RUN: %check_dlpack_tidy %s dlpack-writable-parameter %t -- -- -std=c++20 %nanobind

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <functional>
#include <vector>
namespace nb = nanobind;
using Vec = nb::ndarray<double, nb::ndim<1>>;

double from_dict(nb::dict d) {
  auto v = nb::cast<nb::ndarray<double, nb::ndim<1>>>(d["x"]);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: read-only arrays, and from JAX 0.12 every jax.Array, cannot be converted here ("RuntimeError: std::bad_cast") because 'v' asks for a writable array and is only read; declare it nb::ndarray<const double, ...> [dlpack-writable-parameter]
  // CHECK-FIXES: auto v = nb::cast<nb::ndarray<const double, nb::ndim<1>>>(d["x"]);
  Vec w = nb::cast<Vec>(d["y"]);
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}} because 'w' asks
  // CHECK-FIXES: nb::ndarray<const double, nb::ndim<1>> w = nb::cast<nb::ndarray<const double, nb::ndim<1>>>(d["y"]);
  return v(0) + w(0);
}

std::vector<double> call(nb::object f) {
  Vec result;
  // CHECK-FIXES: nb::ndarray<const double, nb::ndim<1>> result;
  if (!nb::try_cast(f(), result))
    // CHECK-MESSAGES: :[[@LINE-3]]:7: warning: read-only arrays, and from JAX 0.12 every jax.Array, are not accepted here because 'result' asks
    throw nb::type_error();
  return {result.data(), result.data() + result.size()};
}

std::vector<char> marked(std::function<nb::ndarray<bool, nb::ndim<1>>(double)> marker) {
  // CHECK-MESSAGES: :[[@LINE-1]]:80: warning: {{.*}} because the result of 'marker' asks
  // CHECK-FIXES: std::vector<char> marked(std::function<nb::ndarray<const bool, nb::ndim<1>>(double)> marker) {
  auto found = marker(1.0);
  return std::vector<char>(found.data(), found.data() + found.size());
}

struct Points {
  std::vector<double> values;
};
namespace nanobind::detail {
template <> struct type_caster<Points> {
  NB_TYPE_CASTER(Points, const_name("Points"))
  bool from_python(handle src, uint32_t flags, cleanup_list *cleanup) noexcept {
    make_caster<Vec> caster;
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}} because 'caster' asks
    if (!caster.from_python(src, flags, cleanup))
      return false;
    for (size_t i = 0; i < caster.value.shape(0); ++i)
      value.values.push_back(caster.value(i));
    return true;
  }
  static handle from_cpp(const Points &, rv_policy, cleanup_list *) noexcept { return {}; }
};
} // namespace nanobind::detail

void fill(nb::dict d) {
  auto v = nb::cast<Vec>(d["x"]);
  v(0) = 1;
}
nb::object pass_on(nb::dict d) {
  auto v = nb::cast<Vec>(d["x"]);
  return nb::cast(v);
}

NB_MODULE(casts, m) {
  m.def("from_dict", &from_dict);
  m.def("call", &call);
  m.def("marked", &marked);
  m.def("points", [](Points p) { return p.values.size(); });
  m.def("fill", &fill);
  m.def("pass_on", &pass_on);
}
