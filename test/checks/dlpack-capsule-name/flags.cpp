// RUN: %check_dlpack_tidy %s dlpack-capsule-name %t -- -- %pybind11 %dlpack

#include <pybind11/pybind11.h>
#include <dlpack/dlpack.h>
#include <string>
namespace py = pybind11;

DLManagedTensor *make();
DLManagedTensorVersioned *makeVersioned();
void destroy(PyObject *);
int import(DLManagedTensor *);

// Taken whatever the name is.

int ownName(PyObject *cap) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(cap, PyCapsule_GetName(cap)));
  return m->dl_tensor.ndim;
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: this pointer was taken whatever the capsule's name is: a consumed capsule's tensor may be gone
}
int byMethod(py::capsule cap) {
  DLManagedTensor *m = cap.get_pointer<DLManagedTensor>();
  return m->dl_tensor.ndim;
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: this pointer was taken whatever
}
int byConversion(const py::capsule &cap) {
  auto *m = static_cast<DLManagedTensor *>(cap);
  return import(m);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: this pointer was taken whatever
}
int byImplicitConversion(py::capsule cap) {
  DLManagedTensor *m = cap;
  return (*m).dl_tensor.ndim;
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: this pointer was taken whatever
}
DLManagedTensor *returned(const py::object &o) {
  return py::reinterpret_borrow<py::capsule>(o).get_pointer<DLManagedTensor>();
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: this pointer was taken whatever
}
int viaVoid(py::capsule cap) {
  void *p = cap.get_pointer();
  auto *m = reinterpret_cast<DLManagedTensorVersioned *>(p);
  return m->dl_tensor.ndim;
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: this pointer was taken whatever
}
static int rank(DLManagedTensor *m) { return m->dl_tensor.ndim; }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: this pointer was taken whatever
int throughHelper(py::capsule cap) { return rank(cap.get_pointer<DLManagedTensor>()); }

// NULL that nobody tests for.

int literalName(PyObject *o) {
  return static_cast<DLManagedTensor *>(PyCapsule_GetPointer(o, "dltensor"))->dl_tensor.ndim;
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: PyCapsule_GetPointer returns NULL for everything but an unused capsule of that name
}
#define NAME "dltensor_versioned"
int macroName(PyObject *o) {
  auto *m = (DLManagedTensorVersioned *)PyCapsule_GetPointer(o, NAME);
  DLTensor &t = m->dl_tensor;
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: PyCapsule_GetPointer returns NULL
  return t.ndim;
}
int testedOnOneWay(PyObject *o, bool check) {
  auto *m = (DLManagedTensor *)PyCapsule_GetPointer(o, "dltensor");
  if (check && !m)
    return -1;
  return m->dl_tensor.ndim;
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: PyCapsule_GetPointer returns NULL
}

// Wrong names.

PyObject *misspelt() { return PyCapsule_New(make(), "dl_tensor", destroy); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'dl_tensor' is none of DLPack's capsule names
// CHECK-FIXES: PyObject *misspelt() { return PyCapsule_New(make(), "dltensor", destroy); }
py::capsule upperCase() { return py::capsule(make(), "DLTensor", destroy); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'DLTensor' is none of DLPack's capsule names
// CHECK-FIXES: py::capsule upperCase() { return py::capsule(make(), "dltensor", destroy); }
bool shortened(PyObject *o) { return PyCapsule_IsValid(o, "dltensor_version"); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'dltensor_version' is none of DLPack's capsule names
// CHECK-FIXES: bool shortened(PyObject *o) { return PyCapsule_IsValid(o, "dltensor_versioned"); }
py::capsule otherWord() { return py::capsule(makeVersioned(), "dlpack", destroy); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'dlpack' is none of DLPack's capsule names
// CHECK-FIXES: py::capsule otherWord() { return py::capsule(makeVersioned(), "dltensor_versioned", destroy); }

// The name of the other struct.

PyObject *wrongStruct() { return PyCapsule_New(makeVersioned(), "dltensor", destroy); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: a capsule named 'dltensor' holds a DLManagedTensor, and its consumer will read this DLManagedTensorVersioned as one
// CHECK-FIXES: PyObject *wrongStruct() { return PyCapsule_New(makeVersioned(), "dltensor_versioned", destroy); }
int readsWrongStruct(PyObject *o) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(o, "dltensor_versioned"));
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: a capsule named 'dltensor_versioned' holds a DLManagedTensorVersioned, and here it is read as a DLManagedTensor
  // CHECK-FIXES: auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(o, "dltensor"));
  return m ? m->dl_tensor.ndim : -1;
}

// Renamed to something else.

void renames(PyObject *o) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(o, "dltensor"));
  if (!m)
    return;
  PyCapsule_SetName(o, "used_dlpack");
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: a consumed capsule is renamed to "used_dltensor", and 'used_dlpack' tells nobody
  // CHECK-FIXES: PyCapsule_SetName(o, "used_dltensor");
  import(m);
}
void renamesToOther(PyObject *o) {
  auto *m = static_cast<DLManagedTensorVersioned *>(PyCapsule_GetPointer(o, "dltensor_versioned"));
  if (m != nullptr)
    PyCapsule_SetName(o, "used_dltensor");
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: a consumed capsule is renamed to "used_dltensor_versioned", and 'used_dltensor' tells nobody
  // CHECK-FIXES: PyCapsule_SetName(o, "used_dltensor_versioned");
}

// Names that die first.

PyObject *localString() {
  std::string name = "dltensor";
  return PyCapsule_New(make(), name.c_str(), destroy);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: the capsule keeps this pointer for its whole life, and a local string dies before it
}
void temporaryString(PyObject *o, const std::string &name) {
  PyCapsule_SetName(o, ("used_" + name).c_str());
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: the capsule keeps this pointer for its whole life, and a temporary string dies before it
}
PyObject *localArray() {
  char name[] = "dltensor";
  return PyCapsule_New(make(), name, destroy);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: the capsule keeps this pointer for its whole life, and a local array dies before it
}
