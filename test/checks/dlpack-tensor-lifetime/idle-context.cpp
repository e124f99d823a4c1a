// A context that has nothing to keep the data alive with.
// RUN: %check_dlpack_tidy %s dlpack-tensor-lifetime %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstdint>
#include <memory>
#include <vector>

struct Dims {
  int64_t shape[2], strides[2];
  DLManagedTensor m;
};
static void drop(DLManagedTensor *m) { delete static_cast<Dims *>(m->manager_ctx); }

class Image {
public:
  DLManagedTensor *share();

private:
  std::vector<float> pixels_;
  int64_t w_, h_;
};
DLManagedTensor *Image::share() {
  auto c = std::make_unique<Dims>();
  c->shape[0] = h_;
  c->shape[1] = w_;
  c->strides[0] = w_;
  c->strides[1] = 1;
  c->m.dl_tensor = {pixels_.data(), {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, c->shape, c->strides, 0};
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: the data belongs to an object that nothing keeps alive{{.*}} [dlpack-tensor-lifetime]
  c->m.manager_ctx = c.get();
  c->m.deleter = drop;
  return &c.release()->m;
}

struct Owner {
  std::shared_ptr<std::vector<float>> keep;
  int64_t shape[1], strides[1];
  DLManagedTensor m;
};
static void drop_owner(DLManagedTensor *m) { delete static_cast<Owner *>(m->manager_ctx); }

class Shared {
public:
  DLManagedTensor *share();

private:
  std::shared_ptr<std::vector<float>> values_;
};
DLManagedTensor *Shared::share() {
  auto c = std::make_unique<Owner>();
  c->keep = values_;
  c->shape[0] = static_cast<int64_t>(values_->size());
  c->strides[0] = 1;
  c->m.dl_tensor = {values_->data(), {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, c->shape, c->strides, 0};
  c->m.manager_ctx = c.get();
  c->m.deleter = drop_owner;
  return &c.release()->m;
}
