// RUN: %check_dlpack_tidy %s dlpack-incomplete-export %t -- -- %python_inc %dlpack

#include <Python.h>
#include <dlpack/dlpack.h>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

void deleter(DLManagedTensor *);
void deleterVersioned(DLManagedTensorVersioned *);
void destroy(PyObject *);
void consume(DLTensor *);

DLManagedTensor *garbage(float *data, int64_t *shape, int64_t *strides) {
  auto *m = new DLManagedTensor;
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: nobody writes 'byte_offset' of this DLManagedTensor before it is handed out, and 'new' without parentheses leaves there what was there: the consumer reads garbage; value-initialise the struct and set every field [dlpack-incomplete-export]
  // CHECK-FIXES: auto *m = new DLManagedTensor();
  m->dl_tensor.data = data;
  m->dl_tensor.device = {kDLCPU, 0};
  m->dl_tensor.ndim = 1;
  m->dl_tensor.dtype = {kDLFloat, 32, 1};
  m->dl_tensor.shape = shape;
  m->dl_tensor.strides = strides;
  m->manager_ctx = nullptr;
  m->deleter = deleter;
  return m;
}

struct Holder {
  DLManagedTensor managed;
  std::vector<int64_t> shape, strides;
};
DLManagedTensor *holder(float *data) {
  std::unique_ptr<Holder> h(new Holder);
  // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: nobody writes 'dtype.lanes' and 'deleter' of this DLManagedTensor
  // CHECK-FIXES: std::unique_ptr<Holder> h(new Holder());
  DLTensor &t = h->managed.dl_tensor;
  t.data = data;
  t.device.device_type = kDLCPU;
  t.device.device_id = 0;
  t.ndim = 1;
  t.dtype.code = kDLFloat;
  t.dtype.bits = 32;
  t.shape = h->shape.data();
  t.strides = h->strides.data();
  t.byte_offset = 0;
  h->managed.manager_ctx = h.get();
  return &h.release()->managed;
}

PyObject *onSomeWay(float *data, int64_t *shape, bool dense) {
  auto *m = static_cast<DLManagedTensor *>(std::malloc(sizeof(DLManagedTensor)));
  // CHECK-MESSAGES: :[[@LINE-1]]:44: warning: nobody writes 'byte_offset' of this DLManagedTensor before it is handed out, and the allocation leaves there what was there
  if (!m)
    return PyErr_NoMemory();
  m->dl_tensor.data = data;
  m->dl_tensor.device = {kDLCPU, 0};
  m->dl_tensor.ndim = 1;
  m->dl_tensor.dtype = {kDLFloat, 32, 1};
  m->dl_tensor.shape = shape;
  m->dl_tensor.strides = shape + 1;
  if (dense)
    m->dl_tensor.byte_offset = 0;
  m->manager_ctx = nullptr;
  m->deleter = deleter;
  return PyCapsule_New(m, "dltensor", destroy);
}

void onStack(float *data, int64_t *shape) {
  DLTensor t;
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: nobody writes 'strides' and 'byte_offset' of this DLTensor before it is handed out, and the declaration leaves there what was there
  // CHECK-FIXES: DLTensor t{};
  t.data = data;
  t.device = {kDLCPU, 0};
  t.ndim = 1;
  t.dtype = {kDLFloat, 32, 1};
  t.shape = shape;
  consume(&t);
}

DLManagedTensorVersioned *zeroed(float *data, int64_t *shape) {
  auto *m = new DLManagedTensorVersioned();
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: nobody writes 'version.major' and 'dtype.lanes' of this DLManagedTensorVersioned before it is handed out: zero means no device, no dtype or no version there
  m->dl_tensor.data = data;
  m->dl_tensor.device = {kDLCPU, 0};
  m->dl_tensor.ndim = 1;
  m->dl_tensor.dtype.code = kDLFloat;
  m->dl_tensor.dtype.bits = 32;
  m->dl_tensor.shape = shape;
  m->dl_tensor.strides = shape + 1;
  m->deleter = deleterVersioned;
  return m;
}

DLManagedTensor *nullStrides(float *data, int64_t *shape, int n) {
  auto m = std::make_unique<DLManagedTensor>();
  m->dl_tensor.data = data;
  m->dl_tensor.device = {kDLCPU, 0};
  m->dl_tensor.ndim = n;
  m->dl_tensor.dtype = {kDLFloat, 32, 1};
  m->dl_tensor.shape = shape;
  m->dl_tensor.strides = nullptr;
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: strides of NULL are not allowed since DLPack 1.2 for a tensor that has dimensions
  m->deleter = deleter;
  return m.release();
}

DLManagedTensor *noStrides(float *data, int64_t *shape) {
  auto m = std::make_unique<DLManagedTensor>();
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: strides of NULL are not allowed since DLPack 1.2
  m->dl_tensor.data = data;
  m->dl_tensor.device = {kDLCPU, 0};
  m->dl_tensor.ndim = 1;
  m->dl_tensor.dtype = {kDLFloat, 32, 1};
  m->dl_tensor.shape = shape;
  m->deleter = deleter;
  return m.release();
}

// A helper fills the rest, but not all of it.
static void fillType(DLTensor &t) {
  t.dtype.code = kDLFloat;
  t.dtype.bits = 32;
}
DLManagedTensor *byHelper(float *data, int64_t *shape) {
  auto *m = new DLManagedTensor;
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: nobody writes 'dtype.lanes' of this DLManagedTensor
  // CHECK-FIXES: auto *m = new DLManagedTensor();
  fillType(m->dl_tensor);
  m->dl_tensor.data = data;
  m->dl_tensor.device = {kDLCPU, 0};
  m->dl_tensor.ndim = 1;
  m->dl_tensor.shape = shape;
  m->dl_tensor.strides = shape + 1;
  m->dl_tensor.byte_offset = 0;
  m->deleter = deleter;
  return m;
}

// A local struct is copied into the managed one.
DLManagedTensor *fromLocal(float *data, int64_t *shape, int n, void *context) {
  DLTensor t{data, {kDLCPU, 0}, n, {kDLFloat, 32, 1}, shape, (int64_t *)(nullptr), 0};
  // CHECK-MESSAGES: :[[@LINE-1]]:62: warning: strides of NULL are not allowed since DLPack 1.2
  return new DLManagedTensor{t, context, deleter};
}
