// Shape and strides in one array.
// RUN: %check_dlpack_tidy %s dlpack-incomplete-export %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstdint>
#include <vector>

void fill(DLTensor &t, int64_t *dims, int rank) {
  t.ndim = rank;
  t.shape = dims;
  t.strides = dims;
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: shape and strides are the same array{{.*}} [dlpack-incomplete-export]
}
void fill_from_itself(DLTensor *t, std::vector<int64_t> &dims) {
  t->ndim = static_cast<int32_t>(dims.size());
  t->shape = dims.data();
  t->strides = t->shape;
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: shape and strides are the same array
}
void fill_from_vector(DLManagedTensor *m, std::vector<int64_t> &dims) {
  m->dl_tensor.shape = dims.data();
  m->dl_tensor.strides = dims.data();
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: shape and strides are the same array
}

// One block, two halves.
void fill_halves(DLTensor &t, int64_t *block, int rank) {
  t.shape = block;
  t.strides = block + rank;
}
void fill_own(DLTensor &t, int rank) {
  t.shape = new int64_t[rank];
  t.strides = new int64_t[rank];
}
int64_t *make(int rank);
void fill_made(DLTensor &t, int rank) {
  t.shape = make(rank);
  t.strides = make(rank);
}
void fill_two(DLTensor &t, DLTensor &u, int64_t *dims, int64_t *steps) {
  t.shape = dims;
  t.strides = steps;
  u.shape = steps;
  u.strides = dims;
}
void fill_null(DLTensor &t) {
  t.shape = nullptr;
  t.strides = nullptr;
}
