// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <stdexcept>
#include <type_traits>
#include <dlpack/dlpack.h>
// dtype_of MAKES a dtype for T; it classifies nobody's.
template <typename T> DLDataType dtype_of() {
  DLDataType dt;
  dt.lanes = 1;
  dt.bits = sizeof(T) * 8;
  if constexpr (std::is_floating_point_v<T>) {
    dt.code = kDLFloat;
  } else {
    dt.code = kDLUInt;
  }
  return dt;
}
template <typename T> const T *elements(const DLTensor &t) {
  auto e = dtype_of<T>();
  if (t.dtype.code != e.code || t.dtype.bits != e.bits || t.dtype.lanes != e.lanes)
    throw std::runtime_error("dtype");
  return reinterpret_cast<const T *>(static_cast<const char *>(t.data) + t.byte_offset);
}
const unsigned *g(const DLTensor &t) {
  auto dtype = t.dtype;
  if (dtype.lanes != 1) throw std::runtime_error("lanes");
  if (dtype.code == kDLUInt && dtype.bits == 32) return elements<unsigned>(t);
  throw std::runtime_error("dtype");
}
