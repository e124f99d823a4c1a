// RUN: %check_dlpack_tidy %s dlpack-tensor-lifetime %t -- -- %pybind11

#include <pybind11/numpy.h>
#include <vector>
namespace py = pybind11;

py::array_t<float> withBase() {
  std::vector<float> v(4);
  return py::array_t<float>({4}, {4}, v.data(), py::none());
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: the array is a view of the local 'v', which is destroyed when the function returns: Python reads freed memory; allocate the data and pass a capsule that frees it as base [dlpack-tensor-lifetime]
}
py::array_t<float> copies() {
  std::vector<float> v(4);
  return py::array_t<float>(4, v.data());
}
py::array_t<float> owned() {
  auto *v = new std::vector<float>(4);
  py::capsule base(v, [](void *p) { delete static_cast<std::vector<float> *>(p); });
  return py::array_t<float>({4}, {4}, v->data(), base);
}
