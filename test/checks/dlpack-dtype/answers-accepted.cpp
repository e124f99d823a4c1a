// Converters that say no more than they know.
// RUN: %check_dlpack_tidy %s dlpack-dtype %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstdint>
#include <stdexcept>
#include <string>

enum class Kind { f32, f64, i32, i64, u8, bf16, f16, unknown };
enum Family { kInt, kUInt, kFloat, kBfloat, kOther };

Kind full(DLDataType d) {
  if (d.lanes != 1)
    throw std::invalid_argument("lanes");
  switch (d.code) {
  case kDLFloat:
    switch (d.bits) {
    case 16:
      return Kind::f16;
    case 32:
      return Kind::f32;
    case 64:
      return Kind::f64;
    }
    break;
  case kDLBfloat:
    if (d.bits == 16)
      return Kind::bf16;
    break;
  case kDLUInt:
    return d.bits == 8 ? Kind::u8 : Kind::unknown;
  default:
    break;
  }
  return Kind::unknown;
}
Kind refusing(const DLTensor &t) {
  if (t.dtype.code != kDLFloat || t.dtype.bits != 32)
    throw std::invalid_argument("float32 only");
  return Kind::f32;
}
// The family of types is in the code.
Family family(const DLDataType &d) {
  switch (d.code) {
  case kDLInt:
    return kInt;
  case kDLUInt:
    return kUInt;
  case kDLFloat:
    return kFloat;
  case kDLBfloat:
    return kBfloat;
  default:
    return kOther;
  }
}
std::string spelled(const DLDataType &d) {
  const char *name = d.code == kDLInt ? "int" : d.code == kDLUInt ? "uint" : "other";
  return name + std::to_string(d.bits);
}
bool is_float(const DLDataType &d) { return d.code == kDLFloat; }
// Nothing was asked yet.
Kind or_default(const DLTensor *t) {
  if (t == nullptr)
    return Kind::f32;
  return full(t->dtype);
}
Kind compared(const DLDataType &d, const DLDataType &f32) {
  if (d.code == f32.code && d.bits == f32.bits && d.lanes == f32.lanes)
    return Kind::f32;
  return Kind::unknown;
}
DLDataType exported(Kind k) {
  switch (k) {
  case Kind::i64:
    return {kDLInt, 64, 1};
  case Kind::bf16:
    return {kDLBfloat, 16, 1};
  case Kind::f16:
  case Kind::f32:
    return {kDLFloat, static_cast<uint8_t>(k == Kind::f16 ? 16 : 32), 1};
  default:
    throw std::invalid_argument("dtype");
  }
}
