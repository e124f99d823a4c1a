// Converters that answer with a type the tensor may not have.
// RUN: %check_dlpack_tidy %s dlpack-dtype %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstdint>
#include <stdexcept>

enum class Kind { f32, f64, i32, i64, u8, bf16, f16, unknown };

Kind by_code(DLDataType d) {
  if (d.lanes != 1)
    throw std::invalid_argument("lanes");
  switch (d.code) {
  case kDLFloat:
    return d.bits == 64 ? Kind::f64 : Kind::f32;
    // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'Kind::f32' is the answer here though dtype.bits may say another type{{.*}} [dlpack-dtype]
  default:
    return Kind::unknown;
  }
}
Kind by_bits(const DLDataType &d) {
  if (d.bits == 16)
    return Kind::f16;
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Kind::f16' is the answer here though dtype.code may say another type{{.*}} [dlpack-dtype]
  throw std::invalid_argument("dtype");
}
const char *by_name(const DLTensor &t) {
  if (t.dtype.code == kDLFloat)
    return "float32";
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}} is the answer here though dtype.bits may say another type{{.*}} [dlpack-dtype]
  throw std::invalid_argument("dtype");
}
Kind swapped(const DLDataType &d) {
  if (d.code == kDLBfloat && d.bits == 16)
    return Kind::f16;
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Kind::f16' is the answer here though dtype.code may say another type{{.*}} [dlpack-dtype]
  throw std::invalid_argument("dtype");
}
// The other way.
DLDataType exported(Kind k) {
  switch (k) {
  case Kind::i64:
    return {kDLInt, 32, 1};
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Kind::i64' is exported with another width than its name says{{.*}} [dlpack-dtype]
  case Kind::u8:
    return {kDLInt, 8, 1};
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Kind::u8' is exported with another type code than its name says{{.*}} [dlpack-dtype]
  case Kind::f32:
    return {kDLFloat, 32, 1};
  default:
    throw std::invalid_argument("dtype");
  }
}
