//===- report.h - What an import would find ---------------------*- C++ -*-===//
//
// Part of dlpack_guard.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_DETAIL_REPORT_H
#define DLPACK_GUARD_DETAIL_REPORT_H

#include "dlpack_guard/detail/import.h"

namespace dlpack_guard {
namespace detail {

/// The text of the error in flight, which is cleared.
inline std::string errorText() {
  PyObject *Raised = takeError();
  PyObject *Text = Raised ? PyObject_Str(Raised) : nullptr;
  const char *Utf8 = Text ? PyUnicode_AsUTF8(Text) : nullptr;
  std::string Read = Utf8 != nullptr ? Utf8 : "an unknown error";
  PyErr_Clear();
  Py_XDECREF(Text);
  Py_XDECREF(Raised);
  return Read;
}

/// Where `__dlpack__` is found matters to consumers that look at the type only.
inline std::string methodNote(PyObject *Array) {
  PyObject *Method = PyObject_GetAttrString(Array, "__dlpack__");
  PyErr_Clear();
  if (Method == nullptr)
    return "  __dlpack__: none, so this is no DLPack array\n";
  Py_DECREF(Method);
  PyObject *OnType = PyObject_GetAttrString(
      reinterpret_cast<PyObject *>(Py_TYPE(Array)), "__dlpack__");
  PyErr_Clear();
  const bool Plain = OnType != nullptr;
  Py_XDECREF(OnType);
  return Plain ? ""
               : "  __dlpack__: on the object, not on its type; nanobind from "
                 "2.13 on does not see it [dlpack-exporter-signature]\n";
}

inline std::string report(PyObject *Array, const Requirements &Wanted) {
  PyObject *Pending = takeError();
  std::string Text = std::string(Py_TYPE(Array)->tp_name) + "\n";
  PythonState *State = pythonState();
  if (State == nullptr) {
    Text += "  " + errorText() + "\n";
  } else if (PyCapsule_CheckExact(Array)) {
    const char *Name = PyCapsule_GetName(Array);
    Text += std::string("  capsule named ") + (Name ? Name : "NULL") + "\n";
  } else {
    Text += methodNote(Array);
    Text += typeFacts(*State, Py_TYPE(Array)).Api != nullptr
                ? "  way: C exchange API\n"
                : "  way: __dlpack__\n";
    Reported Device;
    if (askDevice(*State, {}, Array, Device)) {
      char Name[64];
      TextWriter(Name, sizeof Name).addDevice(Device.Type);
      Text += std::string("  device: ") + Name + ", id " +
              std::to_string(Device.Id) + "\n";
      Text += acceptsDevice(Device, Wanted)
                  ? "  device accepted\n"
                  : "  refused: " + errorText() + "\n";
    } else {
      Text += "  refused: " + errorText() + "\n";
    }
  }
  restoreError(Pending);
  return Text;
}

} // namespace detail
} // namespace dlpack_guard

#endif // DLPACK_GUARD_DETAIL_REPORT_H
