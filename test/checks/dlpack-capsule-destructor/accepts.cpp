// RUN: %check_dlpack_tidy %s dlpack-capsule-destructor %t -- -- %pybind11 %dlpack

#include <pybind11/pybind11.h>
#include <dlpack/dlpack.h>
#include <cstring>
#include <string>
#include <string_view>
namespace py = pybind11;

DLManagedTensor *make();
DLManagedTensorVersioned *makeVersioned();

// The name is tested, in every spelling.

static void byIsValid(PyObject *cap) {
  if (!PyCapsule_IsValid(cap, "dltensor"))
    return;
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(cap, "dltensor"));
  m->deleter(m); // its own deleter needs no test
}
static void byUsedName(PyObject *cap) {
  if (PyCapsule_IsValid(cap, "used_dltensor"))
    return;
  auto *m = (DLManagedTensor *)PyCapsule_GetPointer(cap, "dltensor");
  if (m == NULL) {
    PyErr_WriteUnraisable(cap);
    return;
  }
  if (m->deleter)
    m->deleter(m);
}
static void byStrcmp(PyObject *cap) {
  if (std::strcmp(PyCapsule_GetName(cap), "dltensor") != 0)
    return;
  auto *m = (DLManagedTensor *)PyCapsule_GetPointer(cap, "dltensor");
  m->deleter(m);
}
static void byNegatedStrcmp(PyObject *cap) {
  const char *name = PyCapsule_GetName(cap);
  if (!strcmp(name, "dltensor")) {
    auto *m = (DLManagedTensor *)PyCapsule_GetPointer(cap, name);
    m->deleter(m);
  }
}
static void byString(PyObject *cap) {
  std::string name = PyCapsule_GetName(cap);
  if (name == "used_dltensor")
    return;
  auto *m = (DLManagedTensor *)PyCapsule_GetPointer(cap, name.c_str());
  m->deleter(m);
}
static void byView(PyObject *cap) {
  if (std::string_view(PyCapsule_GetName(cap)) == "dltensor") {
    auto *m = (DLManagedTensor *)PyCapsule_GetPointer(cap, PyCapsule_GetName(cap));
    m->deleter(m);
  }
}
static void byFirstLetter(PyObject *cap) {
  const char *name = PyCapsule_GetName(cap);
  if (name != nullptr && name[0] == 'u')
    return;
  auto *m = (DLManagedTensor *)PyCapsule_GetPointer(cap, name);
  m->deleter(m);
}
static bool fresh(PyObject *cap) { return PyCapsule_IsValid(cap, "dltensor"); }
static void byHelper(PyObject *cap) {
  if (fresh(cap)) {
    auto *m = (DLManagedTensor *)PyCapsule_GetPointer(cap, "dltensor");
    m->deleter(m);
  }
}
bool isFresh(PyObject *cap);
static void byForeignHelper(PyObject *cap) {
  if (!isFresh(cap))
    return;
  auto *m = (DLManagedTensor *)PyCapsule_GetPointer(cap, PyCapsule_GetName(cap));
  m->deleter(m);
}
static void byFlag(PyObject *cap) {
  const bool unused = PyCapsule_IsValid(cap, "dltensor") != 0;
  if (unused) {
    auto *m = (DLManagedTensor *)PyCapsule_GetPointer(cap, "dltensor");
    m->deleter(m);
  }
}
static void eitherName(PyObject *cap) {
  if (PyCapsule_IsValid(cap, "dltensor_versioned")) {
    auto *m = (DLManagedTensorVersioned *)PyCapsule_GetPointer(cap, "dltensor_versioned");
    if (m->deleter)
      m->deleter(m);
  } else if (PyCapsule_IsValid(cap, "dltensor")) {
    auto *m = (DLManagedTensor *)PyCapsule_GetPointer(cap, "dltensor");
    if (m->deleter)
      m->deleter(m);
  }
}

// The exception is saved.

static void savesException(PyObject *cap) {
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  auto *m = (DLManagedTensor *)PyCapsule_GetPointer(cap, "dltensor");
  if (m)
    m->deleter(m);
  else
    PyErr_Clear();
  PyErr_Restore(type, value, trace);
}
static void savesRaised(PyObject *cap) {
  PyObject *raised = PyErr_GetRaisedException();
  if (auto *m = (DLManagedTensor *)PyCapsule_GetPointer(cap, "dltensor"))
    m->deleter(m);
  PyErr_SetRaisedException(raised);
}
static void savesByScope(PyObject *cap) {
  py::error_scope keep;
  auto *m = (DLManagedTensor *)PyCapsule_GetPointer(cap, "dltensor");
  if (m)
    m->deleter(m);
  else
    PyErr_Clear();
}

void all() {
  PyCapsule_New(make(), "dltensor", byIsValid);
  PyCapsule_New(make(), "dltensor", byUsedName);
  PyCapsule_New(make(), "dltensor", byStrcmp);
  PyCapsule_New(make(), "dltensor", byNegatedStrcmp);
  PyCapsule_New(make(), "dltensor", byString);
  PyCapsule_New(make(), "dltensor", byView);
  PyCapsule_New(make(), "dltensor", byFirstLetter);
  PyCapsule_New(make(), "dltensor", byHelper);
  PyCapsule_New(make(), "dltensor", byForeignHelper);
  PyCapsule_New(make(), "dltensor", byFlag);
  PyCapsule_New(makeVersioned(), "dltensor_versioned", eitherName);
  PyCapsule_New(make(), "dltensor", savesException);
  PyCapsule_New(make(), "dltensor", savesRaised);
  PyCapsule_New(make(), "dltensor", savesByScope);
}

// A destructor that is set later, and capsules that are not DLPack's.

PyObject *later() {
  PyObject *cap = PyCapsule_New(make(), "dltensor", nullptr);
  PyCapsule_SetDestructor(cap, byIsValid);
  return cap;
}
static void freeBlock(PyObject *cap) { PyMem_Free(PyCapsule_GetPointer(cap, "block")); }
PyObject *block(void *p) { return PyCapsule_New(p, "block", freeBlock); }
PyObject *unowned(void *p) { return PyCapsule_New(p, "some.api", nullptr); }
py::capsule owner(float *p) {
  return py::capsule(p, [](void *f) { delete[] static_cast<float *>(f); });
}
