//===--- Parsed.h - pieces of C and C++ for unit tests --------------------===//
#ifndef DLPACK_TIDY_TEST_UNIT_SUPPORT_PARSED_H
#define DLPACK_TIDY_TEST_UNIT_SUPPORT_PARSED_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include "gtest/gtest.h"

#include <memory>
#include <string>

namespace dlpack_tidy::test {

/// As much of the C API as the tests need.
inline constexpr char CApi[] = R"(
#ifdef __cplusplus
extern "C" {
#endif
typedef struct _object PyObject;
typedef long Py_ssize_t;
#define NULL ((void *)0)
PyObject *PyObject_CallMethod(PyObject *, const char *, const char *, ...);
PyObject *PyObject_CallMethodNoArgs(PyObject *, PyObject *);
PyObject *PyObject_CallNoArgs(PyObject *);
PyObject *PyObject_CallOneArg(PyObject *, PyObject *);
PyObject *PyObject_Call(PyObject *, PyObject *, PyObject *);
PyObject *PyObject_VectorcallMethod(PyObject *, PyObject *const *, unsigned long, PyObject *);
PyObject *PyObject_GetAttrString(PyObject *, const char *);
PyObject *PyImport_ImportModule(const char *);
PyObject *PyTuple_New(Py_ssize_t);
PyObject *PyTuple_Pack(Py_ssize_t, ...);
PyObject *PyTuple_GetItem(PyObject *, Py_ssize_t);
PyObject *PyUnicode_FromString(const char *);
const char *PyUnicode_AsUTF8(PyObject *);
PyObject *Py_BuildValue(const char *, ...);
int PyArg_ParseTuple(PyObject *, const char *, ...);
long PyLong_AsLong(PyObject *);
int PyErr_ExceptionMatches(PyObject *);
void PyErr_Clear(void);
void PyErr_SetString(PyObject *, const char *);
void *PyCapsule_GetPointer(PyObject *, const char *);
void Py_DECREF(PyObject *);
void Py_XDECREF(PyObject *);
extern PyObject _Py_NoneStruct, _Py_FalseStruct, *PyExc_BufferError, *PyExc_RuntimeError, *PyExc_TypeError;
#define Py_None (&_Py_NoneStruct)
#define Py_False (&_Py_FalseStruct)
int strcmp(const char *, const char *);
#ifdef __cplusplus
}
#endif
)";

/// As much of the standard library and of pybind11.
inline constexpr char Pybind[] = R"(
namespace std {
typedef unsigned long size_t;
struct string { string(const char *); const char *c_str() const; bool empty() const; };
bool operator==(const string &, const char *);
bool operator!=(const string &, const char *);
template <class A, class B> struct pair { A first; B second; };
struct exception { virtual const char *what() const; };
struct runtime_error : exception { runtime_error(const char *); };
template <class T> T &&move(T &);
}
namespace pybind11 {
struct handle; struct object; struct str; struct arg; struct arg_v; struct dict;
namespace detail {
struct accessor;
struct kwargs_proxy {};
struct args_proxy { kwargs_proxy operator*() const; };
template <class D> struct object_api {
  template <class... A> object operator()(A &&...) const;
  accessor attr(const char *) const;
  accessor operator[](int) const;
  accessor operator[](const char *) const;
  args_proxy operator*() const;
  bool is_none() const;
  template <class O> bool equal(const O &) const;
};
}
struct handle : detail::object_api<handle> {
  handle(); handle(PyObject *); PyObject *ptr() const; template <class T> T cast() const;
};
struct object : handle { object(); object(const object &); object &operator=(const object &); explicit operator bool() const; };
namespace detail {
struct accessor : object_api<accessor> {
  operator object() const; template <class T> T cast() const;
  template <class T> void operator=(T &&) &&;
};
}
struct str : object { str(const char *); str(handle); operator std::string() const; };
struct none : object {};
struct tuple : object { tuple(const object &); };
struct capsule : object { capsule(const object &); };
struct array : object {};
struct module_ : object { static module_ import(const char *); };
struct arg { explicit arg(const char *); template <class T> arg_v operator=(T &&) const; };
struct arg_v : arg {};
struct dict : object { dict(); template <class... A> explicit dict(A &&...); };
template <class... A> tuple make_tuple(A &&...);
object getattr(handle, const char *);
bool hasattr(handle, const char *);
template <class T> bool isinstance(handle);
namespace literals { arg operator""_a(const char *, std::size_t); }
struct error_already_set : std::exception { bool matches(handle) const; };
struct builtin_exception : std::runtime_error { using runtime_error::runtime_error; };
struct buffer_error : builtin_exception { using builtin_exception::builtin_exception; };
}
namespace py = pybind11;
using namespace py::literals;
)";

/// A parsed piece of source; the functions in it by name.
class Parsed {
public:
  static Parsed cxx(const std::string &Code) {
    return Parsed(std::string(CApi) + Pybind + Code, "-std=c++17", "input.cpp");
  }
  static Parsed c(const std::string &Code) {
    return Parsed(CApi + Code, "-std=c11", "input.c");
  }

  clang::ASTContext &context() { return Unit->getASTContext(); }

  const clang::FunctionDecl *function(const std::string &Name) {
    for (const clang::Decl *Each : context().getTranslationUnitDecl()->decls())
      if (const auto *Function = llvm::dyn_cast<clang::FunctionDecl>(Each))
        if (Function->getNameAsString() == Name && Function->hasBody())
          return Function->getDefinition();
    ADD_FAILURE() << "there is no function " << Name;
    return nullptr;
  }

private:
  Parsed(const std::string &Code, const char *Standard, const char *File)
      : Unit(clang::tooling::buildASTFromCodeWithArgs(
            Code,
            {Standard, "-nostdinc", "-nostdinc++", "-fexceptions",
             "-fcxx-exceptions", "-Wno-everything"},
            File)) {
    EXPECT_TRUE(Unit && !Unit->getDiagnostics().hasErrorOccurred());
  }
  std::unique_ptr<clang::ASTUnit> Unit;
};

} // namespace dlpack_tidy::test

#endif // DLPACK_TIDY_TEST_UNIT_SUPPORT_PARSED_H
