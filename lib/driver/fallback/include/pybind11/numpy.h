// Stands in for pybind11 where it is not installed.
#pragma once
#include <pybind11/pybind11.h>

namespace pybind11 {
class dtype : public object {
public:
  dtype() = default;
  dtype(const object &);
  template <class T> static dtype of();
  ssize_t itemsize() const;
  char kind() const;
};
class array : public buffer {
public:
  enum { c_style = 1, f_style = 2, forcecast = 16 };
  array() = default;
  array(const object &);
  template <class... Args> array(const dtype &, Args &&...);
  pybind11::dtype dtype() const;
  ssize_t size() const;
  ssize_t itemsize() const;
  ssize_t nbytes() const;
  ssize_t ndim() const;
  const ssize_t *shape() const;
  ssize_t shape(ssize_t) const;
  const ssize_t *strides() const;
  ssize_t strides(ssize_t) const;
  bool writeable() const;
  const void *data() const;
  void *mutable_data();
};
template <class T, int Flags = array::forcecast> class array_t : public array {
public:
  array_t() = default;
  array_t(const object &);
  template <class... Args> explicit array_t(size_t, Args &&...);
  template <class... Index> const T *data(Index...) const;
  template <class... Index> T *mutable_data(Index...);
  template <class... Index> const T &at(Index...) const;
};
} // namespace pybind11
