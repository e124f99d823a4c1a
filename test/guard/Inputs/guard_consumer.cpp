// dlpack_guard as a consumer that gives back what it got, element by element.
#include <dlpack_guard/python.h>
#include <string>

namespace {

void read(const dlpack_guard::Tensor &From, std::int32_t Dim, const char *At,
          std::size_t ItemBytes, std::string &To) {
  if (Dim == From.ndim()) {
    To.append(At, ItemBytes);
    return;
  }
  for (std::int64_t Index = 0; Index < From.shape(Dim); ++Index)
    read(From, Dim + 1,
         At + Index * From.strides(Dim) * static_cast<std::int64_t>(ItemBytes),
         ItemBytes, To);
}

PyObject *shapeOf(const dlpack_guard::Tensor &From) {
  PyObject *Shape = PyTuple_New(From.ndim());
  for (std::int32_t Dim = 0; Shape != nullptr && Dim < From.ndim(); ++Dim)
    PyTuple_SetItem(Shape, Dim, PyLong_FromLongLong(From.shape(Dim)));
  return Shape;
}

/// take(array) -> (shape, elements in C order, (code, bits, lanes), read-only)
PyObject *take(PyObject *, PyObject *Array) {
  dlpack_guard::Tensor Taken = dlpack_guard::import_tensor(Array);
  if (!Taken)
    return nullptr;
  const void *First = nullptr;
  if (dlpack_guard::Status Bad = Taken.data(First); !Bad) {
    PyErr_SetString(PyExc_BufferError, Bad.message().c_str());
    return nullptr;
  }
  std::string Elements;
  if (Taken.size() != 0)
    read(
        Taken, 0, static_cast<const char *>(First),
        static_cast<std::size_t>(dlpack_guard::element_bits(Taken.dtype()) / 8),
        Elements);
  PyObject *Shape = shapeOf(Taken);
  if (Shape == nullptr)
    return nullptr;
  const DLDataType Type = Taken.dtype();
  return Py_BuildValue("(Ny#(iii)O)", Shape, Elements.data(),
                       static_cast<Py_ssize_t>(Elements.size()), Type.code,
                       Type.bits, Type.lanes,
                       Taken.read_only() ? Py_True : Py_False);
}

/// touch(array): imports and drops, many times.
PyObject *touch(PyObject *, PyObject *Arguments) {
  PyObject *Array = nullptr;
  long Times = 0;
  if (!PyArg_ParseTuple(Arguments, "Ol", &Array, &Times))
    return nullptr;
  for (long Turn = 0; Turn < Times; ++Turn)
    if (!dlpack_guard::import_tensor(Array))
      return nullptr;
  Py_RETURN_NONE;
}

PyMethodDef Functions[] = {
    {"take", take, METH_O, nullptr},
    {"touch", touch, METH_VARARGS, nullptr},
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
                      "guard_consumer",
                      nullptr,
                      0,
                      Functions,
                      Slots,
                      nullptr,
                      nullptr,
                      nullptr};

} // namespace

PyMODINIT_FUNC PyInit_guard_consumer() { return PyModuleDef_Init(&Module); }
