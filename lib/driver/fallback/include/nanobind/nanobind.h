// Stands in for nanobind where it is not installed.
#pragma once
#include <Python.h>
#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

namespace nanobind {
class handle;
class object;
struct arg_v;

namespace detail {
template <class Impl> class accessor;
struct str_attr;
struct obj_attr;
struct str_item;
struct obj_item;
struct num_item;

template <class Derived> class api {
public:
  accessor<str_attr> attr(const char *) const;
  accessor<obj_attr> attr(handle) const;
  accessor<str_item> operator[](const char *) const;
  accessor<obj_item> operator[](handle) const;
  accessor<num_item> operator[](size_t) const;
  template <class... Args> object operator()(Args &&...) const;
  bool is(handle) const;
  bool is_none() const;
  bool is_valid() const;
};
} // namespace detail

class handle : public detail::api<handle> {
public:
  handle() = default;
  handle(const PyObject *);
  PyObject *ptr() const;
  const handle &inc_ref() const;
  const handle &dec_ref() const;
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
  void reset();
};
namespace detail {
template <class Impl> class accessor : public api<accessor<Impl>> {
public:
  template <class T> accessor &operator=(T &&);
  operator object() const;
  PyObject *ptr() const;
};
} // namespace detail

#define DLPACK_TIDY_OBJECT(NAME)                                               \
  class NAME : public object {                                                 \
  public:                                                                      \
    NAME() = default;                                                          \
    NAME(const object &);                                                      \
    template <class Impl> NAME(const detail::accessor<Impl> &);
DLPACK_TIDY_OBJECT(callable)};
DLPACK_TIDY_OBJECT(iterable)};
DLPACK_TIDY_OBJECT(args)
  size_t size() const;
};
DLPACK_TIDY_OBJECT(kwargs)
  size_t size() const;
};
DLPACK_TIDY_OBJECT(bool_)
  explicit bool_(bool);
  explicit operator bool() const;
};
DLPACK_TIDY_OBJECT(int_)
  template <class T> explicit int_(T);
  template <class T> explicit operator T() const;
};
DLPACK_TIDY_OBJECT(float_)
  explicit float_(double);
};
DLPACK_TIDY_OBJECT(str)
  explicit str(const char *);
  str(const char *, size_t);
  const char *c_str() const;
};
DLPACK_TIDY_OBJECT(bytes)
  explicit bytes(const char *);
  bytes(const void *, size_t);
};
DLPACK_TIDY_OBJECT(tuple)
  size_t size() const;
};
DLPACK_TIDY_OBJECT(list)
  size_t size() const;
  template <class T> void append(T &&);
};
DLPACK_TIDY_OBJECT(dict)
  size_t size() const;
  template <class T> bool contains(T &&) const;
};
DLPACK_TIDY_OBJECT(capsule)
  capsule(const void *, void (*)(void *) noexcept = nullptr);
  capsule(const void *, const char *, void (*)(void *) noexcept = nullptr);
  const char *name() const;
  void *data() const;
  void *data(const char *) const;
};
#undef DLPACK_TIDY_OBJECT

struct arg {
  constexpr explicit arg(const char * = nullptr) {}
  template <class T> arg_v operator=(T &&) const;
  arg &noconvert(bool = true);
  arg &none(bool = true);
  arg &sig(const char *);
};
struct arg_v : arg {};
namespace literals {
constexpr arg operator""_a(const char *, size_t) { return arg(); }
} // namespace literals

class module_ : public object {
public:
  static module_ import_(const char *);
  template <class F, class... Extra>
  module_ &def(const char *, F &&, const Extra &...);
  module_ def_submodule(const char *, const char * = nullptr);
};
template <class... Args> struct init {};
template <class F> struct new_ {
  new_(F);
};
template <class T, class... Options> class class_ : public object {
public:
  using Type = T;
  template <class... Extra>
  class_(handle, const char *, const Extra &...);
  template <class F, class... Extra>
  class_ &def(const char *, F &&, const Extra &...);
  template <class... Args, class... Extra>
  class_ &def(init<Args...>, const Extra &...);
  template <class F, class... Extra>
  class_ &def(new_<F>, const Extra &...);
  template <class F, class... Extra>
  class_ &def_static(const char *, F &&, const Extra &...);
  template <class F, class... Extra>
  class_ &def_prop_ro(const char *, F &&, const Extra &...);
  template <class F, class G, class... Extra>
  class_ &def_prop_rw(const char *, F &&, G &&, const Extra &...);
  template <class F, class... Extra>
  class_ &def_ro(const char *, F, const Extra &...);
  template <class F, class... Extra>
  class_ &def_rw(const char *, F, const Extra &...);
};

struct gil_scoped_acquire {
  gil_scoped_acquire() noexcept;
  ~gil_scoped_acquire();
};
struct gil_scoped_release {
  gil_scoped_release() noexcept;
  ~gil_scoped_release();
};
template <class... Guards> struct call_guard {};

class builtin_exception : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};
builtin_exception buffer_error(const char * = nullptr);
builtin_exception type_error(const char * = nullptr);
builtin_exception value_error(const char * = nullptr);
builtin_exception key_error(const char * = nullptr);
builtin_exception index_error(const char * = nullptr);
builtin_exception attribute_error(const char * = nullptr);
builtin_exception stop_iteration(const char * = nullptr);
class python_error : public std::exception {
public:
  python_error();
  bool matches(handle) const noexcept;
  void restore() noexcept;
  void discard_as_unraisable(handle) noexcept;
  handle type() const;
  handle value() const;
  const char *what() const noexcept override;
};
class cast_error : public std::exception {};

enum class rv_policy {
  automatic,
  automatic_reference,
  take_ownership,
  copy,
  move,
  reference,
  reference_internal,
  none
};
template <size_t Nurse, size_t Patient> struct keep_alive {};
template <class T> T cast(handle, bool = true);
template <class T> object cast(T &&, rv_policy = rv_policy::automatic);
template <class T> bool try_cast(handle, T &, bool = true) noexcept;
template <class T> T borrow(handle);
template <class T = object> T steal(handle);
template <class T> bool isinstance(handle);
bool hasattr(handle, const char *) noexcept;
bool hasattr(handle, handle) noexcept;
object getattr(handle, const char *);
object getattr(handle, handle);
object getattr(handle, const char *, handle);
void setattr(handle, const char *, handle);
size_t len(handle);
object none();
bool is_alive() noexcept;
template <class... Args> tuple make_tuple(Args &&...);
template <class... Args> void print(Args &&...);
} // namespace nanobind

#define NB_MODULE(NAME, MODULE)                                                \
  static void nanobind_##NAME##_exec_impl(nanobind::module_);                  \
  extern "C" PyObject *PyInit_##NAME() {                                       \
    nanobind::module_ MODULE;                                                  \
    nanobind_##NAME##_exec_impl(MODULE);                                       \
    return MODULE.ptr();                                                       \
  }                                                                            \
  void nanobind_##NAME##_exec_impl(nanobind::module_ MODULE)
