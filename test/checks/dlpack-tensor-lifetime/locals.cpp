// RUN: %check_dlpack_tidy %s dlpack-tensor-lifetime %t -- -- %python_inc %dlpack

#include <Python.h>
#include <dlpack/dlpack.h>
#include <array>
#include <memory>
#include <vector>

void deleter(DLManagedTensor *m);
void destroy(PyObject *);
std::vector<int64_t> shapeOf(float *);
void use(const DLTensor &);

DLManagedTensor *array(float *data, int64_t n) {
  int64_t shape[1] = {n};
  auto *m = new DLManagedTensor();
  m->dl_tensor.data = data;
  m->dl_tensor.shape = shape;
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'm.dl_tensor.shape' points into the local 'shape', which dies before the consumer has called the deleter: it reads freed memory; keep the array in the object that the deleter frees [dlpack-tensor-lifetime]
  m->deleter = deleter;
  return m;
}
PyObject *vector(float *data, int64_t n) {
  std::vector<int64_t> shape{n}, strides{1};
  auto *m = new DLManagedTensor();
  m->dl_tensor.data = data;
  m->dl_tensor.ndim = 1;
  m->dl_tensor.shape = shape.data();
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'm.dl_tensor.shape' points into the local 'shape'
  m->dl_tensor.strides = &strides[0];
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'm.dl_tensor.strides' points into the local 'strides'
  m->deleter = deleter;
  return PyCapsule_New(m, "dltensor", destroy);
}
DLTensor byValue(float *data) {
  std::array<int64_t, 2> shape{2, 3};
  DLTensor t{};
  t.data = data;
  t.ndim = 2;
  int64_t *p = shape.data();
  t.shape = p;
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 't.shape' points into the local 'shape'
  return t;
}
void temporary(float *data, DLTensor *out) {
  out->data = data;
  out->shape = shapeOf(data).data();
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'out.shape' points into a temporary
}
void byParameter(DLManagedTensor *m, std::vector<int64_t> shape, int64_t n) {
  m->dl_tensor.shape = shape.data();
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'm.dl_tensor.shape' points into the local 'shape'
  m->dl_tensor.strides = &n;
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'm.dl_tensor.strides' points into the local 'n'
}
DLManagedTensor *ownedData(int64_t n) {
  std::vector<float> values(n);
  auto m = std::make_unique<DLManagedTensor>();
  m->dl_tensor.data = values.data();
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'm.dl_tensor.data' points into the local 'values'
  m->deleter = deleter;
  return m.release();
}
class Exporter {
public:
  void prepare(int64_t n) {
    int64_t shape[] = {n};
    tensor_.shape = shape;
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'tensor_.shape' points into the local 'shape'
  }

private:
  DLTensor tensor_{};
};
static void setShape(DLManagedTensor *m, int64_t n) {
  int64_t shape[1] = {n};
  m->dl_tensor.shape = shape;
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'm.dl_tensor.shape' points into the local 'shape'
}
DLManagedTensor *inHelper(int64_t n) {
  auto *m = new DLManagedTensor();
  setShape(m, n);
  m->deleter = deleter;
  return m;
}
PyObject *onStack(float *data) {
  DLManagedTensor m{};
  m.dl_tensor.data = data;
  return PyCapsule_New(&m, "dltensor", destroy);
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: the capsule is made over the local 'm', which is gone before anybody can consume it
}

// Alive for long enough.

struct Holder {
  DLManagedTensor managed{};
  std::vector<int64_t> shape;
  int64_t strides[4];
};
DLManagedTensor *held(float *data, int64_t n) {
  auto h = std::make_unique<Holder>();
  h->shape = {n};
  h->managed.dl_tensor.data = data;
  h->managed.dl_tensor.shape = h->shape.data();
  h->managed.dl_tensor.strides = h->strides;
  return &h.release()->managed;
}
DLManagedTensor *moved(float *data, int64_t n) {
  std::vector<int64_t> shape{n};
  auto h = std::make_unique<Holder>();
  h->managed.dl_tensor.shape = shape.data();
  h->shape = std::move(shape);
  return &h.release()->managed;
}
void scratch(float *data, int64_t n) {
  int64_t shape[1] = {n};
  DLTensor t{};
  t.data = data;
  t.shape = shape;
  use(t);
}
void scratchManaged(int64_t n) {
  int64_t shape[1] = {n};
  auto *m = new DLManagedTensor();
  m->dl_tensor.shape = shape;
  use(m->dl_tensor);
  delete m;
}
DLManagedTensor *replaced(float *data, int64_t n) {
  int64_t shape[1] = {n};
  auto *m = new DLManagedTensor();
  m->dl_tensor.shape = shape;
  use(m->dl_tensor);
  m->dl_tensor.shape = new int64_t[1]{n};
  m->deleter = deleter;
  return m;
}
DLManagedTensor *staticShape(float *data) {
  static int64_t shape[1] = {4};
  auto *m = new DLManagedTensor();
  m->dl_tensor.data = data;
  m->dl_tensor.shape = shape;
  m->deleter = deleter;
  return m;
}
DLManagedTensor *callersShape(float *data, std::vector<int64_t> &shape) {
  auto *m = new DLManagedTensor();
  m->dl_tensor.data = data;
  m->dl_tensor.shape = shape.data();
  m->deleter = deleter;
  return m;
}
