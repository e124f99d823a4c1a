// RUN: %check_dlpack_tidy %s dlpack-tensor-lifetime %t -- -- %dlpack

#include <dlpack/dlpack.h>
#include <memory>
#include <vector>

class Keeps {
public:
  Keeps(const DLTensor &t, std::shared_ptr<void> keep)
      : keep_(std::move(keep)), shape_(t.shape) {
    // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: 'shape_' keeps an address of the caller's DLTensor, whose shape and strides may be gone when this object is used ('keep_' keeps the data only); copy the values [dlpack-tensor-lifetime]
    strides_ = t.strides;
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'strides_' keeps an address of the caller's DLTensor
  }

private:
  std::shared_ptr<void> keep_;
  const int64_t *shape_, *strides_;
};

// A view that keeps nothing, one that keeps the tensor, one that copies.
class View {
public:
  explicit View(const DLTensor *t) : data_(t->data), shape_(t->shape) {}

private:
  void *data_;
  const int64_t *shape_;
};
class Owner {
public:
  Owner(const DLTensor &t, std::shared_ptr<DLManagedTensor> m) : m_(std::move(m)), shape_(t.shape) {}

private:
  std::shared_ptr<DLManagedTensor> m_;
  const int64_t *shape_;
};
class Copy {
public:
  Copy(const DLTensor &t, std::shared_ptr<void> keep)
      : keep_(std::move(keep)), shape_(t.shape, t.shape + t.ndim) {}

private:
  std::shared_ptr<void> keep_;
  std::vector<int64_t> shape_;
};
