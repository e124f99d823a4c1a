// RUN: %check_dlpack_tidy %s dlpack-tensor-lifetime %t -- -- %dlpack

#include <dlpack/dlpack.h>
#include <cassert>
#include <cstdlib>
#include <memory>
#include <stdexcept>

int pool_free(void *);
bool isOwned(void *);
void log(const void *);
struct Holder {
  DLManagedTensor managed{};
  float *data;
};
struct Context {
  float *data;
};

static void usesAfter(DLManagedTensor *self) {
  delete self;
  self->deleter = nullptr;
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the deleter uses 'self' after the memory was freed; read what is needed first and free the struct last [dlpack-tensor-lifetime]
}
static void usesAfterHolder(DLManagedTensor *self) {
  delete static_cast<Holder *>(self->manager_ctx);
  self->manager_ctx = nullptr;
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the deleter uses 'self' after the memory was freed
}
static void freesTwice(DLManagedTensor *self) {
  auto *context = static_cast<Context *>(self->manager_ctx);
  delete context;
  if (self->dl_tensor.ndim > 0)
    delete context;
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: the deleter frees 'context' a second time
  delete self;
}
static void throws(DLManagedTensor *self) {
  if (pool_free(self->dl_tensor.data) != 0)
    throw std::runtime_error("pool");
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: an exception leaves the deleter, which C code and other libraries call
  delete self;
}
static void asserts(DLManagedTensor *self) {
  assert(pool_free(self->dl_tensor.data) == 0);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: with NDEBUG the assert is compiled out and this call with it: nothing is released
  delete self;
}
static void wrongAllocator(DLManagedTensor *self) { std::free(self); }
// CHECK-MESSAGES: :[[@LINE-1]]:53: warning: the struct comes from new and is freed as if it came from malloc: the heap is corrupted
static void forgetsSelf(DLManagedTensor *self) { delete static_cast<Context *>(self->manager_ctx); }

void attach(DLManagedTensor *m) {
  m->deleter = usesAfter;
  m->deleter = usesAfterHolder;
  m->deleter = freesTwice;
  m->deleter = throws;
  m->deleter = asserts;
}
DLManagedTensor *mismatched() {
  auto *m = new DLManagedTensor();
  m->deleter = wrongAllocator;
  return m;
}
DLManagedTensor *leaking() {
  auto m = std::make_unique<DLManagedTensor>();
  m->manager_ctx = new Context;
  m->deleter = forgetsSelf;
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: this deleter never frees the struct it is given: every export leaks it; delete it last
  return m.release();
}

// In order.

static void inOrder(DLManagedTensor *self) {
  auto *context = static_cast<Context *>(self->manager_ctx);
  delete self;
  delete[] context->data;
  delete context;
}
static void branches(DLManagedTensor *self) {
  if (self->manager_ctx == nullptr) {
    delete self;
    return;
  }
  log(self->manager_ctx);
  delete self;
}
static void byHolder(DLManagedTensor *self) {
  std::unique_ptr<Holder> holder(static_cast<Holder *>(self->manager_ctx));
  log(self->dl_tensor.data);
}
static void pureAssert(DLManagedTensor *self) {
  assert(isOwned(self->dl_tensor.data));
  const int failed = pool_free(self->dl_tensor.data);
  assert(failed == 0);
  (void)failed;
  delete self;
}
static void catches(DLManagedTensor *self) {
  try {
    if (pool_free(self->dl_tensor.data) != 0)
      throw std::runtime_error("pool");
  } catch (const std::exception &) {
    log(self);
  }
  delete self;
}
void recycle(DLManagedTensor *);
static void recycled(DLManagedTensor *self) { recycle(self); }
static void mallocs(DLManagedTensor *self) { std::free(self); }
void attachGood(DLManagedTensor *m) {
  m->deleter = inOrder;
  m->deleter = branches;
  m->deleter = byHolder;
  m->deleter = pureAssert;
  m->deleter = catches;
}
DLManagedTensor *matched(bool pool) {
  auto *m = static_cast<DLManagedTensor *>(std::calloc(1, sizeof(DLManagedTensor)));
  m->deleter = mallocs;
  if (pool)
    m->deleter = recycled;
  return m;
}
