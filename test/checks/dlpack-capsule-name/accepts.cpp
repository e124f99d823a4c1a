// RUN: %check_dlpack_tidy %s dlpack-capsule-name %t -- -- %pybind11 %dlpack

#include <pybind11/pybind11.h>
#include <dlpack/dlpack.h>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
namespace py = pybind11;

DLManagedTensor *make();
void destroy(PyObject *);

// Asked for and tested.

int nullTest(PyObject *o) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(o, "dltensor"));
  if (!m)
    return -1;
  return m->dl_tensor.ndim;
}
int testInCondition(PyObject *o) {
  if (auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(o, "dltensor")))
    return m->dl_tensor.ndim;
  return -1;
}
int assignInCondition(PyObject *o) {
  DLManagedTensor *m;
  if ((m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(o, "dltensor"))) == nullptr)
    return -1;
  return m->dl_tensor.ndim;
}
int isValidFirst(PyObject *o) {
  if (!PyCapsule_IsValid(o, "dltensor"))
    throw py::value_error("not an unused DLPack capsule");
  return static_cast<DLManagedTensor *>(PyCapsule_GetPointer(o, "dltensor"))->dl_tensor.ndim;
}
int shortCircuit(PyObject *o) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(o, "dltensor"));
  return m && m->dl_tensor.ndim == 1;
}
int errorOccurred(PyObject *o) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(o, "dltensor"));
  if (m == nullptr)
    throw py::error_already_set();
  return m->dl_tensor.ndim;
}

// Two names, one of them versioned.

int eitherName(PyObject *o) {
  if (PyCapsule_IsValid(o, "dltensor_versioned")) {
    auto *m = static_cast<DLManagedTensorVersioned *>(PyCapsule_GetPointer(o, "dltensor_versioned"));
    PyCapsule_SetName(o, "used_dltensor_versioned");
    return m->dl_tensor.ndim;
  }
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(o, "dltensor"));
  if (!m)
    throw py::error_already_set();
  PyCapsule_SetName(o, "used_dltensor");
  return m->dl_tensor.ndim;
}
int chosenName(PyObject *o, bool versioned) {
  void *p = PyCapsule_GetPointer(o, versioned ? "dltensor_versioned" : "dltensor");
  if (!p)
    return -1;
  PyCapsule_SetName(o, versioned ? "used_dltensor_versioned" : "used_dltensor");
  return versioned ? static_cast<DLManagedTensorVersioned *>(p)->dl_tensor.ndim
                   : static_cast<DLManagedTensor *>(p)->dl_tensor.ndim;
}

// The name is compared by hand.

int byString(py::capsule cap) {
  if (std::string(cap.name()) != "dltensor")
    throw std::invalid_argument("not an unused DLPack capsule");
  return cap.get_pointer<DLManagedTensor>()->dl_tensor.ndim;
}
int afterTaking(py::capsule cap) {
  auto *m = cap.get_pointer<DLManagedTensor>();
  if (std::strcmp(cap.name(), "dltensor") != 0)
    throw std::invalid_argument("not an unused DLPack capsule");
  return m->dl_tensor.ndim;
}
int byVariable(const py::capsule &cap) {
  std::string_view name = cap.name();
  const bool fresh = name == "dltensor";
  if (!fresh)
    return -1;
  DLManagedTensor *m = cap;
  return m->dl_tensor.ndim;
}
static void requireFresh(PyObject *cap) {
  if (!PyCapsule_IsValid(cap, "dltensor"))
    throw py::value_error("not an unused DLPack capsule");
}
int byThrowingHelper(py::capsule cap) {
  requireFresh(cap.ptr());
  return cap.get_pointer<DLManagedTensor>()->dl_tensor.ndim;
}
static int rank(PyObject *cap) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(cap, PyCapsule_GetName(cap)));
  return m->dl_tensor.ndim;
}
int byCaller(PyObject *cap) {
  if (!PyCapsule_IsValid(cap, "dltensor"))
    return -1;
  return rank(cap);
}

// Constants of all kinds, names that live as long, other capsules.

static constexpr char kNames[2][19] = {"dltensor", "dltensor_versioned"};
static const char *const kUsed = "used_dltensor";
int byConstant(PyObject *o) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(o, kNames[0]));
  if (!m)
    return -1;
  PyCapsule_SetName(o, kUsed);
  return m->dl_tensor.ndim;
}
PyObject *staticString() {
  static const std::string name = "dltensor";
  return PyCapsule_New(make(), name.c_str(), destroy);
}
void putsBack(PyObject *o) { PyCapsule_SetName(o, "dltensor"); }
PyObject *internal(DLManagedTensor *m) { return PyCapsule_New(m, "numpy_dltensor", destroy); }
void *exchangeApi(PyObject *o) { return PyCapsule_GetPointer(o, "dlpack_exchange_api"); }
float first(PyObject *o) { return *static_cast<float *>(PyCapsule_GetPointer(o, "block")); }
py::capsule owner(DLManagedTensor *m) {
  return py::capsule(m, [](void *p) { static_cast<DLManagedTensor *>(p)->deleter(static_cast<DLManagedTensor *>(p)); });
}
