// Borrowing, owning and releasing as they should be: silence.
// RUN: %check_dlpack_tidy %s dlpack-capsule-ownership %t -- -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}

// Borrowing: the capsule stays alive and keeps its tensor.
int borrowed(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  return m ? m->dl_tensor.ndim : -1;
}

// Read first, then renamed and released at once.
int released(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  if (m == nullptr)
    return -1;
  if (m->dl_tensor.ndim != 1) {
    PyErr_SetString(PyExc_ValueError, "vector expected");
    return -1;
  }
  if (PyCapsule_SetName(capsule, "used_dltensor") != 0)
    return -1;
  int n = static_cast<int>(m->dl_tensor.shape[0]);
  if (m->deleter != nullptr)
    m->deleter(m);
  return n;
}

// Renamed after the release.
int late_name(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  if (m && m->deleter)
    m->deleter(m);
  return PyCapsule_SetName(capsule, "used_dltensor");
}

class Owned {
public:
  explicit Owned(DLManagedTensor *m) : m_(m) {}
  Owned(const Owned &) = delete;
  ~Owned() {
    if (m_ && m_->deleter)
      m_->deleter(m_);
  }
  const DLTensor &tensor() const { return m_->dl_tensor; }

private:
  DLManagedTensor *m_;
};

// Owned by a class before anything can go wrong.
int by_class(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  need(m != nullptr);
  need(PyCapsule_SetName(capsule, "used_dltensor") == 0);
  Owned owned(m);
  need(owned.tensor().ndim == 1);
  return static_cast<int>(owned.tensor().shape[0]);
}
std::unique_ptr<Owned> returned(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  if (PyCapsule_SetName(capsule, "used_dltensor") != 0)
    return nullptr;
  return std::make_unique<Owned>(m);
}

static void run_deleter(DLManagedTensorVersioned *m) {
  if (m->deleter)
    m->deleter(m);
}
int by_pointer(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensorVersioned *>(PyCapsule_GetPointer(capsule, "dltensor_versioned"));
  need(m && PyCapsule_SetName(capsule, "used_dltensor_versioned") == 0);
  std::unique_ptr<DLManagedTensorVersioned, void (*)(DLManagedTensorVersioned *)> owner(m, run_deleter);
  need(m->version.major == 1);
  return m->dl_tensor.ndim;
}
std::shared_ptr<DLManagedTensor> shared(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  PyCapsule_SetName(capsule, "used_dltensor");
  return {m, [](DLManagedTensor *self) {
            if (self->deleter)
              self->deleter(self);
          }};
}

// Kept by a lambda, a member, a container, an argument.
std::function<void()> in_lambda(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  PyCapsule_SetName(capsule, "used_dltensor");
  return [m] {
    if (m->deleter)
      m->deleter(m);
  };
}
struct Registry {
  std::vector<DLManagedTensor *> all;
  DLManagedTensor *last = nullptr;
};
void stored(PyObject *capsule, Registry &to) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  PyCapsule_SetName(capsule, "used_dltensor");
  to.all.push_back(m);
}
void as_member(PyObject *capsule, Registry &to) {
  to.last = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  PyCapsule_SetName(capsule, "used_dltensor");
}
int as_result(PyObject *capsule, DLManagedTensor **to) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  if (m == nullptr || PyCapsule_SetName(capsule, "used_dltensor") != 0)
    return -1;
  *to = m;
  return 0;
}
DLManagedTensor *handed_back(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  PyCapsule_SetName(capsule, "used_dltensor");
  return m;
}

// Two kinds in two branches.
int either(PyObject *capsule) {
  if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
    auto *v = static_cast<DLManagedTensorVersioned *>(PyCapsule_GetPointer(capsule, "dltensor_versioned"));
    if (PyCapsule_SetName(capsule, "used_dltensor_versioned") != 0)
      return -1;
    int n = v->dl_tensor.ndim;
    if (v->deleter)
      v->deleter(v);
    return n;
  }
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  if (m == nullptr || PyCapsule_SetName(capsule, "used_dltensor") != 0)
    return -1;
  int n = m->dl_tensor.ndim;
  if (m->deleter)
    m->deleter(m);
  return n;
}

// A loop: each tensor once.
void all(std::vector<DLManagedTensor *> &tensors) {
  for (DLManagedTensor *m : tensors)
    if (m->deleter)
      m->deleter(m);
  for (std::size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i]->deleter)
      tensors[i]->deleter(tensors[i]);
}
