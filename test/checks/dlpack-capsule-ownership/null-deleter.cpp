// RUN: %check_dlpack_tidy %s dlpack-capsule-ownership %t -- -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>
#include <memory>
#include <utility>

class Owned {
public:
  explicit Owned(DLManagedTensor *m) : m_(m) {}
  ~Owned() {
    m_->deleter(m_);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: the deleter may be NULL{{.*}} [dlpack-capsule-ownership]
    // CHECK-FIXES: if (m_->deleter) m_->deleter(m_);
  }

private:
  DLManagedTensor *m_;
};

template <typename Managed> struct Holder {
  Managed *held;
  ~Holder() {
    held->deleter(held);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: the deleter may be NULL
    // CHECK-FIXES: if (held->deleter) held->deleter(held);
  }
};
template struct Holder<DLManagedTensor>;
template struct Holder<DLManagedTensorVersioned>;

int consume(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  if (!m || PyCapsule_SetName(capsule, "used_dltensor") != 0)
    return -1;
  int dimensions = m->dl_tensor.ndim;
  m->deleter(m);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the deleter may be NULL
  // CHECK-FIXES: if (m->deleter) m->deleter(m);
  return dimensions;
}

struct Release {
  void operator()(DLManagedTensor *m) const { (*m->deleter)(m); }
  // CHECK-MESSAGES: :[[@LINE-1]]:47: warning: the deleter may be NULL
  // CHECK-FIXES: void operator()(DLManagedTensor *m) const { if ((*m->deleter)) (*m->deleter)(m); }
};
std::unique_ptr<DLManagedTensor, Release> owner;

// Tested, in every form.
void plain(DLManagedTensor *m) {
  if (m->deleter)
    m->deleter(m);
}
void compared(DLManagedTensor *m) {
  if (m != nullptr && m->deleter != nullptr)
    m->deleter(m);
}
void early(DLManagedTensorVersioned *m) {
  if (!m->deleter)
    return;
  m->deleter(m);
}
void held(DLManagedTensor *m) {
  if (auto *run = m->deleter)
    run(m);
}
void chosen(DLManagedTensor *m) { m->deleter ? m->deleter(m) : void(); }
void in_condition(DLManagedTensor *m) { m->deleter && (m->deleter(m), true); }
