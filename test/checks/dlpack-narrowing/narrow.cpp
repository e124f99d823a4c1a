// RUN: %check_dlpack_tidy %s dlpack-narrowing %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstddef>
#include <cstdint>
#include <vector>

int accumulated(const DLTensor &t) {
  int n = 1;
  for (int i = 0; i < t.ndim; ++i)
    n *= t.shape[i];
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: the dimensions are multiplied in a 32-bit variable{{.*}} [dlpack-narrowing]
  return n;
}
void stored(const DLTensor &t, std::vector<float> &to) {
  int n = t.shape[0] * t.shape[1];
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: a product of dimensions is cut to 32 bits
  to.resize(n);
}
std::size_t cast(const DLTensor &t) {
  return 4 * static_cast<uint32_t>(t.shape[0] * t.shape[1]);
  // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: a product of dimensions is cut to 32 bits
}
std::size_t computed(const DLTensor &t) {
  const int rows = static_cast<int>(t.shape[0]);
  const int columns = static_cast<int>(t.shape[1]);
  return rows * columns;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'rows * columns' multiplies dimensions in 32 bits
  // CHECK-FIXES: return static_cast<int64_t>(rows) * columns;
}
float indexed(const DLTensor &t, const float *p) {
  const int rows = t.shape[0], columns = t.shape[1];
  float sum = 0;
  for (int i = 0; i < rows; ++i)
    sum += p[i * columns];
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'i * columns' multiplies dimensions in 32 bits
    // CHECK-FIXES: sum += p[static_cast<int64_t>(i) * columns];
  return sum;
}
float *offset(const DLTensor &t) {
  int skip = t.byte_offset / sizeof(float);
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: byte_offset is cut to 32 bits
  return static_cast<float *>(t.data) + skip;
}
