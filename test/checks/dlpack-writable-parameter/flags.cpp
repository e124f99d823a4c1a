// RUN: %check_dlpack_tidy %s dlpack-writable-parameter %t -- -- -std=c++20 %nanobind
// RUN: %check_dlpack_tidy %s dlpack-writable-parameter %t -- -- -std=c++20 %nanobind2

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>
#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>
#include <span>
#include <vector>
namespace py = nanobind; // an alias says nothing about the library
using Vec = py::ndarray<double, py::ndim<1>, py::c_contig>;
template <typename T, size_t N> using Array = py::ndarray<T, py::ndim<N>>;

double norm(const double *values, size_t count); // elsewhere; cannot write
void process(const float *const *in, int n);     // elsewhere; cannot write

float sum(py::ndarray<float, py::ndim<1>, py::device::cpu> a) {
  // CHECK-MESSAGES: :[[@LINE-1]]:60: warning: read-only arrays, and from JAX 0.12 every jax.Array, are refused here with "TypeError: incompatible function arguments" because 'a' asks for a writable array and is only read; declare it nb::ndarray<const float, ...> [dlpack-writable-parameter]
  // CHECK-FIXES: float sum(py::ndarray<const float, py::ndim<1>, py::device::cpu> a) {
  float s = 0;
  for (size_t i = 0; i < a.shape(0); ++i)
    s += a(i);
  return s;
}

double by_signature(const Vec &v) { return norm(v.data(), v.size()); }
// CHECK-MESSAGES: :[[@LINE-1]]:32: warning: {{.*}} because 'v' asks
// CHECK-FIXES: double by_signature(const py::ndarray<const double, py::ndim<1>, py::c_contig> &v) { return norm(v.data(), v.size()); }

double through_pointers(Array<double, 2> a) {
  // CHECK-MESSAGES: :[[@LINE-1]]:42: warning: {{.*}} because 'a' asks
  // CHECK-FIXES: double through_pointers(Array<const double, 2> a) {
  double *p = a.data();
  // CHECK-FIXES: const double *p = a.data();
  double *q = static_cast<double *>(a.data()) + 1;
  // CHECK-FIXES: const double *q = static_cast<const double *>(a.data()) + 1;
  auto *r = a.data();
  double s = *p++ + *q + r[2];
  p += 2;
  const double &first = a(0, 0);
  return s + *p + first;
}

std::vector<float> copied(py::ndarray<float> a,
                          // CHECK-MESSAGES: :[[@LINE-1]]:46: warning: {{.*}} because 'a' asks
                          // CHECK-FIXES: std::vector<float> copied(py::ndarray<const float> a,
                          std::optional<py::ndarray<float>> b) {
  // CHECK-MESSAGES: :[[@LINE-1]]:61: warning: {{.*}} because 'b' asks
  // CHECK-FIXES: std::optional<py::ndarray<const float>> b) {
  std::vector<float> v(a.data(), a.data() + a.size());
  if (b) {
    std::copy(b->data(), b->data() + b->size(), v.begin());
    std::memcpy(v.data(), b->data(), b->nbytes());
  }
  return v;
}

double span_of(Vec v) {
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: {{.*}} because 'v' asks
  std::span<double> all(v.data(), v.size());
  // CHECK-FIXES: std::span<const double> all(v.data(), v.size());
  std::span deduced(v.data(), v.size());
  return std::accumulate(all.begin(), all.end(), 0.0) + deduced[0];
}

void channels(py::ndarray<float, py::ndim<2>> in) {
  // CHECK-MESSAGES: :[[@LINE-1]]:47: warning: {{.*}} because 'in' asks
  // CHECK-FIXES: void channels(py::ndarray<const float, py::ndim<2>> in) {
  std::vector<const float *> rows(in.shape(0));
  for (size_t i = 0; i < in.shape(0); ++i)
    rows[i] = in.data() + i * in.shape(1);
  process(rows.data(), int(rows.size()));
}

template <typename T> T first_of(py::ndarray<T, py::ndim<1>> a) {
  // CHECK-MESSAGES: :[[@LINE-1]]:62: warning: {{.*}} because 'a' asks
  // CHECK-FIXES: template <typename T> T first_of(py::ndarray<const T, py::ndim<1>> a) {
  auto v = a.view();
  return v(0);
}

static double helper(Vec v) { return v(0); }
double through_helper(Vec v) { return helper(v); }
// CHECK-MESSAGES: :[[@LINE-1]]:27: warning: {{.*}} because 'v' asks

struct Mesh {
  size_t vertices;
  Mesh(py::ndarray<float, py::ndim<2>> v) : vertices(v.shape(0)) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: {{.*}} because 'v' asks
  // CHECK-FIXES: Mesh(py::ndarray<const float, py::ndim<2>> v) : vertices(v.shape(0)) {}
  double area(Vec weights) const { return weights(0); }
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: {{.*}} because 'weights' asks
  // CHECK-FIXES: double area(py::ndarray<const double, py::ndim<1>, py::c_contig> weights) const { return weights(0); }
  int overloaded(py::ndarray<int, py::ndim<1>> a) { return a(0); }
  // CHECK-MESSAGES: :[[@LINE-1]]:48: warning: {{.*}} because 'a' asks
  // CHECK-FIXES: int overloaded(py::ndarray<const int, py::ndim<1>> a) { return a(0); }
  int overloaded(py::ndarray<char, py::ndim<1>> a) { return a(0); }
  // CHECK-MESSAGES: :[[@LINE-1]]:49: warning: {{.*}} because 'a' asks
  int overloaded(double) { return 0; }
};

// Said before it is defined: both declarations change.
double twice(py::ndarray<double, py::ndim<1>> a);
// CHECK-FIXES: double twice(py::ndarray<const double, py::ndim<1>> a);
double twice(py::ndarray<double, py::ndim<1>> a) { return 2 * a(0); }
// CHECK-MESSAGES: :[[@LINE-1]]:47: warning: {{.*}} because 'a' asks
// CHECK-FIXES: double twice(py::ndarray<const double, py::ndim<1>> a) { return 2 * a(0); }

// Calls itself, and only reads.
static double sum_from(const Vec &v, double *p, size_t n) {
  return n ? *p + sum_from(v, p + 1, n - 1) : 0;
}
double recursive(Vec v) { return sum_from(v, v.data(), v.size()); }
// CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}} because 'v' asks

void inspect(py::ndarray<py::c_contig> a) { printf("at %p\n", a.data()); }
// CHECK-MESSAGES: :[[@LINE-1]]:40: warning: {{.*}} because 'a' asks
// CHECK-FIXES: void inspect(py::ndarray<py::ro, py::c_contig> a) { printf("at %p\n", a.data()); }

NB_MODULE(flags, m) {
  m.def("twice", &twice);
  m.def("recursive", &recursive);
  m.def("inspect", &inspect);
  m.def("sum", &sum);
  m.def("by_signature", by_signature);
  m.def("through_pointers", &through_pointers);
  m.def("copied", &copied);
  m.def("span_of", &span_of);
  m.def("channels", &channels);
  m.def("first_of", &first_of<float>);
  m.def("first_of", &first_of<int>);
  m.def("through_helper", &through_helper);
  py::class_<Mesh>(m, "Mesh")
      .def(py::init<py::ndarray<float, py::ndim<2>>>())
      // CHECK-FIXES: .def(py::init<py::ndarray<const float, py::ndim<2>>>())
      .def("area", &Mesh::area)
      .def("overloaded", py::overload_cast<py::ndarray<int, py::ndim<1>>>(&Mesh::overloaded))
      // CHECK-FIXES: .def("overloaded", py::overload_cast<py::ndarray<const int, py::ndim<1>>>(&Mesh::overloaded))
      .def("casted", (int (Mesh::*)(py::ndarray<char, py::ndim<1>>))&Mesh::overloaded);
  m.def("rank", [](py::ndarray<> a) { return a.ndim(); });
  // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: {{.*}}; add nb::ro to its nb::ndarray<...>
  // CHECK-FIXES: m.def("rank", [](py::ndarray<py::ro> a) { return a.ndim(); });
  m.def("unused", [](py::ndarray<py::c_contig> a) { return 0; });
  // CHECK-MESSAGES: :[[@LINE-1]]:48: warning: {{.*}} because 'a' asks
  // CHECK-FIXES: m.def("unused", [](py::ndarray<py::ro, py::c_contig> a) { return 0; });
  auto variable = [](py::ndarray<int, py::ndim<1>> a) { return a(0); };
  // CHECK-MESSAGES: :[[@LINE-1]]:52: warning: {{.*}} because 'a' asks
  // CHECK-FIXES: auto variable = [](py::ndarray<const int, py::ndim<1>> a) { return a(0); };
  m.def("variable", variable);
}
