// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %nanobind
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
namespace nb = nanobind;
// nanobind 3: nb::capsule(nullptr, ...) is None, no ValueError (nb_types.h: if (!ptr) m_ptr = none_ref()).
NB_MODULE(m, mod) {
  mod.def("empty", [] {
    float *data = nullptr;
    nb::capsule owner(data, [](void *p) noexcept { delete[] (float *)p; });
    return nb::ndarray<nb::numpy, float, nb::ndim<1>>(data, {0}, owner);
  });
}
