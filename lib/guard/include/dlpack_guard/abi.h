//===- abi.h - The DLPack structs, with or without a dlpack.h ---*- C++ -*-===//
//
// Part of dlpack_guard. After this header the global names of DLPack's ABI are
// there: DLTensor, DLManagedTensor, DLManagedTensorVersioned and the flags.
//
// A dlpack.h seen before (any from 0.6 on; all of them share one include guard)
// is used as it is, and only what it lacks is added. With none in sight,
// <dlpack/dlpack.h> is taken where the compiler finds one, else the ABI is
// written down here and the include guard claimed, so that a dlpack.h included
// later is skipped instead of clashing.
//
// DLPACK_GUARD_DLPACK_H may name the header to include: a vendored copy with
// an include guard of its own.
//
// Source: include/dlpack/dlpack.h of DLPack 0.6, 0.8, 1.0, 1.1 and 1.3.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_ABI_H
#define DLPACK_GUARD_ABI_H

#include <cstdint>
#include <cstring>

#if defined(DLPACK_GUARD_DLPACK_H)
#include DLPACK_GUARD_DLPACK_H
#ifndef DLPACK_DLPACK_H_
#define DLPACK_DLPACK_H_
#endif
#elif !defined(DLPACK_DLPACK_H_) && __has_include(<dlpack/dlpack.h>)
#include <dlpack/dlpack.h>
#endif

#ifdef DLPACK_DLPACK_H_
#if !defined(DLPACK_MAJOR_VERSION) && !defined(DLPACK_VERSION)
#error "dlpack_guard needs a dlpack.h of 0.6 or newer"
#elif !defined(DLPACK_MAJOR_VERSION) && DLPACK_VERSION < 60
#error "dlpack_guard needs a dlpack.h of 0.6 or newer"
#endif
#ifndef DLPACK_MAJOR_VERSION
#define DLPACK_GUARD_ADD_VERSIONED 1
#endif
#else // No dlpack.h: the ABI of 1.3.
#define DLPACK_DLPACK_H_
#define DLPACK_GUARD_ADD_VERSIONED 1
#ifdef __cplusplus
#define DLPACK_EXTERN_C extern "C"
#endif
#define DLPACK_MAJOR_VERSION 1
#define DLPACK_MINOR_VERSION 3

extern "C" {

typedef enum : std::int32_t {
  kDLCPU = 1,
  kDLCUDA = 2,
  kDLCUDAHost = 3,
  kDLOpenCL = 4,
  kDLVulkan = 7,
  kDLMetal = 8,
  kDLVPI = 9,
  kDLROCM = 10,
  kDLROCMHost = 11,
  kDLExtDev = 12,
  kDLCUDAManaged = 13,
  kDLOneAPI = 14,
  kDLWebGPU = 15,
  kDLHexagon = 16,
  kDLMAIA = 17,
  kDLTrn = 18,
} DLDeviceType;

typedef struct {
  DLDeviceType device_type;
  std::int32_t device_id;
} DLDevice;

typedef enum {
  kDLInt = 0U,
  kDLUInt = 1U,
  kDLFloat = 2U,
  kDLOpaqueHandle = 3U,
  kDLBfloat = 4U,
  kDLComplex = 5U,
  kDLBool = 6U,
  kDLFloat8_e3m4 = 7U,
  kDLFloat8_e4m3 = 8U,
  kDLFloat8_e4m3b11fnuz = 9U,
  kDLFloat8_e4m3fn = 10U,
  kDLFloat8_e4m3fnuz = 11U,
  kDLFloat8_e5m2 = 12U,
  kDLFloat8_e5m2fnuz = 13U,
  kDLFloat8_e8m0fnu = 14U,
  kDLFloat6_e2m3fn = 15U,
  kDLFloat6_e3m2fn = 16U,
  kDLFloat4_e2m1fn = 17U,
} DLDataTypeCode;

typedef struct {
  std::uint8_t code;
  std::uint8_t bits;
  std::uint16_t lanes;
} DLDataType;

typedef struct {
  void *data; ///< elements start byte_offset bytes behind it
  DLDevice device;
  std::int32_t ndim;
  DLDataType dtype;
  std::int64_t *shape;   ///< ndim sizes; may be NULL for ndim 0
  std::int64_t *strides; ///< ndim strides in elements; NULL: C order (< 1.2)
  std::uint64_t byte_offset;
} DLTensor;

typedef struct DLManagedTensor {
  DLTensor dl_tensor;
  void *manager_ctx;
  void (*deleter)(struct DLManagedTensor *self);
} DLManagedTensor;

} // extern "C"
#endif // DLPACK_DLPACK_H_

#ifdef DLPACK_GUARD_ADD_VERSIONED
#undef DLPACK_GUARD_ADD_VERSIONED
extern "C" {

typedef struct {
  std::uint32_t major;
  std::uint32_t minor;
} DLPackVersion;

typedef struct DLManagedTensorVersioned {
  DLPackVersion version;
  void *manager_ctx;
  void (*deleter)(struct DLManagedTensorVersioned *self);
  std::uint64_t flags;
  DLTensor dl_tensor;
} DLManagedTensorVersioned;

} // extern "C"
#endif

#ifndef DLPACK_FLAG_BITMASK_READ_ONLY
#define DLPACK_FLAG_BITMASK_READ_ONLY (1UL << 0UL)
#endif
#ifndef DLPACK_FLAG_BITMASK_IS_COPIED
#define DLPACK_FLAG_BITMASK_IS_COPIED (1UL << 1UL)
#endif
#ifndef DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED
#define DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED (1UL << 2UL)
#endif

static_assert(sizeof(void *) != 8 || sizeof(DLTensor) == 48,
              "this dlpack.h does not have the layout of DLPack 0.6 to 1.3");

namespace dlpack_guard {

/// The struct version dlpack_guard reads and writes. A change of Major is a
/// change of layout; Minor only adds values.
inline constexpr std::uint32_t AbiMajor = 1;
inline constexpr std::uint32_t AbiMinor = 3;

/// The device type as a number. Older headers declare the enum without a fixed
/// underlying type, where reading a value they do not list is undefined.
inline std::int32_t device_type(const DLDevice &Device) noexcept {
  std::int32_t Value;
  static_assert(sizeof Value == sizeof Device.device_type,
                "DLDeviceType must have 32 bits");
  std::memcpy(&Value, &Device.device_type, sizeof Value);
  return Value;
}

/// A DLDevice of any type, listed in this dlpack.h or not.
inline DLDevice make_device(std::int32_t Type, std::int32_t Id = 0) noexcept {
  DLDevice Device;
  std::memcpy(&Device.device_type, &Type, sizeof Type);
  Device.device_id = Id;
  return Device;
}

/// DLPack's C exchange API: the table a type offers in
/// `__dlpack_c_exchange_api__`. Written down here because only headers from 1.2
/// on have it. None of the functions synchronises a stream; all but the
/// allocator return 0, or -1 with a Python exception set.
struct ExchangeApi {
  struct Header {
    DLPackVersion Version;
    Header *Previous; ///< an older table, or NULL
  };
  Header Head;
  int (*Allocate)(DLTensor *Prototype, DLManagedTensorVersioned **Out,
                  void *ErrorContext,
                  void (*SetError)(void *, const char *, const char *));
  int (*FromPyObject)(void *Object, DLManagedTensorVersioned **Out);
  int (*ToPyObject)(DLManagedTensorVersioned *Tensor, void **Object);
  int (*Borrow)(void *Object, DLTensor *Out); ///< may be NULL
  int (*CurrentWorkStream)(DLDeviceType Type, std::int32_t Id, void **Stream);
};

} // namespace dlpack_guard

#endif // DLPACK_GUARD_ABI_H
