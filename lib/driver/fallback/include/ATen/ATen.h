// Stands in for PyTorch's headers where they are not installed. A tensor has
// more members than are told here: it inherits those of "could be anything".
#pragma once
#include <ATen/DLConvertor.h>
#include <cstdint>
#include <exception>
#include <string>

namespace c10 {
struct Error : std::exception {};
} // namespace c10

namespace at {
class Tensor : public dlpack_tidy_anything {
public:
  using dlpack_tidy_anything::dlpack_tidy_anything;
  Tensor() = default;
  void *data_ptr() const;
  template <class T> T *data_ptr() const;
  const void *const_data_ptr() const;
  template <class T> const T *const_data_ptr() const;
  void *mutable_data_ptr() const;
  template <class T> T *mutable_data_ptr() const;
  int64_t dim() const;
  int64_t ndimension() const;
  int64_t numel() const;
  int64_t size(int64_t) const;
  int64_t stride(int64_t) const;
  int64_t storage_offset() const;
  bool defined() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool is_contiguous() const;
  bool requires_grad() const;
  Tensor contiguous() const;
  Tensor detach() const;
  Tensor cpu() const;
  Tensor cuda() const;
};
} // namespace at

namespace torch {
using namespace at;
class Library : public dlpack_tidy_anything {};
} // namespace torch

#define TORCH_LIBRARY(NAME, MODULE)                                            \
  static void dlpack_tidy_library_##NAME(torch::Library &MODULE)
#define TORCH_LIBRARY_FRAGMENT(NAME, MODULE)                                   \
  static void dlpack_tidy_fragment_##NAME(torch::Library &MODULE)
#define TORCH_LIBRARY_IMPL(NAME, KEY, MODULE)                                  \
  static void dlpack_tidy_library_##NAME##_##KEY(torch::Library &MODULE)
