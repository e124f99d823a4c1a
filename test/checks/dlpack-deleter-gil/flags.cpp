// RUN: %check_dlpack_tidy %s dlpack-deleter-gil %t -- -- %pybind11 %dlpack

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <dlpack/dlpack.h>
#include <memory>
#include <optional>
#include <vector>
namespace py = pybind11;

struct Holder {
  DLManagedTensor managed{};
  py::object owner;
};

// Destroying the holder drops the reference.

void lambda(DLManagedTensor *m) {
  m->deleter = [](DLManagedTensor *self) {
    delete static_cast<Holder *>(self->manager_ctx);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: in a deleter, destroying 'Holder::owner' drops a Python reference without holding the GIL: a consumer's thread corrupts the interpreter; take the GIL first, and return early when Py_IsInitialized() is false [dlpack-deleter-gil]
  };
  // CHECK-FIXES: m->deleter = [](DLManagedTensor *self) {
  // CHECK-FIXES-NEXT: if (!Py_IsInitialized())
  // CHECK-FIXES-NEXT: return;
  // CHECK-FIXES-NEXT: py::gil_scoped_acquire gil;
  // CHECK-FIXES-NEXT: delete static_cast<Holder *>(self->manager_ctx);
}

static void byUniquePointer(DLManagedTensor *self) {
  std::unique_ptr<Holder> holder(static_cast<Holder *>(self->manager_ctx));
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: in a deleter, destroying 'Holder::owner' drops
}
void attachUnique(DLManagedTensor *m) { m->deleter = byUniquePointer; }

static void byTemporary(DLManagedTensor *self) {
  std::unique_ptr<Holder>(static_cast<Holder *>(self->manager_ctx));
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: in a deleter, destroying 'Holder::owner' drops
}
void attachTemporary(DLManagedTensor *m) { m->deleter = &byTemporary; }

struct Deep {
  std::vector<std::optional<py::array>> arrays;
};
struct Outer {
  std::shared_ptr<Deep> deep;
  static void drop(DLManagedTensorVersioned *self) {
    delete static_cast<Outer *>(self->manager_ctx);
    // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: in a deleter, destroying 'Deep::arrays' drops
  }
};
DLManagedTensorVersioned *aggregate() {
  auto *m = new DLManagedTensorVersioned{{1, 1}, new Outer, Outer::drop, 0, {}};
  return m;
}

// Counting by hand.

static void byHandle(DLManagedTensor *self) {
  py::handle(static_cast<PyObject *>(self->manager_ctx)).dec_ref();
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: in a deleter, 'dec_ref' touches Python objects without holding the GIL
  delete self;
}
void attachHandle(DLManagedTensor *m) { m->deleter = byHandle; }

static void release(PyObject *owner) { Py_XDECREF(owner); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: in a deleter, 'Py_XDECREF' touches Python objects
static void byHelper(DLManagedTensor *self) {
  release(static_cast<PyObject *>(self->manager_ctx));
  delete self;
}
void attachHelper(DLManagedTensor *m) { m->deleter = byHelper; }

struct Reference {
  PyObject *object;
  ~Reference() { Py_DECREF(object); }
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: in a deleter, 'Py_DECREF' touches Python objects
};
void attachReference(DLManagedTensor *m) {
  m->deleter = [](DLManagedTensor *self) {
    delete static_cast<Reference *>(self->manager_ctx);
  };
}

static void byAssignment(DLManagedTensor *self) {
  static_cast<Holder *>(self->manager_ctx)->owner = py::object();
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: in a deleter, destroying 'object' drops
}
void attachAssignment(DLManagedTensor *m) { m->deleter = byAssignment; }

// The lock is there, but not where it counts.

static void tooLate(DLManagedTensor *self) {
  if (!Py_IsInitialized())
    return;
  std::unique_ptr<Holder> holder(static_cast<Holder *>(self->manager_ctx));
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: in a deleter, destroying 'Holder::owner' drops a Python reference without holding the GIL: a consumer's thread corrupts the interpreter; take the GIL first [dlpack-deleter-gil]
  py::gil_scoped_acquire gil; // released before the holder is destroyed
}
void attachLate(DLManagedTensor *m) { m->deleter = tooLate; }

static void temporaryLock(DLManagedTensor *self) {
  if (!Py_IsInitialized())
    return;
  py::gil_scoped_acquire(); // over at the semicolon
  delete static_cast<Holder *>(self->manager_ctx);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: in a deleter, destroying 'Holder::owner'
}
void attachTemporaryLock(DLManagedTensor *m) { m->deleter = temporaryLock; }

static void innerScope(DLManagedTensor *self) {
  if (!Py_IsInitialized())
    return;
  {
    py::gil_scoped_acquire gil;
    static_cast<Holder *>(self->manager_ctx)->owner.attr("close")();
  }
  delete static_cast<Holder *>(self->manager_ctx);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: in a deleter, destroying 'Holder::owner'
}
void attachInner(DLManagedTensor *m) { m->deleter = innerScope; }

static void oneWay(DLManagedTensor *self) {
  if (!Py_IsInitialized())
    return;
  std::optional<py::gil_scoped_acquire> gil;
  if (self->dl_tensor.ndim > 0)
    gil.emplace();
  delete static_cast<Holder *>(self->manager_ctx);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: in a deleter, destroying 'Holder::owner'
}
void attachOneWay(DLManagedTensor *m) { m->deleter = oneWay; }

// Nobody asked whether the interpreter is alive.

static void noTest(DLManagedTensor *self) {
  py::gil_scoped_acquire gil;
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: this deleter takes the GIL even when the interpreter has shut down, which crashes or hangs the process at its end; return early when Py_IsInitialized() is false
  // CHECK-FIXES: static void noTest(DLManagedTensor *self) {
  // CHECK-FIXES-NEXT: if (!Py_IsInitialized())
  // CHECK-FIXES-NEXT: return;
  // CHECK-FIXES-NEXT: py::gil_scoped_acquire gil;
  delete static_cast<Holder *>(self->manager_ctx);
}
void attachNoTest(DLManagedTensor *m) { m->deleter = noTest; }

static void invertedTest(DLManagedTensor *self) {
  if (Py_IsInitialized() == 0) {
    py::gil_scoped_acquire gil;
    // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: this deleter takes the GIL even when
    delete static_cast<Holder *>(self->manager_ctx);
  }
}
void attachInverted(DLManagedTensor *m) { m->deleter = invertedTest; }
