// RUN: %check_dlpack_tidy %s dlpack-tensor-lifetime %t -- -- %nanobind

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <memory>
#include <vector>
namespace nb = nanobind;
using Array = nb::ndarray<nb::numpy, float, nb::ndim<1>>;

Array direct(size_t n) {
  std::vector<float> v(n);
  return Array(v.data(), {n});
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: the array is a view of the local 'v', which is destroyed when the function returns: Python reads freed memory; allocate the data and pass a capsule that frees it as owner [dlpack-tensor-lifetime]
}
Array named(size_t n) {
  float v[4] = {};
  Array a(v, {4});
  return a;
  // CHECK-MESSAGES: :[[@LINE-2]]:11: warning: the array is a view of the local 'v'
}
Array noOwner(nb::object self) {
  std::vector<float> v(3);
  const size_t shape[1] = {3};
  return {v.data(), 1, shape, self};
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: the array is a view of the local 'v'
}

// Owned, copied while it lives, or somebody else's.

Array owned(size_t n) {
  auto *v = new std::vector<float>(n);
  nb::capsule owner(v, [](void *p) noexcept { delete static_cast<std::vector<float> *>(p); });
  return Array(v->data(), {n}, owner);
}
Array movedInto(std::vector<float> v) {
  float *data = v.data();
  size_t n = v.size();
  auto *kept = new std::vector<float>(std::move(v));
  nb::capsule owner(kept, [](void *p) noexcept { delete static_cast<std::vector<float> *>(p); });
  return Array(data, {n}, owner);
}
nb::object copied(size_t n) {
  std::vector<float> v(n);
  return nb::cast(Array(v.data(), {n}), nb::rv_policy::copy);
}
struct Table {
  std::vector<float> values;
  Array view() { return Array(values.data(), {values.size()}, nb::find(this)); }
};
void passedOn(size_t n, void (*f)(Array)) {
  std::vector<float> v(n);
  f(Array(v.data(), {n}));
}
