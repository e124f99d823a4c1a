// Const memory that is handed out.
// RUN: %check_dlpack_tidy %s dlpack-read-only %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstdint>
#include <memory>
#include <vector>

template <typename Managed> struct Holder {
  Managed m;
  int64_t shape[1], strides[1];
  std::shared_ptr<const std::vector<float>> keep;
};
static void drop(DLManagedTensor *m) { delete static_cast<Holder<DLManagedTensor> *>(m->manager_ctx); }
static void drop_versioned(DLManagedTensorVersioned *m) {
  delete static_cast<Holder<DLManagedTensorVersioned> *>(m->manager_ctx);
}

DLManagedTensor *legacy(std::shared_ptr<const std::vector<float>> v) {
  auto h = std::make_unique<Holder<DLManagedTensor>>();
  h->shape[0] = static_cast<int64_t>(v->size());
  h->strides[0] = 1;
  h->m.dl_tensor = DLTensor{const_cast<float *>(v->data()), {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, h->shape, h->strides, 0};
  // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: memory that is const is handed out as writable{{.*}}DLManagedTensorVersioned with DLPACK_FLAG_BITMASK_READ_ONLY{{.*}} [dlpack-read-only]
  h->keep = std::move(v);
  h->m.manager_ctx = h.get();
  h->m.deleter = drop;
  return &h.release()->m;
}
DLManagedTensorVersioned *versioned(std::shared_ptr<const std::vector<float>> v, bool say) {
  auto h = std::make_unique<Holder<DLManagedTensorVersioned>>();
  h->shape[0] = static_cast<int64_t>(v->size());
  h->strides[0] = 1;
  h->m.dl_tensor = DLTensor{const_cast<float *>(v->data()), {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, h->shape, h->strides, 0};
  h->m.version = {DLPACK_MAJOR_VERSION, DLPACK_MINOR_VERSION};
  h->m.flags = DLPACK_FLAG_BITMASK_READ_ONLY;
  h->keep = std::move(v);
  h->m.manager_ctx = h.get();
  h->m.deleter = drop_versioned;
  return &h.release()->m;
}

// Const only because the method is.
class Buffer {
public:
  DLManagedTensor *share() const;

private:
  struct Context {
    DLManagedTensor m;
    int64_t shape[1], strides[1];
    std::shared_ptr<std::vector<float>> keep;
  };
  std::shared_ptr<std::vector<float>> values_;
};
DLManagedTensor *Buffer::share() const {
  auto c = std::make_unique<Context>();
  c->shape[0] = static_cast<int64_t>(values_->size());
  c->strides[0] = 1;
  c->keep = values_;
  c->m.dl_tensor = DLTensor{const_cast<float *>(values_->data()), {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, c->shape, c->strides, 0};
  c->m.manager_ctx = c.get();
  c->m.deleter = [](DLManagedTensor *m) { delete static_cast<Context *>(m->manager_ctx); };
  return &c.release()->m;
}
