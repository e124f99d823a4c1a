// Products whose 32 bits are not in the type of a variable.
// RUN: %check_dlpack_tidy %s dlpack-narrowing %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstdint>
#include <functional>
#include <numeric>

int64_t folded(const DLTensor &t) {
  return std::accumulate(t.shape, t.shape + t.ndim, 1, std::multiplies<>());
  // CHECK-MESSAGES: :[[@LINE-1]]:53: warning: the product has the type of this start, which is 32 bits wide{{.*}} [dlpack-narrowing]
}
int64_t wide(const DLTensor &t) {
  return std::accumulate(t.shape, t.shape + t.ndim, int64_t{1}, std::multiplies<>());
}
void place(DLTensor *t, int row, int pitch, int column, int size) {
  t->byte_offset = row * pitch + column * size;
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'row * pitch' is multiplied in 32 bits before it is widened{{.*}} [dlpack-narrowing]
  // CHECK-MESSAGES: :[[@LINE-2]]:34: warning: 'column * size' is multiplied in 32 bits before it is widened{{.*}} [dlpack-narrowing]
  // CHECK-FIXES: t->byte_offset = static_cast<int64_t>(row) * pitch + static_cast<int64_t>(column) * size;
}
void place_wide(DLTensor *t, int row, int64_t pitch) { t->byte_offset = row * pitch; }
void flat(DLTensor *t, int rows, int columns) {
  t->shape[0] = rows * columns;
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'rows * columns' is multiplied in 32 bits before it is widened{{.*}} [dlpack-narrowing]
  // CHECK-FIXES: t->shape[0] = static_cast<int64_t>(rows) * columns;
}
void doubled(DLTensor *t, int rows) { t->shape[0] = rows * 2; }
int64_t index(const DLTensor &t, int i) {
  int step = t.strides ? static_cast<int>(t.strides[0]) : 1;
  return i * step;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'i * step' multiplies dimensions in 32 bits{{.*}} [dlpack-narrowing]
  // CHECK-FIXES: return static_cast<int64_t>(i) * step;
}

// One variable away.
struct Field {
  int64_t base;
  int offset, size;
};
void place_field(DLManagedTensor *m, const Field &f, int index) {
  int byte_offset = f.offset + index * f.size;
  // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'index * f.size' is multiplied in 32 bits before it is widened
  m->dl_tensor.byte_offset = byte_offset;
}
void place_field_wide(DLManagedTensor *m, const Field &f, int64_t index) {
  int64_t byte_offset = f.offset + index * f.size;
  m->dl_tensor.byte_offset = byte_offset;
}
void place_next(DLManagedTensor *m, const Field &f) {
  int byte_offset = f.offset + 1;
  m->dl_tensor.byte_offset = byte_offset;
}
