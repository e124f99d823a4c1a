// RUN: %check_dlpack_tidy %s dlpack-writable-parameter %t -- -- -std=c++20 %nanobind

// What a closure captures is not in the hands of whoever calls it; what it is
// called with, and what it returns, is.

#include <algorithm>
#include <functional>
#include <memory>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/unique_ptr.h>
#include <numeric>
#include <tuple>
#include <vector>

namespace nb = nanobind;
using Vec = nb::ndarray<double, nb::ndim<1>, nb::c_contig>;

void library_loop(size_t n, const std::function<void(size_t)> &body);
void library_ask(const std::function<void(double **)> &body);
void library_pick(const std::function<double &(size_t)> &pick);

template <typename F> void local_loop(size_t n, F &&body) {
  for (size_t i = 0; i < n; ++i)
    body(i);
}
template <typename F> void local_ask(F &&body) {
  double *p = nullptr;
  body(&p);
  *p = 1;
}

//===-- only read ---------------------------------------------------------===//

void in_library_loop(Vec a) {
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: {{.*}} because 'a' asks
  // CHECK-FIXES: void in_library_loop(nb::ndarray<const double, nb::ndim<1>, nb::c_contig> a) {
  std::vector<double> sum(a.size());
  library_loop(a.size(), [&](size_t i) { sum[i] += a(i); });
}
void in_local_loop(Vec a) {
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: {{.*}} because 'a' asks
  auto v = a.view();
  std::vector<double> sum(a.size());
  local_loop(a.size(), [&](size_t i) { sum[i] += v(i); });
}
void named(Vec a) {
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: {{.*}} because 'a' asks
  std::vector<double> sum(a.size());
  std::function<void(size_t)> body = [&](size_t i) { sum[i] = a(i); };
  library_loop(a.size(), body);
}
size_t order(Vec a) {
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: {{.*}} because 'a' asks
  std::vector<size_t> at(a.size());
  std::iota(at.begin(), at.end(), 0);
  std::sort(at.begin(), at.end(),
            [&](size_t i, size_t j) { return a(i) < a(j); });
  at.erase(std::remove_if(at.begin(), at.end(),
                          [&a](size_t i) { return a(i) < 0; }),
           at.end());
  return at.size();
}
double looked_up(Vec a) {
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}} because 'a' asks
  std::vector<size_t> at(3);
  std::vector<double> out(3);
  std::transform(at.begin(), at.end(), out.begin(),
                 [&](size_t i) { return a(i); });
  size_t next = 0;
  std::generate(out.begin(), out.end(), [&] { return a(next++); });
  return std::accumulate(at.begin(), at.end(), 0.0,
                         [&](double sum, size_t i) { return sum + a(i); });
}
std::unique_ptr<int> made(nb::ndarray<int, nb::ndim<1>> a) {
  return std::make_unique<int>(a(0));
}

std::vector<int> counts;
void by_reference(const nb::ndarray<int, nb::ndim<1>> &a, nb::list to) {
  // CHECK-MESSAGES: :[[@LINE-1]]:56: warning: {{.*}} because 'a' asks
  counts.push_back(a(0));
  to.append(a(1));
}

//===-- written, kept or handed on ----------------------------------------===//

void writes_in_library_loop(Vec a) {
  library_loop(a.size(), [&](size_t i) { a(i) = 0; });
}
void writes_in_local_loop(Vec a) {
  local_loop(a.size(), [p = a.data()](size_t i) { p[i] = 0; });
}
void given_through_parameter(Vec a) {
  local_ask([&](double **p) { *p = a.data(); });
}
void given_to_library(Vec a) {
  library_ask([&](double **p) { *p = a.data(); });
}
void picked_by_library(Vec a) {
  library_pick([&](size_t i) -> double & { return a(i); });
}
void picked_here(Vec a) {
  std::function<double *(size_t)> at = [&](size_t i) { return a.data() + i; };
  *at(0) = 1;
}
void sorted_with_side_effect(Vec a) {
  std::vector<size_t> at(3);
  std::sort(at.begin(), at.end(), [&](size_t i, size_t j) {
    a(0) += 1;
    return i < j;
  });
}
void pointers_generated(Vec a) {
  std::vector<double *> at(3);
  std::generate(at.begin(), at.end(), [&] { return a.data(); });
  *at[0] = 1;
}
void pointers_transformed(Vec a) {
  std::vector<int> from(3);
  std::vector<double *> at(3);
  std::transform(from.begin(), from.end(), at.begin(),
                 [&](int i) { return &a(i); });
  *at[0] = 1;
}
struct Kept {
  double *data = nullptr;
};
std::unique_ptr<Kept> kept_in_made(Vec a) {
  auto made = std::make_unique<Kept>();
  made->data = a.data();
  return made;
}
void tied(Vec a) { std::tie(a(0), a(1)) = std::make_tuple(1.0, 2.0); }
void address_as_number(Vec a, nb::object to) {
  to.attr("address") = reinterpret_cast<uintptr_t>(a.data());
}
void in_capsule(Vec a, nb::object to) {
  to.attr("memory") = nb::capsule(a.data());
}
void counted(nb::ndarray<int, nb::ndim<1>> a) {
  __atomic_fetch_add(a.data(), 1, __ATOMIC_RELAXED);
}

NB_MODULE(closures, m) {
  nb::class_<Kept>(m, "Kept");
  m.def("in_library_loop", &in_library_loop);
  m.def("in_local_loop", &in_local_loop);
  m.def("named", &named);
  m.def("order", &order);
  m.def("looked_up", &looked_up);
  m.def("by_reference", &by_reference);
  m.def("made", [](nb::ndarray<int, nb::ndim<1>> a) { return *made(a); });
  // CHECK-MESSAGES: :[[@LINE-1]]:50: warning: {{.*}} because 'a' asks
  m.def("writes_in_library_loop", &writes_in_library_loop);
  m.def("writes_in_local_loop", &writes_in_local_loop);
  m.def("given_through_parameter", &given_through_parameter);
  m.def("given_to_library", &given_to_library);
  m.def("picked_by_library", &picked_by_library);
  m.def("picked_here", &picked_here);
  m.def("sorted_with_side_effect", &sorted_with_side_effect);
  m.def("pointers_generated", &pointers_generated);
  m.def("pointers_transformed", &pointers_transformed);
  m.def("kept_in_made", &kept_in_made);
  m.def("tied", &tied);
  m.def("address_as_number", &address_as_number);
  m.def("in_capsule", &in_capsule);
  m.def("counted", &counted);
}
