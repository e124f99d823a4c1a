// RUN: %check_dlpack_tidy %s dlpack-capsule-destructor %t -- -- %pybind11 %dlpack

#include <pybind11/pybind11.h>
#include <dlpack/dlpack.h>
#include <cstring>
namespace py = pybind11;

DLManagedTensor *make();
DLManagedTensorVersioned *makeVersioned();

// A consumed capsule is released once more.

static void releasesAlways(PyObject *cap) {
  auto *m = static_cast<DLManagedTensor *>(
      PyCapsule_GetPointer(cap, PyCapsule_GetName(cap)));
  if (m->deleter)
    // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: this runs for a capsule that was consumed as well: the consumer owns the tensor and it is released twice; return early unless PyCapsule_IsValid(capsule, "dltensor") [dlpack-capsule-destructor]
    m->deleter(m);
}
PyObject *exported() { return PyCapsule_New(make(), "dltensor", releasesAlways); }

py::capsule exportedByPybind() {
  return py::capsule(make(), "dltensor", [](PyObject *cap) {
    const char *name = PyCapsule_GetName(cap);
    auto *m = (DLManagedTensor *)PyCapsule_GetPointer(cap, name);
    m->deleter(m);
    // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: this runs for a capsule that was consumed as well
  });
}

static void derefsNull(PyObject *cap) {
  auto *m = static_cast<DLManagedTensorVersioned *>(
      PyCapsule_GetPointer(cap, "dltensor_versioned"));
  m->deleter(m);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: once the capsule was consumed it has another name and this pointer is NULL
}
PyObject *exportedVersioned() {
  return PyCapsule_New(makeVersioned(), "dltensor_versioned", &derefsNull);
}

static void invertedTest(PyObject *cap) {
  if (PyCapsule_IsValid(cap, "dltensor"))
    return;
  auto *m = (DLManagedTensor *)PyCapsule_GetPointer(cap, "used_dltensor");
  m->deleter(m);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: a capsule named 'used_dltensor' was consumed and its tensor belongs to the consumer
}
static constexpr const char *kName = "dltensor";
PyObject *exportedInverted() { return PyCapsule_New(make(), kName, invertedTest); }

// A helper does the damage.
static void release(DLManagedTensor *m) { m->deleter(m); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: this runs for a capsule that was consumed as well
static void throughHelper(PyObject *cap) {
  release(reinterpret_cast<DLManagedTensor *>(
      PyCapsule_GetPointer(cap, PyCapsule_GetName(cap))));
}
PyObject *exportedHelper() { return PyCapsule_New(make(), "dltensor", throughHelper); }

// An exception in flight.

static void dropsException(PyObject *cap) {
  void *p = PyCapsule_GetPointer(cap, "dltensor");
  if (!p) {
    PyErr_Clear();
    // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: the capsule may die while an exception is in flight, and this drops it
    return;
  }
  auto *m = static_cast<DLManagedTensor *>(p);
  if (m->deleter)
    m->deleter(m);
}
PyObject *exportedDropping() { return PyCapsule_New(make(), "dltensor", dropsException); }

static void leavesException(PyObject *cap) {
  if (auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(cap, "dltensor")))
    // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: for a consumed capsule this sets ValueError and leaves it behind
    m->deleter(m);
}
PyObject *exportedLeaving() { return PyCapsule_New(make(), "dltensor", leavesException); }

static void losesException(PyObject *cap) {
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: the exception that is fetched here is not put back on every way out
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(cap, "dltensor"));
  if (m == nullptr)
    return;
  m->deleter(m);
  PyErr_Restore(type, value, trace);
}
PyObject *exportedLosing() { return PyCapsule_New(make(), "dltensor", losesException); }

// The wrong object.

static void takesTensor(DLManagedTensor *m) { m->deleter(m); }
PyObject *exportedWrong() {
  return PyCapsule_New(make(), "dltensor", (PyCapsule_Destructor)takesTensor);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'takesTensor' is called with the capsule, not with the tensor
}
static void castsCapsule(PyObject *cap) {
  auto *m = reinterpret_cast<DLManagedTensor *>(cap);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: the destructor is called with the capsule, not with what it holds
  m->deleter(m);
}
PyObject *exportedCast() { return PyCapsule_New(make(), "dltensor", castsCapsule); }

// Exceptions.

static void throwsFromC(PyObject *cap) {
  if (!PyCapsule_IsValid(cap, "dltensor"))
    throw py::value_error("not an unused capsule");
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: an exception leaves the destructor, which the interpreter's C code calls: the process ends
}
PyObject *exportedThrowing() { return PyCapsule_New(make(), "dltensor", throwsFromC); }

// Leaks.

PyObject *noDestructor() { return PyCapsule_New(make(), "dltensor", nullptr); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: a capsule without a destructor leaks the tensor when nobody consumes it
py::capsule noDestructorByPybind() { return py::capsule(make(), "dltensor"); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: a capsule without a destructor leaks the tensor when nobody consumes it
static void nothing(PyObject *cap) { (void)cap; }
PyObject *emptyDestructor() { return PyCapsule_New(make(), "dltensor", nothing); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: a capsule whose destructor does nothing leaks the tensor
