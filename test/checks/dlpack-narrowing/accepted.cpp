// Sizes in 64 bits, single dimensions, and those with a limit: silence.
// RUN: %check_dlpack_tidy %s dlpack-narrowing %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <climits>
#include <cstdint>
#include <limits>
#include <stdexcept>

int64_t wide(const DLTensor &t) {
  int64_t n = 1;
  for (int i = 0; i < t.ndim; ++i)
    n *= t.shape[i];
  return n;
}
int one_dimension(const DLTensor &t) { return static_cast<int>(t.shape[0]); }
int implicit(const DLTensor &t) {
  int rows = t.shape[0];
  return rows;
}
int limited(const DLTensor &t) {
  if (t.shape[0] * t.shape[1] > INT_MAX)
    throw std::runtime_error("too large");
  return static_cast<int>(t.shape[0] * t.shape[1]);
}
int limited_by_numeric(const DLTensor &t) {
  const int64_t n = t.shape[0] * t.shape[1];
  if (n <= std::numeric_limits<int>::max())
    return n;
  return -1;
}
int64_t widened(const DLTensor &t) {
  const int rows = static_cast<int>(t.shape[0]), columns = static_cast<int>(t.shape[1]);
  return static_cast<int64_t>(rows) * columns;
}
int bytes_of_element(const DLTensor &t) { return t.dtype.bits * t.dtype.lanes / 8; }
int dimensions(const DLTensor &t) { return 2 * t.ndim; }
int other(int rows, int columns) { return rows * columns; }
