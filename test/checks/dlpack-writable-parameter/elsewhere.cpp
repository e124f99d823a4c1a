// RUN: %check_dlpack_tidy %s dlpack-writable-parameter %t -- -config='{CheckOptions: {dlpack-writable-parameter.Level: 2}}' -- -std=c++20 %nanobind
// Without being asked, nothing is said about what another file decides.
// RUN: %clang_tidy -load %plugin -checks='-*,dlpack-*' %s -- -std=c++17 %nanobind 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// QUIET-NOT: warning:

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
namespace nb = nanobind;
using Vec = nb::ndarray<double, nb::ndim<1>>;

double library_norm(double *values, size_t count);

double norm(Vec v) { return library_norm(v.data(), v.size()); }
// CHECK-MESSAGES: :[[@LINE-1]]:17: warning: {{.*}} because 'v' asks for a writable array and is probably only read
// CHECK-MESSAGES: :[[@LINE-2]]:29: note: it goes to 'library_norm' here, whose body is in another file and could write it
void scale(Vec v) { v(0) *= library_norm(v.data(), v.size()); }

NB_MODULE(elsewhere, m) {
  m.def("norm", &norm);
  m.def("scale", &scale);
}
