// Guards under other names, which take the GIL through a table of functions.
// RUN: %check_dlpack_tidy %s dlpack-deleter-gil %t -- -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>

struct Backend {
  bool (*is_alive)();
  void *(*state_ensure)();
  void (*state_release)(void *);
};
extern Backend *backend;

struct cleanup_guard {
  cleanup_guard() : state(backend->is_alive() ? backend->state_ensure() : nullptr) {}
  ~cleanup_guard() {
    if (state)
      backend->state_release(state);
  }
  explicit operator bool() const { return state != nullptr; }
  void *const state;
};
struct plain_guard {
  plain_guard() : count(0) {}
  ~plain_guard() { ++count; }
  int count;
};

static void guarded(DLManagedTensor *self) {
  if (cleanup_guard guard{}) {
    Py_XDECREF(static_cast<PyObject *>(self->manager_ctx));
    PyMem_Free(self);
  }
}
static void unguarded(DLManagedTensor *self) {
  plain_guard guard;
  Py_XDECREF(static_cast<PyObject *>(self->manager_ctx));
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: in a deleter, {{.*}} touches Python objects without holding the GIL{{.*}} [dlpack-deleter-gil]
}
void attach(DLManagedTensor *a, DLManagedTensor *b) {
  a->deleter = guarded;
  b->deleter = unguarded;
}
