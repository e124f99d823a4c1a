// RUN: %check_dlpack_tidy %s dlpack-writable-parameter %t -- -- -std=c++20 %nanobind
// Many projects bind in one file what they define in another. Then nothing here
// is bound, and what nobody here calls is for Python.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
namespace nb = nanobind;

template <typename T> struct Model {
  void set(nb::ndarray<T, nb::ndim<1>> values);
  T bias = 0;
};

template <typename T> void Model<T>::set(nb::ndarray<T, nb::ndim<1>> values) {
  // CHECK-MESSAGES: :[[@LINE-1]]:70: warning: {{.*}} because 'values' asks
  bias = values(0);
}
template struct Model<float>;

float score(nb::ndarray<float, nb::ndim<1>> a) {
  // CHECK-MESSAGES: :[[@LINE-1]]:45: warning: {{.*}} because 'a' asks
  // CHECK-FIXES: float score(nb::ndarray<const float, nb::ndim<1>> a) {
  return a(0);
}
static float internal(nb::ndarray<float, nb::ndim<1>> a) { return a(0); }
float called(nb::ndarray<float, nb::ndim<1>> a) { return a(0); }
float caller(nb::dict d) {
  return called(nb::ndarray<float, nb::ndim<1>>()) + internal(nb::ndarray<float, nb::ndim<1>>());
}
