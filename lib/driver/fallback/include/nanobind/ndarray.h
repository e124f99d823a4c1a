// Stands in for nanobind where it is not installed.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <nanobind/nanobind.h>

namespace nanobind {
template <long long...> struct shape {};
template <size_t> struct ndim {};
struct c_contig {};
struct f_contig {};
struct any_contig {};
struct ro {};
struct numpy {};
struct pytorch {};
struct tensorflow {};
struct jax {};
struct cupy {};
struct memview {};
struct array_api {};
struct tinygrad {};
struct mlx {};
namespace device {
struct none {};
struct cpu {};
struct cuda {};
struct cuda_host {};
struct cuda_managed {};
struct opencl {};
struct vulkan {};
struct metal {};
struct rocm {};
struct rocm_host {};
struct oneapi {};
} // namespace device
namespace dlpack {
struct dtype {
  uint8_t code = 0, bits = 0;
  uint16_t lanes = 0;
};
} // namespace dlpack

namespace detail {
template <class... Args> struct scalar_of {
  using type = void;
};
template <class First, class... Args> struct scalar_of<First, Args...> {
  using type =
      std::conditional_t<std::is_arithmetic<std::remove_cv_t<First>>::value,
                         First, typename scalar_of<Args...>::type>;
};
} // namespace detail

template <class Scalar> struct ndarray_view {
  template <class... Index> Scalar &operator()(Index...) const;
  size_t shape(size_t) const;
  int64_t stride(size_t) const;
  Scalar *data() const;
};

template <class... Args> class ndarray {
public:
  using Scalar = typename detail::scalar_of<Args...>::type;
  ndarray() = default;
  template <class Data>
  ndarray(Data *, std::initializer_list<size_t>, handle = {},
          std::initializer_list<int64_t> = {}, dlpack::dtype = {}, int = 0,
          int = 0);
  template <class Data>
  ndarray(Data *, size_t, const size_t *, handle = {},
          const int64_t * = nullptr, dlpack::dtype = {}, int = 0, int = 0);
  Scalar *data() const;
  size_t ndim() const;
  size_t size() const;
  size_t nbytes() const;
  size_t itemsize() const;
  size_t shape(size_t) const;
  int64_t stride(size_t) const;
  const int64_t *shape_ptr() const;
  const int64_t *stride_ptr() const;
  bool is_valid() const;
  int device_type() const;
  int device_id() const;
  dlpack::dtype dtype() const;
  template <class... Index>
  std::add_lvalue_reference_t<Scalar> operator()(Index...) const;
  template <class... Extra> ndarray_view<Scalar> view() const;
  object cast(rv_policy = rv_policy::automatic, handle = {}) const;
};
} // namespace nanobind
