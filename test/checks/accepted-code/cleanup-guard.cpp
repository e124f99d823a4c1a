// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack %nanobind
#include <Python.h>
#include <cstdint>
#include <dlpack/dlpack.h>
// nanobind's unity build: attach_tstate() returns at once where the thread is attached already, else takes the GIL.
static bool alive = false;
static bool *is_alive_ptr = &alive;
bool is_alive() noexcept { return *is_alive_ptr; }
inline bool tstate_attached() noexcept { return PyThreadState_GetUnchecked() != nullptr; }
inline void *attach_tstate() noexcept {
  if (tstate_attached())
    return (void *)1;
  return (void *)(((uintptr_t)PyGILState_Ensure() << 1) | 2);
}
inline void detach_tstate(void *token) noexcept {
  if (token != (void *)1)
    PyGILState_Release((PyGILState_STATE)((uintptr_t)token >> 1));
}
struct cleanup_guard {
  cleanup_guard() noexcept : state(is_alive() ? attach_tstate() : nullptr) {}
  ~cleanup_guard() { if (state) detach_tstate(state); }
  explicit operator bool() const { return state != nullptr; }
private:
  void *const state;
};
static void mt_delete(DLManagedTensor *self) {
  if (cleanup_guard guard{}) {
    Py_buffer *buf = (Py_buffer *)self->manager_ctx;
    PyBuffer_Release(buf);
    PyMem_Free(buf);
    PyMem_Free(self);
  }
}
void init(DLManagedTensor *m, Py_buffer *b) {
  m->manager_ctx = b;
  m->deleter = mt_delete;
}
