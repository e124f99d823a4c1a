//===- rules.h - The rules, devices and messages of DLPack ------*- C++ -*-===//
//
// Part of dlpack_guard. Written by dlpack-guard-rules from the tables the
// checks of dlpack-tidy read, so that both name the same rules and give the
// same advice: run `dlpack-guard-rules FILE` instead of editing it.
//
//===----------------------------------------------------------------------===//

// clang-format off

#ifndef DLPACK_GUARD_RULES_H
#define DLPACK_GUARD_RULES_H

#include <cstdint>

namespace dlpack_guard {

/// A rule, under the name of the check that finds code breaking it, and what
/// code that meets it should do.
struct Rule {
  const char *Id;
  const char *Advice;
};

namespace rule {
inline constexpr Rule UnsupportedBackend{"dlpack-unsupported-backend",
    "ask __dlpack_device__ (or test the platform) before exporting, and copy through the host (numpy.array, jax.device_get) where the backend has no DLPack"};
inline constexpr Rule TpuMemoryKind{"dlpack-tpu-memory-kind",
    "export a TPU array only from pinned host memory: move it with jax.device_put(x, x.sharding.with_memory_kind('pinned_host')), or copy it with jax.device_get"};
inline constexpr Rule UnsupportedDeviceType{"dlpack-unsupported-device-type",
    "leave dl_device out, or ask for a device type the producer serves in every release you support (kDLCPU, kDLCUDA and kDLROCM for JAX)"};
inline constexpr Rule UnhandledExportError{"dlpack-unhandled-export-error",
    "handle every type the call raises: BufferError, ValueError for copy=False, and RuntimeError (JAX's own errors derive from it)"};
inline constexpr Rule CallArguments{"dlpack-call-arguments",
    "pass stream and max_version by keyword, and call again without them when the producer answers TypeError"};
inline constexpr Rule LegacyApi{"dlpack-legacy-api",
    "use the present name; the old one is gone or about to go"};
inline constexpr Rule UncheckedDevice{"dlpack-unchecked-device",
    "test device_type before reading data on the host: only kDLCPU, kDLCUDAHost, kDLROCMHost and kDLTPUHost are host memory"};
inline constexpr Rule ByteOffset{"dlpack-byte-offset",
    "add byte_offset to data, or refuse tensors that have one"};
inline constexpr Rule Strides{"dlpack-strides",
    "test strides for NULL before using them, count them in elements, and exempt dimensions of size 0 and 1"};
inline constexpr Rule Dtype{"dlpack-dtype",
    "test code, bits and lanes before reading elements, and refuse what is not listed"};
inline constexpr Rule Version{"dlpack-version",
    "test version.major first; after a mismatch call the deleter and nothing else"};
inline constexpr Rule ReadOnly{"dlpack-read-only",
    "take the data as const, or test the READ_ONLY flag and treat capsules without flags as read-only"};
inline constexpr Rule WritableParameter{"dlpack-writable-parameter",
    "declare an array that is only read as nb::ndarray<const T, ...> (or nb::ro): a writable one refuses JAX arrays from 0.12 on and every read-only array"};
inline constexpr Rule NullData{"dlpack-null-data",
    "accept NULL data for tensors without elements, and do not dereference it"};
inline constexpr Rule Narrowing{"dlpack-narrowing",
    "keep shapes, strides and offsets in 64 bits"};
inline constexpr Rule CapsuleName{"dlpack-capsule-name",
    "use the names dltensor, used_dltensor, dltensor_versioned and used_dltensor_versioned, and test both before taking the pointer"};
inline constexpr Rule CapsuleOwnership{"dlpack-capsule-ownership",
    "rename the capsule once, own the tensor at once, and call its deleter, if it has one, exactly once"};
inline constexpr Rule CapsuleDestructor{"dlpack-capsule-destructor",
    "in a capsule destructor do nothing once the capsule is used, and keep the exception in flight"};
inline constexpr Rule DeleterGil{"dlpack-deleter-gil",
    "take the GIL in a deleter that touches Python, and do nothing when the interpreter is gone"};
inline constexpr Rule TensorLifetime{"dlpack-tensor-lifetime",
    "keep data, shape, strides and their owner alive until the deleter has run"};
inline constexpr Rule IncompleteExport{"dlpack-incomplete-export",
    "fill every field of an exported tensor, strides included"};
inline constexpr Rule ExporterSignature{"dlpack-exporter-signature",
    "give __dlpack__ the keywords stream, max_version, dl_device and copy, raise BufferError for what it cannot do, and define __dlpack_device__ beside it"};
} // namespace rule

/// All rules.
inline constexpr const Rule *AllRules[] = {
    &rule::UnsupportedBackend,
    &rule::TpuMemoryKind,
    &rule::UnsupportedDeviceType,
    &rule::UnhandledExportError,
    &rule::CallArguments,
    &rule::LegacyApi,
    &rule::UncheckedDevice,
    &rule::ByteOffset,
    &rule::Strides,
    &rule::Dtype,
    &rule::Version,
    &rule::ReadOnly,
    &rule::WritableParameter,
    &rule::NullData,
    &rule::Narrowing,
    &rule::CapsuleName,
    &rule::CapsuleOwnership,
    &rule::CapsuleDestructor,
    &rule::DeleterGil,
    &rule::TensorLifetime,
    &rule::IncompleteExport,
    &rule::ExporterSignature,
};

/// Whether code on the host may dereference DLTensor::data.
enum class HostAccess {
  Never,            ///< device memory, or an opaque handle
  AfterSynchronise, ///< managed memory, once the device is synchronised
  Always,           ///< CPU memory and pinned host memory
  Unknown           ///< depends on the runtime that made the tensor
};

/// The values of DLDeviceType; a dlpack.h may list fewer.
namespace device {
inline constexpr std::int32_t CPU = 1;
inline constexpr std::int32_t CUDA = 2;
inline constexpr std::int32_t CUDAHost = 3;
inline constexpr std::int32_t OpenCL = 4;
inline constexpr std::int32_t Vulkan = 7;
inline constexpr std::int32_t Metal = 8;
inline constexpr std::int32_t VPI = 9;
inline constexpr std::int32_t ROCM = 10;
inline constexpr std::int32_t ROCMHost = 11;
inline constexpr std::int32_t ExtDev = 12;
inline constexpr std::int32_t CUDAManaged = 13;
inline constexpr std::int32_t OneAPI = 14;
inline constexpr std::int32_t WebGPU = 15;
inline constexpr std::int32_t Hexagon = 16;
inline constexpr std::int32_t MAIA = 17;
inline constexpr std::int32_t Trn = 18;
inline constexpr std::int32_t TPU = 19;
inline constexpr std::int32_t TPUHost = 20;
inline constexpr std::int32_t Ascend = 21;
} // namespace device

struct DeviceRow {
  std::int32_t Value;
  const char *Name;
  HostAccess Host;
};

inline constexpr DeviceRow DeviceRows[] = {
    {1, "kDLCPU", HostAccess::Always},
    {2, "kDLCUDA", HostAccess::Never},
    {3, "kDLCUDAHost", HostAccess::Always},
    {4, "kDLOpenCL", HostAccess::Never},
    {7, "kDLVulkan", HostAccess::Never},
    {8, "kDLMetal", HostAccess::Never},
    {9, "kDLVPI", HostAccess::Unknown},
    {10, "kDLROCM", HostAccess::Never},
    {11, "kDLROCMHost", HostAccess::Always},
    {12, "kDLExtDev", HostAccess::Unknown},
    {13, "kDLCUDAManaged", HostAccess::AfterSynchronise},
    {14, "kDLOneAPI", HostAccess::Unknown},
    {15, "kDLWebGPU", HostAccess::Never},
    {16, "kDLHexagon", HostAccess::Unknown},
    {17, "kDLMAIA", HostAccess::Never},
    {18, "kDLTrn", HostAccess::Unknown},
    {19, "kDLTPU", HostAccess::Never},
    {20, "kDLTPUHost", HostAccess::Always},
    {21, "kDLAscend", HostAccess::Unknown},
};

struct DtypeRow {
  int Code;
  const char *Name;
  int Bits; ///< the only legal DLDataType::bits, or 0 where several are
};

inline constexpr DtypeRow DtypeRows[] = {
    {0, "kDLInt", 0},
    {1, "kDLUInt", 0},
    {2, "kDLFloat", 0},
    {3, "kDLOpaqueHandle", 0},
    {4, "kDLBfloat", 0},
    {5, "kDLComplex", 0},
    {6, "kDLBool", 0},
    {7, "kDLFloat8_e3m4", 8},
    {8, "kDLFloat8_e4m3", 8},
    {9, "kDLFloat8_e4m3b11fnuz", 8},
    {10, "kDLFloat8_e4m3fn", 8},
    {11, "kDLFloat8_e4m3fnuz", 8},
    {12, "kDLFloat8_e5m2", 8},
    {13, "kDLFloat8_e5m2fnuz", 8},
    {14, "kDLFloat8_e8m0fnu", 8},
    {15, "kDLFloat6_e2m3fn", 6},
    {16, "kDLFloat6_e3m2fn", 6},
    {17, "kDLFloat4_e2m1fn", 4},
    {18, "kDLBcomplex", 0},
};

/// Device types some release of JAX serves in __dlpack__(dl_device=(type, id)).
inline constexpr std::int32_t JaxDeviceRequests[] = {1, 2, 3, 10, 11, 14, 20};

/// What a producer says when it refuses. "{}" in Pattern stands for any text
/// within one line, "{#}" for a number that ends its line.
struct KnownError {
  const char *Pattern;
  const Rule *Broken;
  const char *Advice;
};

/// Where two patterns fit one text the more specific comes first.
inline constexpr KnownError KnownErrors[] = {
    {"__dlpack__ device only supported for TPU pinned host memory",
     &rule::TpuMemoryKind,
     "move the array with jax.device_put(x, x.sharding.with_memory_kind('pinned_host')), or copy it with jax.device_get"},
    {"__dlpack__ device only supported for CPU, GPU and TPU pinned host, got platform: {}",
     &rule::UnsupportedBackend,
     "copy the array through the host (numpy.array or jax.device_get), or ask __dlpack_device__ before exporting and choose per backend"},
    {"__dlpack__ device only supported for CPU and GPU, got platform: tpu",
     &rule::TpuMemoryKind,
     "before JAX 0.11 no TPU array can be exported: copy it with jax.device_get, or update JAX and move it to pinned_host memory"},
    {"__dlpack__ device only supported for CPU and GPU, got platform: tpu",
     &rule::TpuMemoryKind,
     "before JAX 0.11 no TPU array can be exported: copy it with jax.device_get, or update JAX and move it to pinned_host memory"},
    {"__dlpack__ device only supported for CPU and GPU, got platform: {}",
     &rule::UnsupportedBackend,
     "copy the array through the host (numpy.array or jax.device_get), or ask __dlpack_device__ before exporting and choose per backend"},
    {"__dlpack__ device only supported for CPU and GPU, got platform: {}",
     &rule::UnsupportedBackend,
     "copy the array through the host (numpy.array or jax.device_get), or ask __dlpack_device__ before exporting and choose per backend"},
    {"Unknown GPU platform for __dlpack__: {}",
     &rule::UnsupportedBackend,
     "copy the array through the host (numpy.array or jax.device_get), or ask __dlpack_device__ before exporting and choose per backend"},
    {"Unknown GPU platform for __dlpack__: {}",
     &rule::UnsupportedBackend,
     "copy the array through the host (numpy.array or jax.device_get), or ask __dlpack_device__ before exporting and choose per backend"},
    {"Couldn't get local_hardware_id for __dlpack__",
     &rule::UnsupportedBackend,
     "copy the array through the host (numpy.array or jax.device_get), or ask __dlpack_device__ before exporting and choose per backend"},
    {"__dlpack__ only supported for unsharded arrays",
     &rule::UnhandledExportError,
     "gather the array on one device first: jax.device_put(x, device)"},
    {"__dlpack__ only supported for unsharded arrays",
     &rule::UnhandledExportError,
     "gather the array on one device first: jax.device_put(x, device)"},
    {"Tracer has no attribute __dlpack_device__",
     &rule::UnhandledExportError,
     "DLPack needs a concrete array: export outside of jit, grad and vmap, or use jax.pure_callback"},
    {"Device TPU{} cannot be used as a DLPack device.",
     &rule::TpuMemoryKind,
     "move the array with jax.device_put(x, x.sharding.with_memory_kind('pinned_host')), or copy it with jax.device_get"},
    {"Device {} cannot be used as a DLPack device.",
     &rule::UnsupportedBackend,
     "copy the array through the host (numpy.array or jax.device_get), or ask __dlpack_device__ before exporting and choose per backend"},
    {"The device specification passed to to_dlpack contains an unsupported device type (DLDeviceType: {})",
     &rule::UnsupportedDeviceType,
     "leave dl_device out, or ask for kDLCPU (1), kDLCUDA (2) or kDLROCM (10); JAX takes 3 from 0.10.2 and 11, 14 and 20 from 0.11, never 8 or 13"},
    {"KeyError: <DLDeviceType.{}",
     &rule::UnsupportedDeviceType,
     "before JAX 0.5.1 an unknown dl_device escapes as KeyError: leave dl_device out, or ask for 1, 2 or 10"},
    {"KeyError: {#}",
     &rule::UnsupportedDeviceType,
     "before JAX 0.5.1 an unknown dl_device escapes as KeyError: leave dl_device out, or ask for 1, 2 or 10"},
    {"__dlpack__() got an unexpected keyword argument 'dl_device'",
     &rule::UnsupportedDeviceType,
     "the producer does not know dl_device (JAX before 0.4.27, NumPy before 2.1): call again without it"},
    {"Unknown backend {}. Available backends are",
     &rule::UnhandledExportError,
     "ask only for a backend that is installed, and handle RuntimeError beside BufferError"},
    {"Backend '{}' failed to initialize: {}",
     &rule::UnhandledExportError,
     "ask only for a backend that is installed, and handle RuntimeError beside BufferError"},
    {"which requires a copy since the source device is {}",
     &rule::UnhandledExportError,
     "leave copy=False out where the device changes, and handle ValueError as well as BufferError around it"},
    {"to_dlpack can only pack a dlpack tensor from an array on a singular device, but an array with a Sharding over {} devices was provided.",
     &rule::UnhandledExportError,
     "gather the array on one device first: jax.device_put(x, device)"},
    {"Array has been deleted with shape={}",
     &rule::UnhandledExportError,
     "the array was deleted or donated to a jitted function: export before that, or keep a copy"},
    {"BufferToDLPackManagedTensor called on deleted array.",
     &rule::UnhandledExportError,
     "the array was deleted or donated to a jitted function: export before that, or keep a copy"},
    {"The __dlpack__() method was called on {}",
     &rule::UnhandledExportError,
     "DLPack needs a concrete array: export outside of jit, grad and vmap, or use jax.pure_callback"},
    {"JAX does not support any version below (0, 5) but version ({}) was requested.",
     &rule::CallArguments,
     "ask for max_version=(1, 0)"},
    {"XLA type {} has no DLPack equivalent",
     &rule::UnhandledExportError,
     "convert the array to an element type DLPack has (x.astype) before exporting"},
    {"WaitUntilBufferReadyOnStream is only implemented for GPU.",
     &rule::CallArguments,
     "pass stream=None for memory that has no streams"},
    {"Cannot export readonly array since signalling readonly is unsupported",
     &rule::CallArguments,
     "pass max_version=(1, 0), so that the capsule can say that it is read-only (numpy.asarray of a JAX array is)"},
    {"unsupported device requested",
     &rule::UnsupportedDeviceType,
     "leave dl_device out, or ask for the device the tensor is on or for kDLCPU"},
    {"NumPy only supports stream=None.",
     &rule::CallArguments,
     "pass stream=None for memory that has no streams"},
    {"Can't export tensors that require gradient",
     &rule::UnhandledExportError,
     "export tensor.detach() (resolve_conj(), to_dense()) instead"},
    {"Can't export tensors with the conjugate bit set",
     &rule::UnhandledExportError,
     "export tensor.detach() (resolve_conj(), to_dense()) instead"},
    {"Can't export tensors with layout other than torch.strided",
     &rule::UnhandledExportError,
     "export tensor.detach() (resolve_conj(), to_dense()) instead"},
    {"stream should be None on cpu.",
     &rule::CallArguments,
     "pass stream=None for memory that has no streams"},
    {"unsupported stream on {}",
     &rule::CallArguments,
     "on CUDA pass 1 for the default stream, never 0; on ROCm 0, never 1 or 2"},
    {"Unknown device type {} for Dlpack",
     &rule::UnsupportedBackend,
     "copy the tensor to the CPU first: tensor.cpu()"},
    {"GPU memory cannot be exported to CPU without copy.",
     &rule::UnhandledExportError,
     "leave copy=False out, and handle ValueError as well as BufferError"},
    {"tf.Tensor does not support DLPack export with {}",
     &rule::CallArguments,
     "call tf.Tensor.__dlpack__ without stream, dl_device and copy"},
    {"Cannot export mlx array to requested DLPack device.",
     &rule::UnsupportedDeviceType,
     "leave dl_device out, or ask for the device the tensor is on or for kDLCPU"},
    {"CUDA DLPack export is not supported.",
     &rule::UnsupportedDeviceType,
     "leave dl_device out, or ask for the device the tensor is on or for kDLCPU"},
    {"Metal DLPack export is not available.",
     &rule::UnsupportedDeviceType,
     "leave dl_device out, or ask for the device the tensor is on or for kDLCPU"},
    {"dl_device of different type not supported",
     &rule::UnsupportedDeviceType,
     "leave dl_device out, or ask for the device the tensor is on or for kDLCPU"},
    {"copy not yet supported",
     &rule::UnhandledExportError,
     "leave copy=True out and copy the array yourself"},
    {"__dlpack__(): copy=True is not supported.",
     &rule::UnhandledExportError,
     "leave copy=True out and copy the array yourself"},
    {"__dlpack__(): unsupported dl_device.",
     &rule::UnsupportedDeviceType,
     "leave dl_device out, or ask for the device the tensor is on or for kDLCPU"},
    {"Cannot export to device ({}), {} is on (",
     &rule::UnsupportedDeviceType,
     "leave dl_device out, or ask for the device the tensor is on or for kDLCPU"},
    {"The copy argument is not supported with legacy (pre 1.0) DLPack version.",
     &rule::CallArguments,
     "pass max_version=(1, 0) with copy"},
    {"Legacy DLPack support is not implemented for immutable tensors",
     &rule::CallArguments,
     "pass max_version=(1, 0)"},
    {"Exporting an unversioned DLPack capsule is deprecated",
     &rule::CallArguments,
     "pass max_version=(1, 0)"},
    {"DLPack stream must be None or -1 for CPU device",
     &rule::CallArguments,
     "pass stream=None for memory that has no streams"},
    {"got an unexpected keyword argument 'max_version'",
     &rule::CallArguments,
     "the producer is older than DLPack 1.0's protocol: on TypeError call again without max_version"},
    {"__dlpack__() got an unexpected keyword argument 'copy'",
     &rule::CallArguments,
     "on TypeError call again without copy"},
    {"__dlpack__() got an unexpected keyword argument 'stream'",
     &rule::CallArguments,
     "on TypeError call again without stream"},
};

} // namespace dlpack_guard

#endif // DLPACK_GUARD_RULES_H
