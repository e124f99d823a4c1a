// Stands in for pybind11 where it is not installed. Its classes have more
// members than are told here: they inherit those of "could be anything".
#pragma once
#include <Python.h>
#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

namespace pybind11 {
using ssize_t = Py_ssize_t;
class handle;
class object;
class capsule;
struct arg_v;

namespace detail {
template <class Policy> class accessor;
namespace accessor_policies {
struct str_attr;
struct obj_attr;
struct generic_item;
} // namespace accessor_policies
using str_attr_accessor = accessor<accessor_policies::str_attr>;
using obj_attr_accessor = accessor<accessor_policies::obj_attr>;
using item_accessor = accessor<accessor_policies::generic_item>;

template <class Derived> class object_api {
public:
  str_attr_accessor attr(const char *) const;
  obj_attr_accessor attr(handle) const;
  item_accessor operator[](const char *) const;
  item_accessor operator[](handle) const;
  item_accessor operator[](size_t) const;
  template <class... Args> object operator()(Args &&...) const;
  template <class T> bool contains(T &&) const;
  bool is(const object_api &) const;
  bool is_none() const;
};
} // namespace detail

class handle : public detail::object_api<handle> {
public:
  handle() = default;
  handle(PyObject *);
  PyObject *ptr() const;
  const handle &inc_ref() const;
  const handle &dec_ref() const;
  template <class T> T cast() const;
  explicit operator bool() const;
};
class object : public handle {
public:
  object() = default;
  object(const object &);
  object(object &&) noexcept;
  object &operator=(const object &);
  object &operator=(object &&) noexcept;
  handle release();
  template <class T> T cast() const;
};

namespace detail {
template <class Policy> class accessor : public object_api<accessor<Policy>> {
public:
  template <class T> void operator=(T &&) const;
  operator object() const;
  PyObject *ptr() const;
  template <class T> T cast() const;
};
} // namespace detail

#define DLPACK_TIDY_OBJECT(NAME)                                               \
  class NAME : public object {                                                 \
  public:                                                                      \
    NAME() = default;                                                          \
    NAME(const object &);                                                      \
    template <class Policy> NAME(const detail::accessor<Policy> &);
DLPACK_TIDY_OBJECT(none)};
DLPACK_TIDY_OBJECT(type)};
DLPACK_TIDY_OBJECT(iterable)};
DLPACK_TIDY_OBJECT(function)};
DLPACK_TIDY_OBJECT(args)
  size_t size() const;
};
DLPACK_TIDY_OBJECT(kwargs)
  size_t size() const;
};
DLPACK_TIDY_OBJECT(bool_)
  bool_(bool);
  operator bool() const;
};
DLPACK_TIDY_OBJECT(int_)
  template <class T> int_(T);
  template <class T> operator T() const;
};
DLPACK_TIDY_OBJECT(float_)
  float_(double);
  operator double() const;
};
DLPACK_TIDY_OBJECT(str)
  str(const char *);
  str(const std::string &);
  operator std::string() const;
  template <class... Args> str format(Args &&...) const;
};
DLPACK_TIDY_OBJECT(bytes)
  bytes(const char *);
  bytes(const std::string &);
};
DLPACK_TIDY_OBJECT(tuple)
  tuple(size_t);
  size_t size() const;
};
DLPACK_TIDY_OBJECT(list)
  list(size_t);
  size_t size() const;
  template <class T> void append(T &&) const;
};
DLPACK_TIDY_OBJECT(dict)
  template <class... Args> dict(Args &&...);
  size_t size() const;
};
DLPACK_TIDY_OBJECT(buffer)};
class capsule : public object {
public:
  capsule() = default;
  capsule(const object &);
  template <class Policy> capsule(const detail::accessor<Policy> &);
  capsule(const void *, const char * = nullptr,
          void (*)(PyObject *) = nullptr);
  capsule(const void *, void (*)(void *));
  capsule(void (*)());
  template <class T = void> T *get_pointer() const;
  template <class T> operator T *() const;
  const char *name() const;
  void set_name(const char *);
  void set_pointer(const void *);
};
#undef DLPACK_TIDY_OBJECT

struct arg {
  constexpr arg(const char * = nullptr) {}
  template <class T> arg_v operator=(T &&) const;
  arg &noconvert(bool = true);
  arg &none(bool = true);
};
struct arg_v : arg {};
namespace literals {
constexpr arg operator""_a(const char *, size_t) { return arg(); }
} // namespace literals

class module_ : public object {
public:
  static module_ import(const char *);
  template <class F, class... Extra>
  module_ &def(const char *, F &&, const Extra &...);
  module_ def_submodule(const char *, const char * = nullptr);
  const char *&doc();
};
using module = module_;
template <class... Args> struct init_tag {};
template <class... Args> init_tag<Args...> init();
template <class F> init_tag<F> init(F &&);
template <class Type, class... Options> class class_ : public object {
public:
  template <class... Extra>
  class_(handle, const char *, const Extra &...);
  template <class F, class... Extra>
  class_ &def(const char *, F &&, const Extra &...);
  template <class... Args, class... Extra>
  class_ &def(init_tag<Args...>, const Extra &...);
  template <class F, class... Extra>
  class_ &def_static(const char *, F &&, const Extra &...);
  template <class F, class... Extra>
  class_ &def_property_readonly(const char *, F &&, const Extra &...);
  template <class F, class G, class... Extra>
  class_ &def_property(const char *, F &&, G &&, const Extra &...);
  template <class F, class... Extra>
  class_ &def_readonly(const char *, F, const Extra &...);
  template <class F, class... Extra>
  class_ &def_readwrite(const char *, F, const Extra &...);
  template <class F, class... Extra>
  class_ &def_buffer(F &&, const Extra &...);
};

class gil_scoped_acquire {
public:
  gil_scoped_acquire();
  ~gil_scoped_acquire();
};
class gil_scoped_release {
public:
  gil_scoped_release();
  ~gil_scoped_release();
};
template <class... Guards> struct call_guard {};

class builtin_exception : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};
#define DLPACK_TIDY_EXCEPTION(NAME)                                            \
  class NAME : public builtin_exception {                                      \
  public:                                                                      \
    using builtin_exception::builtin_exception;                                \
    NAME() : builtin_exception("") {}                                          \
  };
DLPACK_TIDY_EXCEPTION(buffer_error)
DLPACK_TIDY_EXCEPTION(type_error)
DLPACK_TIDY_EXCEPTION(value_error)
DLPACK_TIDY_EXCEPTION(key_error)
DLPACK_TIDY_EXCEPTION(index_error)
DLPACK_TIDY_EXCEPTION(import_error)
DLPACK_TIDY_EXCEPTION(attribute_error)
DLPACK_TIDY_EXCEPTION(stop_iteration)
DLPACK_TIDY_EXCEPTION(cast_error)
#undef DLPACK_TIDY_EXCEPTION
class error_already_set : public std::exception {
public:
  error_already_set();
  bool matches(handle) const;
  void restore();
  void discard_as_unraisable(const char *);
  const object &type() const;
  const object &value() const;
  const char *what() const noexcept override;
};

template <class T> T cast(const handle &);
template <class T> object cast(T &&);
template <class T> T reinterpret_borrow(handle);
template <class T> T reinterpret_steal(handle);
template <class T> bool isinstance(handle);
bool isinstance(handle, handle);
bool hasattr(handle, const char *);
bool hasattr(handle, handle);
object getattr(handle, const char *);
object getattr(handle, handle);
template <class T> object getattr(handle, const char *, T &&);
void setattr(handle, const char *, handle);
size_t len(handle);
template <class... Args> tuple make_tuple(Args &&...);
template <class... Args> void print(Args &&...);
template <class T> struct overload_cast_impl {
  template <class F> F operator()(F) const;
};
enum class return_value_policy {
  automatic,
  automatic_reference,
  take_ownership,
  copy,
  move,
  reference,
  reference_internal
};
template <size_t Nurse, size_t Patient> struct keep_alive {};
} // namespace pybind11

#define PYBIND11_MODULE(NAME, MODULE, ...)                                     \
  static void pybind11_init_##NAME(::pybind11::module_ &);                     \
  extern "C" PyObject *PyInit_##NAME() {                                       \
    ::pybind11::module_ MODULE;                                                \
    pybind11_init_##NAME(MODULE);                                              \
    return MODULE.ptr();                                                       \
  }                                                                            \
  void pybind11_init_##NAME(::pybind11::module_ &MODULE)
