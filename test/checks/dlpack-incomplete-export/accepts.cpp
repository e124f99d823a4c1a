// RUN: %check_dlpack_tidy %s dlpack-incomplete-export %t -- -- %python_inc %dlpack

#include <Python.h>
#include <dlpack/dlpack.h>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

void deleter(DLManagedTensor *);
void destroy(PyObject *);
void consume(const DLTensor *);
void fill(DLManagedTensor *);
void fillShape(DLTensor *);

DLManagedTensor *valueInitialised(float *data, int64_t *shape, int64_t *strides) {
  auto *m = new DLManagedTensor{};
  m->dl_tensor.data = data;
  m->dl_tensor.device = {kDLCPU, 0};
  m->dl_tensor.ndim = 1;
  m->dl_tensor.dtype = {kDLFloat, 32, 1};
  m->dl_tensor.shape = shape;
  m->dl_tensor.strides = strides;
  m->deleter = deleter;
  return m;
}
DLManagedTensor *aggregate(float *data, int64_t *shape, int64_t *strides) {
  return new DLManagedTensor{{data, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, strides, 0}, nullptr, deleter};
}
DLManagedTensor *zeroedByHand(float *data, int64_t *shape, int64_t *strides) {
  auto *m = static_cast<DLManagedTensor *>(std::malloc(sizeof(DLManagedTensor)));
  if (m == nullptr)
    return nullptr;
  std::memset(m, 0, sizeof *m);
  m->dl_tensor.data = data;
  m->dl_tensor.device.device_type = kDLCPU;
  m->dl_tensor.ndim = 1;
  m->dl_tensor.dtype = {kDLFloat, 32, 1};
  m->dl_tensor.shape = shape;
  m->dl_tensor.strides = strides;
  m->deleter = deleter;
  return m;
}

struct Holder {
  DLManagedTensor managed{};
  std::vector<int64_t> shape, strides;
  Holder() = default;
};
DLManagedTensor *memberInitialiser(float *data) {
  auto *h = new Holder;
  h->managed.dl_tensor.data = data;
  h->managed.dl_tensor.device = {kDLCPU, 0};
  h->managed.dl_tensor.ndim = 1;
  h->managed.dl_tensor.dtype = {kDLFloat, 32, 1};
  h->managed.dl_tensor.shape = h->shape.data();
  h->managed.dl_tensor.strides = h->strides.data();
  h->managed.manager_ctx = h;
  h->managed.deleter = deleter;
  return &h->managed;
}

DLManagedTensor *copied(const DLTensor &from) {
  auto *m = new DLManagedTensor;
  m->dl_tensor = from;
  m->manager_ctx = nullptr;
  m->deleter = deleter;
  return m;
}
DLManagedTensor *filledElsewhere(float *data) {
  auto *m = new DLManagedTensor;
  fill(m);
  m->dl_tensor.data = data;
  m->dl_tensor.byte_offset = 0;
  return m;
}
DLManagedTensor *conditional(float *data, int64_t *shape, int n) {
  auto *m = new DLManagedTensor();
  m->dl_tensor.data = data;
  m->dl_tensor.device = {kDLCPU, 0};
  m->dl_tensor.ndim = n;
  m->dl_tensor.dtype = {kDLFloat, 32, 1};
  if (n > 0) {
    m->dl_tensor.shape = shape;
    m->dl_tensor.strides = shape + n;
  }
  m->deleter = deleter;
  return m;
}
DLManagedTensor *chosen(float *data, int64_t *shape, int n) {
  auto *m = new DLManagedTensor();
  m->dl_tensor.data = data;
  m->dl_tensor.device = {kDLCPU, 0};
  m->dl_tensor.ndim = n;
  m->dl_tensor.dtype = {kDLFloat, 32, 1};
  m->dl_tensor.shape = n ? shape : nullptr;
  m->dl_tensor.strides = n ? shape + n : nullptr;
  m->deleter = deleter;
  return m;
}
DLManagedTensor *scalar(float *data) {
  auto *m = new DLManagedTensor();
  m->dl_tensor.data = data;
  m->dl_tensor.device = {kDLCPU, 0};
  m->dl_tensor.ndim = 0;
  m->dl_tensor.dtype = {kDLFloat, 32, 1};
  m->dl_tensor.strides = nullptr;
  m->deleter = deleter;
  return m;
}

// A tensor for a call of one's own may leave the strides to the callee.
void kernelCall(float *data, int64_t *shape) {
  DLTensor t{};
  t.data = data;
  t.device = {kDLCPU, 0};
  t.ndim = 1;
  t.dtype = {kDLFloat, 32, 1};
  t.shape = shape;
  t.strides = nullptr;
  consume(&t);
}
int reads(const DLTensor *t) {
  DLTensor copy = *t;
  copy.data = nullptr;
  copy.ndim = 0;
  copy.byte_offset = 0;
  copy.shape = nullptr;
  consume(&copy);
  return copy.ndim;
}

// Nothing is lost: caught, owned, or handed on before the throw.
struct Storage {
  float *data;
  int dtype;
};
static DLDataType dtypeOf(const Storage &s) {
  if (s.dtype != 0)
    throw std::invalid_argument("dtype");
  return {kDLFloat, 32, 1};
}
DLManagedTensor *owned(const Storage &s) {
  auto m = std::make_unique<DLManagedTensor>();
  m->dl_tensor.dtype = dtypeOf(s);
  return m.release();
}
DLManagedTensor *caught(const Storage &s) {
  auto *m = new DLManagedTensor();
  try {
    m->dl_tensor.dtype = dtypeOf(s);
  } catch (...) {
    delete m;
    throw;
  }
  return m;
}
DLManagedTensor *checkedFirst(const Storage &s) {
  DLDataType dtype = dtypeOf(s);
  auto *m = new DLManagedTensor();
  m->dl_tensor.dtype = dtype;
  return m;
}
DLManagedTensor *freed(const Storage &s) {
  auto *m = new DLManagedTensor();
  if (s.data == nullptr) {
    delete m;
    return nullptr;
  }
  return m;
}
void wrapped(const Storage &s, std::vector<std::unique_ptr<DLManagedTensor>> &to) {
  auto *m = new DLManagedTensor();
  to.emplace_back(m);
  m->dl_tensor.dtype = dtypeOf(s);
}
