// Structs that are copied, deleters that refer to what is gone, and what is
// freed behind the producer's back.
// RUN: %check_dlpack_tidy %s dlpack-capsule-ownership %t -- -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>

struct Image {
  DLManagedTensor held;
  ~Image() {
    if (held.deleter)
      held.deleter(&held);
  }
};
std::unique_ptr<Image> copied(DLManagedTensor *in) {
  auto image = std::make_unique<Image>();
  image->held = std::move(*in);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: this copies the struct, and its deleter is called with the address of the copy{{.*}} [dlpack-capsule-ownership]
  return image;
}
// Pointers, and copies that only read.
struct Kept {
  DLManagedTensor *held;
  ~Kept() {
    if (held && held->deleter)
      held->deleter(held);
  }
};
std::unique_ptr<Kept> kept(DLManagedTensor *in) { return std::unique_ptr<Kept>(new Kept{in}); }
int32_t rank(const DLManagedTensor *m) {
  DLManagedTensor copy = *m;
  return copy.dl_tensor.ndim;
}

std::shared_ptr<DLTensor> borrowed(DLManagedTensor &&m) {
  return std::shared_ptr<DLTensor>(&m.dl_tensor, [&m](DLTensor *) {
    // CHECK-MESSAGES: :[[@LINE-1]]:50: warning: this deleter refers to 'm', which is gone{{.*}} [dlpack-capsule-ownership]
    if (m.deleter)
      m.deleter(&m);
  });
}
std::shared_ptr<DLTensor> owned(DLManagedTensor *m) {
  return std::shared_ptr<DLTensor>(&m->dl_tensor, [m](DLTensor *) {
    if (m->deleter)
      m->deleter(m);
  });
}
// A guard of this scope.
int64_t guarded(DLManagedTensor *m) {
  bool done = false;
  std::shared_ptr<void> guard(nullptr, [&](void *) { done = true; });
  return m->dl_tensor.ndim + done;
}

int64_t count(DLManagedTensor *m) {
  if (m->deleter)
    m->deleter(m);
  return m->dl_tensor.shape[0];
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} is used after the deleter has run{{.*}} [dlpack-capsule-ownership]
}
int64_t before(DLManagedTensor *m) {
  int64_t n = m->dl_tensor.shape[0];
  if (m->deleter)
    m->deleter(m);
  return n;
}
// Without a deleter the struct stays.
int64_t lives(DLManagedTensor *m) {
  if (!m->deleter)
    return m->dl_tensor.ndim;
  m->deleter(m);
  return 0;
}
void freed_again(DLManagedTensor *m) {
  if (m->deleter)
    m->deleter(m);
  delete m;
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}} is used after the deleter has run{{.*}} [dlpack-capsule-ownership]
}
int frees_shape(PyObject *cap) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(cap, "dltensor"));
  if (!m)
    return -1;
  int rank = m->dl_tensor.ndim;
  std::free(m->dl_tensor.shape);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}} frees memory of the producer{{.*}} [dlpack-capsule-ownership]
  return rank;
}

// Destructors of capsules under another name, whose address goes through a
// table.
static void drop_private(PyObject *self) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(self, "my_tensor"));
  if (m == nullptr) {
    PyErr_WriteUnraisable(nullptr);
    return;
  }
  if (m->deleter)
    m->deleter(m);
}
typedef void (*Hook)(PyObject *);
Hook const hooks[] = {drop_private};
