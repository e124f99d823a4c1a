// RUN: %check_dlpack_tidy %s dlpack-deleter-gil %t -- -- %nanobind %dlpack

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <dlpack/dlpack.h>
namespace py = nanobind;

struct Context {
  py::object owner;
  int64_t shape[4];
};
struct Arrays {
  py::ndarray<> array; // takes the lock by itself
};

static void bad(DLManagedTensor *self) {
  delete static_cast<Context *>(self->manager_ctx);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: in a deleter, destroying 'Context::owner' drops
  // CHECK-FIXES: py::gil_scoped_acquire gil;
  // CHECK-FIXES-NEXT: delete static_cast<Context *>(self->manager_ctx);
}
static void good(DLManagedTensor *self) {
  if (!py::is_alive())
    return;
  py::gil_scoped_acquire gil;
  delete static_cast<Context *>(self->manager_ctx);
}
static void alsoGood(DLManagedTensor *self) { delete static_cast<Arrays *>(self->manager_ctx); }
void attach(DLManagedTensor *m) {
  m->deleter = bad;
  m->deleter = good;
  m->deleter = alsoGood;
}
