// RUN: %check_dlpack_tidy %s dlpack-tensor-lifetime %t -- -- %pybind11 %dlpack

#include <pybind11/pybind11.h>
#include <dlpack/dlpack.h>
#include <memory>
#include <vector>
namespace py = pybind11;

static void deleteStruct(DLManagedTensor *self) { delete self; }

class Table {
public:
  DLManagedTensor *noOwner() {
    auto *m = new DLManagedTensor();
    m->dl_tensor.data = values_.data();
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: the data belongs to an object that nothing keeps alive: when it dies before the consumer has called the deleter, the consumer reads freed memory; hold a reference to it in manager_ctx and drop it in the deleter [dlpack-tensor-lifetime]
    m->dl_tensor.shape = shape_;
    m->dl_tensor.ndim = 1;
    m->manager_ctx = nullptr;
    m->deleter = deleteStruct;
    return m;
  }
  DLManagedTensor *selfIsNoReference() {
    auto m = std::make_unique<DLManagedTensor>();
    m->dl_tensor.data = buffer_.get();
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: the data belongs to an object that nothing keeps alive
    m->dl_tensor.shape = shape_;
    m->dl_tensor.ndim = 1;
    m->manager_ctx = this;
    m->deleter = [](DLManagedTensor *self) { delete self; };
    return m.release();
  }

  // Something is kept.
  struct Holder {
    DLManagedTensor managed{};
    std::shared_ptr<float[]> keep;
  };
  DLManagedTensor *held() {
    auto h = std::make_unique<Holder>();
    h->keep = buffer_;
    h->managed.dl_tensor.data = buffer_.get();
    h->managed.dl_tensor.shape = shape_;
    h->managed.dl_tensor.ndim = 1;
    h->managed.manager_ctx = h.get();
    h->managed.deleter = [](DLManagedTensor *self) { delete static_cast<Holder *>(self->manager_ctx); };
    return &h.release()->managed;
  }
  DLManagedTensor *counted() {
    auto *m = new DLManagedTensor();
    retain();
    m->dl_tensor.data = values_.data();
    m->dl_tensor.shape = shape_;
    m->dl_tensor.ndim = 1;
    m->manager_ctx = this;
    m->deleter = [](DLManagedTensor *self) {
      static_cast<Table *>(self->manager_ctx)->release();
      delete self;
    };
    return m;
  }
  void retain();
  void release();

private:
  std::vector<float> values_;
  std::shared_ptr<float[]> buffer_;
  int64_t shape_[1];
};

// References to Python objects.

static void dropsOwner(DLManagedTensor *self) {
  py::gil_scoped_acquire gil;
  Py_XDECREF(static_cast<PyObject *>(self->manager_ctx));
  delete self;
}
void borrowed(DLManagedTensor *m, PyObject *owner) {
  m->manager_ctx = owner;
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: the deleter drops a reference to this object, and nobody took one: the object dies while others use it; Py_INCREF it when it is stored
  m->deleter = dropsOwner;
}
void borrowedHandle(DLManagedTensor *m, py::object owner) {
  m->manager_ctx = owner.ptr();
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: the deleter drops a reference to this object, and nobody took one
  m->deleter = dropsOwner;
}
void taken(DLManagedTensor *m, PyObject *owner) {
  Py_INCREF(owner);
  m->manager_ctx = owner;
  m->deleter = dropsOwner;
}
void released(DLManagedTensor *m, py::object owner) {
  m->manager_ctx = owner.release().ptr();
  m->deleter = dropsOwner;
}
