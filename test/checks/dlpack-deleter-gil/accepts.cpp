// RUN: %check_dlpack_tidy %s dlpack-deleter-gil %t -- -- %pybind11 %dlpack

#include <pybind11/pybind11.h>
#include <dlpack/dlpack.h>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>
namespace py = pybind11;

struct Holder {
  DLManagedTensor managed{};
  py::object owner;
};
struct Plain {
  DLManagedTensor managed{};
  std::vector<int64_t> shape;
  std::shared_ptr<float[]> data;
};

// No Python in sight.

static void plain(DLManagedTensor *self) { delete static_cast<Plain *>(self->manager_ctx); }
static void structOnly(DLManagedTensor *self) { delete self; }

// The interpreter is asked, then the lock is taken.

static void usual(DLManagedTensor *self) {
  if (!Py_IsInitialized())
    return;
  py::gil_scoped_acquire gil;
  delete static_cast<Holder *>(self->manager_ctx);
}
static void nested(DLManagedTensor *self) {
  if (Py_IsInitialized()) {
    py::gil_scoped_acquire gil;
    std::unique_ptr<Holder> holder(static_cast<Holder *>(self->manager_ctx));
  }
}
static void byHand(DLManagedTensor *self) {
  if (Py_IsInitialized() != 0) {
    PyGILState_STATE state = PyGILState_Ensure();
    Py_DECREF(static_cast<PyObject *>(self->manager_ctx));
    PyGILState_Release(state);
  }
  delete self;
}
static void byFlag(DLManagedTensor *self) {
  const bool running = Py_IsInitialized();
  if (!running)
    return;
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(self->manager_ctx)).dec_ref();
}
static bool usable() {
#if PY_VERSION_HEX >= 0x030D0000
  return Py_IsInitialized() && !Py_IsFinalizing();
#else
  return Py_IsInitialized();
#endif
}
static void byHelper(DLManagedTensor *self) {
  if (!usable())
    return;
  py::gil_scoped_acquire gil;
  delete static_cast<Holder *>(self->manager_ctx);
}
static void ifHeld(DLManagedTensor *self) {
  if (PyGILState_Check())
    Py_DECREF(static_cast<PyObject *>(self->manager_ctx));
}
static std::atomic<bool> shuttingDown{false};
static void byOwnFlag(DLManagedTensor *self) {
  if (shuttingDown.load())
    return;
  py::gil_scoped_acquire gil;
  delete static_cast<Holder *>(self->manager_ctx);
}

// Guards of the author's own, with and without a body.

class GilHolder {
public:
  GilHolder() : state(PyGILState_Ensure()) {}
  ~GilHolder() { PyGILState_Release(state); }

private:
  PyGILState_STATE state;
};
class GilGuard {
public:
  GilGuard();
  ~GilGuard();
};
static void ownGuard(DLManagedTensor *self) {
  if (!Py_IsInitialized())
    return;
  GilHolder hold;
  delete static_cast<Holder *>(self->manager_ctx);
}
static void foreignGuard(DLManagedTensor *self) {
  if (!Py_IsInitialized())
    return;
  GilGuard hold;
  delete static_cast<Holder *>(self->manager_ctx);
}

// The reference is handed to somebody who holds the lock.

static std::mutex lock;
static std::vector<std::unique_ptr<Holder>> garbage;
static void queued(DLManagedTensor *self) {
  std::unique_ptr<Holder> holder(static_cast<Holder *>(self->manager_ctx));
  std::lock_guard<std::mutex> hold(lock);
  garbage.push_back(std::move(holder));
}
static int drop(void *object) {
  Py_DECREF(static_cast<PyObject *>(object));
  return 0;
}
static void pending(DLManagedTensor *self) {
  Py_AddPendingCall(drop, self->manager_ctx);
  delete self;
}
void addGarbage(py::object *first, size_t count);
struct Emptied {
  py::object owner;
  ~Emptied() {
    if (owner)
      addGarbage(&owner, 1);
  }
};
struct Releasing {
  py::object owner;
  ~Releasing() {
    if (!Py_IsInitialized()) {
      owner.release();
      return;
    }
    py::gil_scoped_acquire gil;
    owner.release().dec_ref();
  }
};
struct Unseen {
  py::object owner;
  ~Unseen();
};
static void emptied(DLManagedTensor *self) {
  delete static_cast<Emptied *>(self->manager_ctx);
}
static void releasing(DLManagedTensor *self) {
  delete static_cast<Releasing *>(self->manager_ctx);
}
static void unseen(DLManagedTensor *self) { delete static_cast<Unseen *>(self->manager_ctx); }

void attach(DLManagedTensor *m) {
  for (auto each : {plain, structOnly, usual, nested})
    m->deleter = each;
  m->deleter = plain;
  m->deleter = structOnly;
  m->deleter = usual;
  m->deleter = nested;
  m->deleter = byHand;
  m->deleter = byFlag;
  m->deleter = byHelper;
  m->deleter = ifHeld;
  m->deleter = byOwnFlag;
  m->deleter = ownGuard;
  m->deleter = foreignGuard;
  m->deleter = queued;
  m->deleter = pending;
  m->deleter = emptied;
  m->deleter = releasing;
  m->deleter = unseen;
}

// Not a deleter: it runs with the lock.
void dropNow(DLManagedTensor *self) { delete static_cast<Holder *>(self->manager_ctx); }
