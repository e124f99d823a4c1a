// The program's own tensor, in nanobind's typed handles, is no jax.Array.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -- -std=c++17 %nanobind

#include <nanobind/nanobind.h>
namespace nb = nanobind;

struct Tensor {
  float *data;
};

nb::object own(nb::handle_t<Tensor> x) { return nb::module_::import_("torch").attr("from_dlpack")(x); }
nb::object anybodys(nb::handle x) { return nb::module_::import_("torch").attr("from_dlpack")(x); }
// CHECK-MESSAGES: :[[@LINE-1]]:44: warning: {{.*}} [dlpack-unsupported-backend]
nb::object tuple(nb::typed<nb::tuple, nb::object> xs) { return xs[0].attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:64: warning: {{.*}} [dlpack-unsupported-backend]
