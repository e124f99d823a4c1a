// RUN: %check_dlpack_tidy %s dlpack-capsule-destructor %t -- -- %nanobind %dlpack

#include <nanobind/nanobind.h>
#include <dlpack/dlpack.h>
namespace nb = nanobind;

DLManagedTensor *make();

nb::capsule bad() {
  return nb::capsule(make(), "dltensor", [](void *p) noexcept {
    // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: this clean-up runs with the bare pointer when the capsule dies, also after a consumer has renamed the capsule
    auto *m = static_cast<DLManagedTensor *>(p);
    m->deleter(m);
  });
}

// An owner of an ndarray is no DLPack capsule.
nb::capsule owner() {
  return nb::capsule(make(), [](void *p) noexcept {
    auto *m = static_cast<DLManagedTensor *>(p);
    m->deleter(m);
  });
}
