// RUN: %check_dlpack_tidy %s dlpack-writable-parameter %t -- -- -std=c++20 %nanobind

// Templates that nothing in this file instantiates: calls are names only.

#include <cstdint>
#include <functional>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <span>
#include <vector>

namespace nb = nanobind;
template <typename T> using Vec = nb::ndarray<T, nb::ndim<1>, nb::c_contig>;

template <typename T, typename F> T apply(const T *data, size_t n, F f);
template <typename T> void library_fill(T *data, size_t n);
template <typename T> T library_norm(const T *data, size_t n);
template <typename T> void overloaded(T *data);
template <typename T> void overloaded(T *data, int);
template <typename T> T overloaded_reading(const T *data);
template <typename T> T overloaded_reading(const T *data, int);
template <typename T> T local_sum(T *data, size_t n) {
  T sum = 0;
  for (size_t i = 0; i < n; ++i)
    sum += data[i];
  return sum;
}
template <typename T> void local_fill(T *data, size_t n) {
  for (size_t i = 0; i < n; ++i)
    data[i] = 0;
}

template <typename T> void declare(nb::module_ &m) {
  m.def("norm", [](Vec<T> a) { return library_norm(a.data(), a.size()); });
  // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: {{.*}} because 'a' asks
  // CHECK-FIXES: m.def("norm", [](Vec<const T> a) { return library_norm(a.data(), a.size()); });
  m.def("read", [](Vec<T> a) { return overloaded_reading(a.data()); });
  // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: {{.*}} because 'a' asks
  m.def("sum", [](Vec<T> a) { return local_sum(a.data(), a.size()); });
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: {{.*}} because 'a' asks
  m.def("applied", [](Vec<T> a) {
    // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: {{.*}} because 'a' asks
    return apply(a.data(), a.size(), [&](size_t i) { return a(i); });
  });
  m.def("called", [](std::function<nb::ndarray<bool, nb::ndim<1>>(T)> f) {
    // CHECK-MESSAGES: :[[@LINE-1]]:71: warning: {{.*}} because the result of 'f'
    auto marked = f(T());
    return std::vector<int8_t>(marked.data(), marked.data() + marked.size());
  });

  m.def("fill", [](Vec<T> a) { library_fill(a.data(), a.size()); });
  m.def("fill_here", [](Vec<T> a) { local_fill(a.data(), a.size()); });
  m.def("overloaded", [](Vec<T> a) { overloaded(a.data()); });
  m.def("callable", [](Vec<T> a, void (*f)(T *)) { f(a.data()); });
  m.def("set", [](Vec<T> a) { a(0) = a(1); });
  m.def("applied_and_set", [](Vec<T> a) {
    apply(a.data(), a.size(), [&](size_t i) { a(i) = 0; });
  });
  m.def("changed", [](std::function<nb::ndarray<bool, nb::ndim<1>>(int)> f) {
    auto marked = f(1);
    marked(0) = false;
  });
}

template <typename T> void declare_writers(nb::module_ &m) {
  m.def("pointer", [](Vec<T> a) {
    T *p = a.data();
    p[0] = 1;
  });
  m.def("second_pointer", [](Vec<T> a) {
    T *p = a.data(), *q = nullptr;
    q = p;
    *q = 1;
  });
  m.def("range", [](Vec<T> a) {
    std::span<T> s(a.data(), a.size());
    for (auto &x : s)
      x = 1;
  });
  m.def("deduced", [](Vec<T> a) {
    auto v = a.view();
    v(0) += 1;
  });
}
template <typename T> void declare_readers(nb::module_ &m) {
  m.def("pointer", [](Vec<T> a) {
    // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: {{.*}} because 'a' asks
    T *p = a.data();
    T sum = 0;
    for (size_t i = 0; i < a.size(); ++i)
      sum += p[i] * *(p + i);
    return sum;
  });
  m.def("range", [](Vec<T> a) {
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: {{.*}} because 'a' asks
    T sum = 0;
    for (T x : std::span<T>(a.data(), a.size()))
      sum += x;
    return sum;
  });
}
