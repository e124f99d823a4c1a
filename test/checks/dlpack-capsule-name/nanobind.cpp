// RUN: %check_dlpack_tidy %s dlpack-capsule-name %t -- -- %nanobind %dlpack

#include <nanobind/nanobind.h>
#include <dlpack/dlpack.h>
#include <string_view>
namespace py = nanobind; // an alias says nothing about the library

int blind(py::capsule cap) {
  auto *m = static_cast<DLManagedTensor *>(cap.data());
  return m->dl_tensor.ndim;
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: this pointer was taken whatever
}
int tested(py::capsule cap) {
  if (std::string_view(cap.name()) != "dltensor")
    return -1;
  auto *m = static_cast<DLManagedTensor *>(cap.data());
  return m->dl_tensor.ndim;
}
