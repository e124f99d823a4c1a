// A consumer without dlpack_guard: calls deleters where a careless one would,
// without the GIL, on other threads, and after Python is gone.
#include <Python.h>
#include <dlpack_guard/abi.h>
#include <mutex>
#include <thread>
#include <vector>

namespace {

struct Taken {
  std::mutex Lock;
  std::vector<DLManagedTensorVersioned *> Tensors;

  void deleteAll() {
    for (DLManagedTensorVersioned *Each : Tensors)
      Each->deleter(Each);
    Tensors.clear();
  }
  // At exit: the interpreter was finalised before static objects are destroyed.
  ~Taken() { deleteAll(); }
};
Taken Kept;

PyObject *take(PyObject *, PyObject *Capsule) {
  auto *Managed = static_cast<DLManagedTensorVersioned *>(
      PyCapsule_GetPointer(Capsule, "dltensor_versioned"));
  if (Managed == nullptr ||
      PyCapsule_SetName(Capsule, "used_dltensor_versioned") != 0)
    return nullptr;
  const std::lock_guard<std::mutex> Locked(Kept.Lock);
  Kept.Tensors.push_back(Managed);
  Py_RETURN_NONE;
}

/// drop_on_threads(n): n threads share the deleters out, none has the GIL.
PyObject *dropOnThreads(PyObject *, PyObject *Count) {
  const std::size_t Threads = PyLong_AsSize_t(Count);
  std::vector<DLManagedTensorVersioned *> Tensors = std::move(Kept.Tensors);
  Kept.Tensors.clear();
  Py_BEGIN_ALLOW_THREADS;
  std::vector<std::thread> Running;
  for (std::size_t First = 0; First < Threads; ++First)
    Running.emplace_back([&Tensors, First, Threads] {
      for (std::size_t I = First; I < Tensors.size(); I += Threads)
        Tensors[I]->deleter(Tensors[I]);
    });
  for (std::thread &Each : Running)
    Each.join();
  Py_END_ALLOW_THREADS;
  Py_RETURN_NONE;
}

/// drop_without_gil(): on this thread, which has given the GIL up.
PyObject *dropWithoutGil(PyObject *, PyObject *) {
  Py_BEGIN_ALLOW_THREADS;
  Kept.deleteAll();
  Py_END_ALLOW_THREADS;
  Py_RETURN_NONE;
}

PyMethodDef Functions[] = {
    {"take", take, METH_O, nullptr},
    {"drop_on_threads", dropOnThreads, METH_O, nullptr},
    {"drop_without_gil", dropWithoutGil, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyModuleDef_Slot Slots[] = {
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#if PY_VERSION_HEX >= 0x030D0000
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, nullptr},
};
PyModuleDef Module = {PyModuleDef_HEAD_INIT,
                      "raw_consumer",
                      nullptr,
                      0,
                      Functions,
                      Slots,
                      nullptr,
                      nullptr,
                      nullptr};

} // namespace

PyMODINIT_FUNC PyInit_raw_consumer() { return PyModuleDef_Init(&Module); }
