// A type code beside the name of the type that it stands for.
// RUN: %check_dlpack_tidy %s dlpack-dtype %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <stdexcept>

enum class Type { Int, UnsignedInt, Half, Float, Double, BFloat, Byte };

#define SET_CODE(TYPE, CODE)                                                   \
  case Type::TYPE:                                                             \
    code = CODE;                                                               \
    break

uint8_t wrong_in_a_macro(Type type) {
  uint8_t code;
  switch (type) {
    SET_CODE(Int, kDLInt);
    SET_CODE(UnsignedInt, kDLUInt);
    SET_CODE(Float, kDLFloat);
    SET_CODE(Double, kDLFloat);
    SET_CODE(Half, kDLBfloat);
    // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'Half' is exported with another type code than its name says
    SET_CODE(BFloat, kDLBfloat);
  default:
    throw std::runtime_error("no such type");
  }
  return code;
}

DLDataTypeCode wrong_answer(Type type) {
  switch (type) {
  case Type::UnsignedInt:
    return kDLInt;
    // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'UnsignedInt' is exported with another type code than its name says
  case Type::Half:
  case Type::Float:
  case Type::Double:
    return kDLFloat;
  default:
    return kDLInt;
  }
}

// Silence: the names agree, or say nothing, or several codes are meant.
int right(Type type, bool wide) {
  switch (type) {
  case Type::Half:
    return kDLFloat;
  case Type::Byte:
    return kDLUInt;
  case Type::BFloat:
    return wide ? kDLFloat : kDLBfloat;
  default:
    return kDLInt;
  }
}

// An enum of something else.
enum class Cost { IntAdd = 7, FloatAdd = 3, DoubleAdd = 9, HalfAdd = 1 };
int cost(Type type) {
  switch (type) {
  case Type::Half:
    return static_cast<int>(Cost::FloatAdd);
  default:
    return static_cast<int>(Cost::IntAdd);
  }
}
