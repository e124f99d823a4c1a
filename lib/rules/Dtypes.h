//===- Dtypes.h - Element type codes, flags and capsule names ---*- C++ -*-===//
//
// Part of dlpack-tidy. The small closed vocabularies of the ABI besides the
// device type. Source: include/dlpack/dlpack.h at each tag, and dlpack pull
// requests 184 and 187 for kDLBcomplex.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_DTYPES_H
#define DLPACK_TIDY_RULES_DTYPES_H

#include <cstdint>
#include <string_view>

namespace dlpack_tidy::rules {

/// A DLDataTypeCode.
struct DtypeCode {
  int Value;
  const char *Name;
  const char *Since; ///< dlpack tag; "unreleased"
  /// The only legal DLDataType::bits, or 0 where several are.
  int Bits;
};

inline constexpr DtypeCode DtypeCodes[] = {
    {0, "kDLInt", "v0.2", 0},
    {1, "kDLUInt", "v0.2", 0},
    {2, "kDLFloat", "v0.2", 0},
    {3, "kDLOpaqueHandle", "v0.4", 0},
    {4, "kDLBfloat", "v0.3", 0},
    {5, "kDLComplex", "v0.4", 0},
    {6, "kDLBool", "v0.8", 0},
    {7, "kDLFloat8_e3m4", "v1.1", 8},
    {8, "kDLFloat8_e4m3", "v1.1", 8},
    {9, "kDLFloat8_e4m3b11fnuz", "v1.1", 8},
    {10, "kDLFloat8_e4m3fn", "v1.1", 8},
    {11, "kDLFloat8_e4m3fnuz", "v1.1", 8},
    {12, "kDLFloat8_e5m2", "v1.1", 8},
    {13, "kDLFloat8_e5m2fnuz", "v1.1", 8},
    {14, "kDLFloat8_e8m0fnu", "v1.1", 8},
    {15, "kDLFloat6_e2m3fn", "v1.1", 6},
    {16, "kDLFloat6_e3m2fn", "v1.1", 6},
    {17, "kDLFloat4_e2m1fn", "v1.1", 4},
    {18, "kDLBcomplex", "unreleased", 0},
};

/// The entry for \p Code, or nullptr.
constexpr const DtypeCode *dtypeCode(int Code) {
  for (const DtypeCode &D : DtypeCodes)
    if (D.Value == Code)
      return &D;
  return nullptr;
}

/// A bit of DLManagedTensorVersioned::flags.
struct TensorFlag {
  std::uint64_t Mask;
  const char *Name;
  const char *Since;
};

inline constexpr TensorFlag TensorFlags[] = {
    {1, "DLPACK_FLAG_BITMASK_READ_ONLY", "v1.0"},
    {2, "DLPACK_FLAG_BITMASK_IS_COPIED", "v1.0"},
    {4, "DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED", "v1.1"},
};

/// The name of a DLPack capsule, which says what it holds and who owns it.
struct LegalCapsuleName {
  const char *Name;
  bool Versioned; ///< holds a DLManagedTensorVersioned
  bool Used;      ///< a consumer has taken the tensor
};

inline constexpr LegalCapsuleName LegalCapsuleNames[] = {
    {"dltensor", false, false},
    {"used_dltensor", false, true},
    {"dltensor_versioned", true, false},
    {"used_dltensor_versioned", true, true},
};

/// The entry for \p Name, or nullptr for any other string.
constexpr const LegalCapsuleName *legalCapsuleName(std::string_view Name) {
  for (const LegalCapsuleName &C : LegalCapsuleNames)
    if (Name == C.Name)
      return &C;
  return nullptr;
}

/// The name a capsule must have, given what it holds.
constexpr const char *capsuleNameFor(bool Versioned, bool Used) {
  for (const LegalCapsuleName &C : LegalCapsuleNames)
    if (C.Versioned == Versioned && C.Used == Used)
      return C.Name;
  return nullptr;
}

/// The C exchange API: a capsule of this name, in this attribute of the type.
inline constexpr char ExchangeApiCapsule[] = "dlpack_exchange_api";
inline constexpr char ExchangeApiAttribute[] = "__dlpack_c_exchange_api__";

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_DTYPES_H
