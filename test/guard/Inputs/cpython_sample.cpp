// Sample as a heap type of the CPython API.
#include "Sample.h"
#include <dlpack_guard/export.h>
#include <new>

namespace {

struct Object {
  PyObject_HEAD Sample *Array;
};

Sample *arrayOf(PyObject *Self) {
  return reinterpret_cast<Object *>(Self)->Array;
}

bool readInts(PyObject *From, std::vector<std::int64_t> &To) {
  const Py_ssize_t Size = PySequence_Size(From);
  for (Py_ssize_t Index = 0; Index < Size; ++Index) {
    PyObject *Item = PySequence_GetItem(From, Index);
    if (Item == nullptr)
      return false;
    To.push_back(PyLong_AsLongLong(Item));
    Py_DECREF(Item);
    if (PyErr_Occurred() != nullptr)
      return false;
  }
  return Size >= 0;
}

int init(PyObject *Self, PyObject *Args, PyObject *Keywords) {
  static const char *Names[] = {"data",   "dtype",     "shape",    "strides",
                                "offset", "read_only", "negative", "keep",
                                "device", "fault",     nullptr};
  PyObject *Shape = nullptr, *Strides = Py_None;
  const char *Bytes = nullptr, *Fault = "";
  Py_ssize_t Size = 0;
  auto Made = std::make_unique<Sample>();
  long long Offset = 0;
  int IsReadOnly = 0, MayBeNegative = 0, Keeps = 0;
  if (!PyArg_ParseTupleAndKeywords(
          Args, Keywords, "y#(iii)O|OLppp(ii)s", const_cast<char **>(Names),
          &Bytes, &Size, &Made->Code, &Made->Bits, &Made->Lanes, &Shape,
          &Strides, &Offset, &IsReadOnly, &MayBeNegative, &Keeps,
          &Made->DeviceType, &Made->DeviceId, &Fault))
    return -1;
  Made->Bytes.assign(Bytes, static_cast<std::size_t>(Size));
  Made->HasStrides = Strides != Py_None;
  if (!readInts(Shape, Made->Shape) ||
      (Made->HasStrides && !readInts(Strides, Made->Strides)))
    return -1;
  Made->Offset = Offset;
  Made->IsReadOnly = IsReadOnly != 0;
  Made->MayBeNegative = MayBeNegative != 0;
  Made->KeepsBytes = Keeps != 0;
  Made->Fault = Fault;
  delete arrayOf(Self);
  reinterpret_cast<Object *>(Self)->Array = Made.release();
  return 0;
}

void dealloc(PyObject *Self) {
  PyTypeObject *Type = Py_TYPE(Self);
  delete arrayOf(Self);
  Type->tp_free(Self);
  Py_DECREF(Type);
}

int describe(PyObject *Self, dlpack_guard::Exported &Array) {
  if (arrayOf(Self) == nullptr) {
    PyErr_SetString(PyExc_BufferError, "the array is not initialised");
    return -1;
  }
  if (arrayOf(Self)->Fault == "throw") {
    PyErr_SetString(PyExc_BufferError, "this array is not for export");
    return -1;
  }
  Array = arrayOf(Self)->describe();
  return 0;
}

PyObject *bytesOf(PyObject *Self, PyObject *) {
  return PyBytes_FromStringAndSize(
      arrayOf(Self)->Bytes.data(),
      static_cast<Py_ssize_t>(arrayOf(Self)->Bytes.size()));
}

PyMethodDef Methods[] = {
    dlpack_guard::dlpack_method<describe>(),
    dlpack_guard::dlpack_device_method<describe>(),
    {"tobytes", bytesOf, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot Slots[] = {
    {Py_tp_init, reinterpret_cast<void *>(init)},
    {Py_tp_dealloc, reinterpret_cast<void *>(dealloc)},
    {Py_tp_new, reinterpret_cast<void *>(PyType_GenericNew)},
    {Py_tp_methods, Methods},
    {0, nullptr},
};
PyType_Spec Spec = {"cpython_sample.Sample", sizeof(Object), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, Slots};

PyType_Slot PlainSlots[] = {
    {Py_tp_init, reinterpret_cast<void *>(init)},
    {Py_tp_dealloc, reinterpret_cast<void *>(dealloc)},
    {Py_tp_new, reinterpret_cast<void *>(PyType_GenericNew)},
    {0, nullptr},
};
PyType_Spec PlainSpec = {"cpython_sample.Later", sizeof(Object), 0,
                         Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, PlainSlots};

PyObject *alive(PyObject *, PyObject *) {
  return PyLong_FromLongLong(Sample::Alive);
}
PyObject *described(PyObject *, PyObject *) {
  return PyLong_FromLongLong(Sample::Described);
}
PyObject *lastStream(PyObject *, PyObject *) {
  return PyLong_FromLongLong(Sample::LastStream);
}
PyMethodDef Functions[] = {
    {"alive", alive, METH_NOARGS, nullptr},
    {"described", described, METH_NOARGS, nullptr},
    {"last_stream", lastStream, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

int execute(PyObject *Module) {
  PyObject *Type = PyType_FromSpec(&Spec);
  if (Type == nullptr || PyModule_AddObject(Module, "Sample", Type) < 0)
    return -1;
  PyObject *Later = PyType_FromSpec(&PlainSpec);
  if (Later == nullptr || dlpack_guard::def_dlpack<describe>(
                              reinterpret_cast<PyTypeObject *>(Later)) < 0)
    return -1;
  return PyModule_AddObject(Module, "Later", Later);
}

PyModuleDef_Slot ModuleSlots[] = {
    {Py_mod_exec, reinterpret_cast<void *>(execute)},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#if PY_VERSION_HEX >= 0x030D0000
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, nullptr},
};
PyModuleDef Module = {
    PyModuleDef_HEAD_INIT, "cpython_sample", nullptr, 0,      Functions,
    ModuleSlots,           nullptr,          nullptr, nullptr};

} // namespace

PyMODINIT_FUNC PyInit_cpython_sample() { return PyModuleDef_Init(&Module); }
