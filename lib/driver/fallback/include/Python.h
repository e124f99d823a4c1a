// Stands in for CPython's headers where they are not installed: what bindings
// use of them around a capsule.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef ptrdiff_t Py_ssize_t;
typedef Py_ssize_t Py_hash_t;
typedef struct _typeobject PyTypeObject;
typedef struct _object {
  Py_ssize_t ob_refcnt;
  PyTypeObject *ob_type;
} PyObject;
#define PyObject_HEAD PyObject ob_base;
#define PyVarObject_HEAD_INIT(TYPE, SIZE) {{1, TYPE}, SIZE},
typedef struct {
  PyObject ob_base;
  Py_ssize_t ob_size;
} PyVarObject;
struct _typeobject {
  PyVarObject ob_base;
  const char *tp_name;
};

typedef PyObject *(*PyCFunction)(PyObject *, PyObject *);
typedef PyObject *(*PyCFunctionWithKeywords)(PyObject *, PyObject *,
                                             PyObject *);
typedef struct PyMethodDef {
  const char *ml_name;
  PyCFunction ml_meth;
  int ml_flags;
  const char *ml_doc;
} PyMethodDef;
typedef struct PyModuleDef_Base {
  PyObject ob_base;
} PyModuleDef_Base;
#define PyModuleDef_HEAD_INIT {{1, NULL}}
typedef struct PyModuleDef {
  PyModuleDef_Base m_base;
  const char *m_name;
  const char *m_doc;
  Py_ssize_t m_size;
  PyMethodDef *m_methods;
  void *m_slots, *m_traverse, *m_clear, *m_free;
} PyModuleDef;
#define METH_VARARGS 0x0001
#define METH_KEYWORDS 0x0002
#define METH_NOARGS 0x0004
#define METH_O 0x0008
#define METH_CLASS 0x0010
#define METH_STATIC 0x0020
#define METH_FASTCALL 0x0080
#ifdef __cplusplus
#define PyMODINIT_FUNC extern "C" PyObject *
#else
#define PyMODINIT_FUNC PyObject *
#endif
PyObject *PyModule_Create(PyModuleDef *);
PyObject *PyModuleDef_Init(PyModuleDef *);
int PyModule_AddObject(PyObject *, const char *, PyObject *);

void Py_INCREF(PyObject *);
void Py_DECREF(PyObject *);
void Py_XINCREF(PyObject *);
void Py_XDECREF(PyObject *);
PyObject *Py_NewRef(PyObject *);
PyObject *Py_XNewRef(PyObject *);
PyTypeObject *Py_TYPE(PyObject *);
#define Py_CLEAR(OBJECT) (Py_XDECREF((PyObject *)(OBJECT)), (OBJECT) = NULL)
extern PyObject _Py_NoneStruct, _Py_TrueStruct, _Py_FalseStruct,
    _Py_NotImplementedStruct;
#define Py_None (&_Py_NoneStruct)
#define Py_True (&_Py_TrueStruct)
#define Py_False (&_Py_FalseStruct)
#define Py_NotImplemented (&_Py_NotImplementedStruct)
#define Py_RETURN_NONE return Py_NewRef(Py_None)
#define Py_RETURN_TRUE return Py_NewRef(Py_True)
#define Py_RETURN_FALSE return Py_NewRef(Py_False)
int Py_IsNone(PyObject *);
int Py_IsInitialized(void);
int Py_IsFinalizing(void);
int _Py_IsFinalizing(void);

typedef enum { PyGILState_LOCKED, PyGILState_UNLOCKED } PyGILState_STATE;
typedef struct _ts PyThreadState;
PyGILState_STATE PyGILState_Ensure(void);
void PyGILState_Release(PyGILState_STATE);
int PyGILState_Check(void);
PyThreadState *PyEval_SaveThread(void);
void PyEval_RestoreThread(PyThreadState *);
#define Py_BEGIN_ALLOW_THREADS { PyThreadState *_save = PyEval_SaveThread();
#define Py_END_ALLOW_THREADS PyEval_RestoreThread(_save); }

typedef void (*PyCapsule_Destructor)(PyObject *);
PyObject *PyCapsule_New(void *, const char *, PyCapsule_Destructor);
void *PyCapsule_GetPointer(PyObject *, const char *);
const char *PyCapsule_GetName(PyObject *);
PyCapsule_Destructor PyCapsule_GetDestructor(PyObject *);
void *PyCapsule_GetContext(PyObject *);
void *PyCapsule_Import(const char *, int);
int PyCapsule_CheckExact(PyObject *);
int PyCapsule_IsValid(PyObject *, const char *);
int PyCapsule_SetName(PyObject *, const char *);
int PyCapsule_SetPointer(PyObject *, void *);
int PyCapsule_SetDestructor(PyObject *, PyCapsule_Destructor);
int PyCapsule_SetContext(PyObject *, void *);

extern PyObject *PyExc_BaseException, *PyExc_Exception, *PyExc_BufferError,
    *PyExc_RuntimeError, *PyExc_TypeError, *PyExc_ValueError,
    *PyExc_AttributeError, *PyExc_KeyError, *PyExc_IndexError,
    *PyExc_ImportError, *PyExc_MemoryError, *PyExc_NotImplementedError,
    *PyExc_OverflowError, *PyExc_SystemError, *PyExc_DeprecationWarning;
PyObject *PyErr_Occurred(void);
void PyErr_Clear(void);
void PyErr_Print(void);
void PyErr_WriteUnraisable(PyObject *);
void PyErr_SetString(PyObject *, const char *);
void PyErr_SetNone(PyObject *);
PyObject *PyErr_Format(PyObject *, const char *, ...);
PyObject *PyErr_NoMemory(void);
int PyErr_ExceptionMatches(PyObject *);
int PyErr_GivenExceptionMatches(PyObject *, PyObject *);
void PyErr_Fetch(PyObject **, PyObject **, PyObject **);
void PyErr_Restore(PyObject *, PyObject *, PyObject *);
void PyErr_NormalizeException(PyObject **, PyObject **, PyObject **);
PyObject *PyErr_GetRaisedException(void);
void PyErr_SetRaisedException(PyObject *);
int PyErr_WarnEx(PyObject *, const char *, Py_ssize_t);

PyObject *PyImport_ImportModule(const char *);
PyObject *PyObject_GetAttr(PyObject *, PyObject *);
PyObject *PyObject_GetAttrString(PyObject *, const char *);
int PyObject_SetAttrString(PyObject *, const char *, PyObject *);
int PyObject_HasAttr(PyObject *, PyObject *);
int PyObject_HasAttrString(PyObject *, const char *);
int PyObject_HasAttrStringWithError(PyObject *, const char *);
int PyObject_GetOptionalAttrString(PyObject *, const char *, PyObject **);
PyObject *PyObject_Call(PyObject *, PyObject *, PyObject *);
PyObject *PyObject_CallNoArgs(PyObject *);
PyObject *PyObject_CallOneArg(PyObject *, PyObject *);
PyObject *PyObject_CallObject(PyObject *, PyObject *);
PyObject *PyObject_CallFunction(PyObject *, const char *, ...);
PyObject *PyObject_CallMethod(PyObject *, const char *, const char *, ...);
PyObject *PyObject_CallFunctionObjArgs(PyObject *, ...);
PyObject *PyObject_CallMethodObjArgs(PyObject *, PyObject *, ...);
PyObject *PyObject_CallMethodNoArgs(PyObject *, PyObject *);
PyObject *PyObject_CallMethodOneArg(PyObject *, PyObject *, PyObject *);
PyObject *PyObject_Vectorcall(PyObject *, PyObject *const *, size_t,
                              PyObject *);
PyObject *PyObject_VectorcallMethod(PyObject *, PyObject *const *, size_t,
                                    PyObject *);
PyObject *PyObject_Str(PyObject *);
PyObject *PyObject_Repr(PyObject *);
PyObject *PyObject_Type(PyObject *);
int PyObject_IsTrue(PyObject *);
int PyObject_IsInstance(PyObject *, PyObject *);
int PyCallable_Check(PyObject *);

PyObject *Py_BuildValue(const char *, ...);
int PyArg_ParseTuple(PyObject *, const char *, ...);
int PyArg_ParseTupleAndKeywords(PyObject *, PyObject *, const char *,
                                char **, ...);
int PyArg_UnpackTuple(PyObject *, const char *, Py_ssize_t, Py_ssize_t, ...);
int PyLong_Check(PyObject *);
long PyLong_AsLong(PyObject *);
long long PyLong_AsLongLong(PyObject *);
Py_ssize_t PyLong_AsSsize_t(PyObject *);
void *PyLong_AsVoidPtr(PyObject *);
PyObject *PyLong_FromLong(long);
PyObject *PyLong_FromLongLong(long long);
PyObject *PyLong_FromSsize_t(Py_ssize_t);
PyObject *PyLong_FromVoidPtr(void *);
PyObject *PyBool_FromLong(long);
double PyFloat_AsDouble(PyObject *);
PyObject *PyFloat_FromDouble(double);
PyObject *PyUnicode_FromString(const char *);
PyObject *PyUnicode_InternFromString(const char *);
const char *PyUnicode_AsUTF8(PyObject *);
int PyUnicode_CompareWithASCIIString(PyObject *, const char *);
int PyTuple_Check(PyObject *);
PyObject *PyTuple_New(Py_ssize_t);
PyObject *PyTuple_Pack(Py_ssize_t, ...);
Py_ssize_t PyTuple_Size(PyObject *);
PyObject *PyTuple_GetItem(PyObject *, Py_ssize_t);
int PyTuple_SetItem(PyObject *, Py_ssize_t, PyObject *);
#define PyTuple_GET_ITEM PyTuple_GetItem
#define PyTuple_SET_ITEM PyTuple_SetItem
#define PyTuple_GET_SIZE PyTuple_Size
PyObject *PyDict_New(void);
int PyDict_SetItemString(PyObject *, const char *, PyObject *);
PyObject *PyDict_GetItemString(PyObject *, const char *);
PyObject *PyList_New(Py_ssize_t);
int PyList_Append(PyObject *, PyObject *);

#ifdef __cplusplus
}
#endif
