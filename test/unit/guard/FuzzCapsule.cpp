//===- FuzzCapsule.cpp - libFuzzer target over capsules -------------------===//
//
// Part of dlpack-tidy. Bytes become a capsule: its name, which struct it holds,
// version, flags, deleter, who else holds it. Whatever happens, the tensor is
// deleted exactly once and no more than one error is in flight. Run by hand:
// guard_fuzz_capsule -max_total_time=600 DIR.
//
//===----------------------------------------------------------------------===//

#include <dlpack_guard/python.h>

#include "Exercise.h"

using namespace dlpack_guard;

static int Deleted;

static const char *const Names[] = {"dltensor",
                                    "dltensor_versioned",
                                    "used_dltensor",
                                    "used_dltensor_versioned",
                                    "dl_tensor",
                                    nullptr,
                                    "",
                                    "dltensor_versioned\xFF"};

// A producer's destructor, as the standard shows it.
static void destroy(PyObject *Capsule) {
  const char *Name = PyCapsule_GetName(Capsule);
  if (Name == nullptr || std::strncmp(Name, "used_", 5) == 0)
    return;
  if (std::strcmp(Name, "dltensor") == 0) {
    auto *M =
        static_cast<DLManagedTensor *>(PyCapsule_GetPointer(Capsule, Name));
    if (M->deleter != nullptr)
      M->deleter(M);
  } else if (std::strcmp(Name, "dltensor_versioned") == 0) {
    auto *M = static_cast<DLManagedTensorVersioned *>(
        PyCapsule_GetPointer(Capsule, Name));
    if (M->deleter != nullptr)
      M->deleter(M);
  }
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *Data,
                                      std::size_t Size) {
  if (!Py_IsInitialized())
    Py_Initialize();
  ByteReader In(Data, Size);
  const auto Bits = In.take<std::uint8_t>();
  const char *Name = Names[Bits & 7];
  const bool Versioned = Name != nullptr && std::strstr(Name, "versioned");
  Decoded D(In);
  DLManagedTensor Old{};
  DLManagedTensorVersioned New{};
  Deleted = 0;
  Old.dl_tensor = New.dl_tensor = D.T;
  New.version = {Bits & 8 ? In.take<std::uint32_t>() : 1, 3};
  New.flags = D.Flags;
  if ((Bits & 16) == 0) {
    Old.deleter = [](DLManagedTensor *) { ++Deleted; };
    New.deleter = [](DLManagedTensorVersioned *) { ++Deleted; };
  }
  void *Managed = Versioned ? static_cast<void *>(&New) : &Old;
  PyObject *Capsule =
      PyCapsule_New(Managed, Name, Bits & 32 ? nullptr : destroy);
  require(Capsule != nullptr);
  PyObject *Kept = Bits & 64 ? Capsule : nullptr;
  Py_XINCREF(Kept);
  const Requirements Wanted =
      Bits & 128 ? D.Wanted : D.Wanted.legacy_is_writable();
  Tensor Taken = import_tensor(Capsule, Wanted);
  require(bool(Taken) == (PyErr_Occurred() == nullptr));
  if (!Taken) {
    require(PyErr_ExceptionMatches(PyExc_BufferError));
    PyErr_Clear();
  } else {
    require(Deleted == 0);
    const void *Address;
    require(!Taken.data(Address).message().empty());
  }
  const bool Renamed = PyCapsule_IsValid(Capsule, "used_dltensor") ||
                       PyCapsule_IsValid(Capsule, "used_dltensor_versioned");
  Tensor Again = import_tensor(Capsule, Wanted);
  require(!Again || !Renamed);
  PyErr_Clear();
  Taken.reset();
  Again.reset();
  Py_DECREF(Capsule);
  Py_XDECREF(Kept);
  require(Deleted <= 1);
  return 0;
}
