//===- JaxErrors.h - The errors of JAX's DLPack exchange --------*- C++ -*-===//
//
// Part of dlpack-tidy. Rows of the table behind ErrorMessages.h; only
// ErrorTable.cpp includes this.
//
// Sources: jax/_src/{array,dlpack,xla_bridge,core}.py and jaxlib/dlpack.cc at
// the release tags; run on 0.4.25, 0.4.30, 0.5.1, 0.7.2 and 0.12.0.1. What TPU
// and plugin backends say from C++ was read, not run.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_JAXERRORS_H
#define DLPACK_TIDY_RULES_JAXERRORS_H

#include "rules/ErrorMessages.h"

namespace dlpack_tidy::rules {

namespace jax_advice {
inline constexpr char HostCopy[] =
    "copy the array through the host (numpy.array or jax.device_get), or ask "
    "__dlpack_device__ before exporting and choose per backend";
inline constexpr char PinnedHost[] =
    "move the array with jax.device_put(x, "
    "x.sharding.with_memory_kind('pinned_host')), or copy it with "
    "jax.device_get";
inline constexpr char OldTpu[] =
    "before JAX 0.11 no TPU array can be exported: copy it with "
    "jax.device_get, or update JAX and move it to pinned_host memory";
inline constexpr char DlDevice[] =
    "leave dl_device out, or ask for kDLCPU (1), kDLCUDA (2) or kDLROCM (10); "
    "JAX takes 3 from 0.10.2 and 11, 14 and 20 from 0.11, never 8 or 13";
inline constexpr char OldDlDevice[] =
    "before JAX 0.5.1 an unknown dl_device escapes as KeyError: leave "
    "dl_device out, or ask for 1, 2 or 10";
inline constexpr char MissingBackend[] =
    "ask only for a backend that is installed, and handle RuntimeError beside "
    "BufferError";
inline constexpr char Sharded[] =
    "gather the array on one device first: jax.device_put(x, device)";
inline constexpr char Deleted[] =
    "the array was deleted or donated to a jitted function: export before "
    "that, or keep a copy";
inline constexpr char Tracer[] =
    "DLPack needs a concrete array: export outside of jit, grad and vmap, or "
    "use jax.pure_callback";
inline constexpr char PassArray[] =
    "hand over the array itself: its __dlpack__ and __dlpack_device__ are "
    "called for you";
} // namespace jax_advice

inline constexpr ErrorRule JaxErrors[] = {
    // __dlpack_device__, newest wording first.
    {"jax-tpu-memory-kind", id::TpuMemoryKind,
     "__dlpack__ device only supported for TPU pinned host memory",
     Fault::TpuMemory, ExportCall::DlpackDevice, PyException::BufferError,
     "JAX", since(0, 11), jax_advice::PinnedHost},
    {"jax-unsupported-backend", id::UnsupportedBackend,
     "__dlpack__ device only supported for CPU, GPU and TPU pinned host, got "
     "platform: {}",
     Fault::Backend, ExportCall::DlpackDevice, PyException::BufferError, "JAX",
     since(0, 11), jax_advice::HostCopy},
    {"jax-tpu-0.4.26", id::TpuMemoryKind,
     "__dlpack__ device only supported for CPU and GPU, got platform: tpu",
     Fault::TpuMemory, ExportCall::DlpackDevice, PyException::BufferError,
     "JAX", since(0, 4, 26).until(0, 11), jax_advice::OldTpu},
    {"jax-tpu-0.4.15", id::TpuMemoryKind,
     "__dlpack__ device only supported for CPU and GPU, got platform: tpu",
     Fault::TpuMemory, ExportCall::DlpackDevice, PyException::ValueError, "JAX",
     since(0, 4, 15).until(0, 4, 26), jax_advice::OldTpu},
    {"jax-unsupported-backend-0.4.26", id::UnsupportedBackend,
     "__dlpack__ device only supported for CPU and GPU, got platform: {}",
     Fault::Backend, ExportCall::DlpackDevice, PyException::BufferError, "JAX",
     since(0, 4, 26).until(0, 11), jax_advice::HostCopy},
    {"jax-unsupported-backend-0.4.15", id::UnsupportedBackend,
     "__dlpack__ device only supported for CPU and GPU, got platform: {}",
     Fault::Backend, ExportCall::DlpackDevice, PyException::ValueError, "JAX",
     since(0, 4, 15).until(0, 4, 26), jax_advice::HostCopy},
    {"jax-unknown-gpu", id::UnsupportedBackend,
     "Unknown GPU platform for __dlpack__: {}", Fault::Backend,
     ExportCall::DlpackDevice, PyException::BufferError, "JAX", since(0, 4, 26),
     jax_advice::HostCopy},
    {"jax-unknown-gpu-0.4.15", id::UnsupportedBackend,
     "Unknown GPU platform for __dlpack__: {}", Fault::Backend,
     ExportCall::DlpackDevice, PyException::ValueError, "JAX",
     since(0, 4, 15).until(0, 4, 26), jax_advice::HostCopy},
    {"jax-local-hardware-id", id::UnsupportedBackend,
     "Couldn't get local_hardware_id for __dlpack__", Fault::Backend,
     ExportCall::DlpackDevice, PyException::BufferError, "JAX", since(0, 4, 26),
     jax_advice::HostCopy},
    {"jax-device-sharded", id::UnhandledExportError,
     "__dlpack__ only supported for unsharded arrays", Fault::Sharded,
     ExportCall::DlpackDevice, PyException::BufferError, "JAX", since(0, 4, 26),
     jax_advice::Sharded},
    {"jax-device-sharded-0.4.15", id::UnhandledExportError,
     "__dlpack__ only supported for unsharded arrays", Fault::Sharded,
     ExportCall::DlpackDevice, PyException::ValueError, "JAX",
     since(0, 4, 15).until(0, 4, 26), jax_advice::Sharded},
    // A deleted array fails in a len() call, whose text says nothing.
    {"jax-device-deleted", id::UnhandledExportError, "", Fault::Deleted,
     ExportCall::DlpackDevice, PyException::TypeError, "JAX", since(0, 4, 15),
     jax_advice::Deleted},
    {"jax-device-tracer", id::UnhandledExportError,
     "Tracer has no attribute __dlpack_device__", Fault::Tracer,
     ExportCall::DlpackDevice, PyException::AttributeError, "JAX",
     since(0, 4, 15), jax_advice::Tracer},

    // __dlpack__: the platform is refused in C++, as a RuntimeError.
    {"jax-tpu-device", id::TpuMemoryKind,
     "Device TPU{} cannot be used as a DLPack device.", Fault::TpuMemory,
     ExportCall::Dlpack, PyException::JaxRuntimeError, "JAX", since(0, 1, 59),
     jax_advice::PinnedHost},
    {"jax-plugin-device", id::UnsupportedBackend,
     "Device {} cannot be used as a DLPack device.", Fault::Backend,
     ExportCall::Dlpack, PyException::JaxRuntimeError, "JAX", since(0, 1, 59),
     jax_advice::HostCopy},
    {"jax-dl-device", id::UnsupportedDeviceType,
     "The device specification passed to to_dlpack contains an unsupported "
     "device type (DLDeviceType: {})",
     Fault::DeviceType, ExportCall::Dlpack, PyException::BufferError, "JAX",
     since(0, 5, 1), jax_advice::DlDevice},
    {"jax-dl-device-0.4.27-enum", id::UnsupportedDeviceType,
     "KeyError: <DLDeviceType.{}", Fault::DeviceType, ExportCall::Dlpack,
     PyException::KeyError, "JAX", since(0, 4, 27).until(0, 5, 1),
     jax_advice::OldDlDevice},
    {"jax-dl-device-0.4.27", id::UnsupportedDeviceType, "KeyError: {#}",
     Fault::DeviceType, ExportCall::Dlpack, PyException::KeyError, "JAX",
     since(0, 4, 27).until(0, 5, 1), jax_advice::OldDlDevice},
    {"jax-no-dl-device", id::UnsupportedDeviceType,
     "__dlpack__() got an unexpected keyword argument 'dl_device'",
     Fault::DeviceType, ExportCall::Dlpack, PyException::TypeError, "JAX",
     since(0, 4, 15).until(0, 4, 27),
     "the producer does not know dl_device (JAX before 0.4.27, NumPy before "
     "2.1): call again without it"},
    {"jax-missing-backend", id::UnhandledExportError,
     "Unknown backend {}. Available backends are", Fault::MissingBackend,
     ExportCall::Dlpack, PyException::RuntimeError, "JAX", since(0, 4, 27),
     jax_advice::MissingBackend},
    {"jax-failed-backend", id::UnhandledExportError,
     "Backend '{}' failed to initialize: {}", Fault::MissingBackend,
     ExportCall::Dlpack, PyException::RuntimeError, "JAX", since(0, 4, 27),
     jax_advice::MissingBackend},
    {"jax-copy-refused", id::UnhandledExportError,
     "which requires a copy since the source device is {}", Fault::CopyRefused,
     ExportCall::Dlpack, PyException::ValueError, "JAX", since(0, 4, 27),
     "leave copy=False out where the device changes, and handle ValueError as "
     "well as BufferError around it"},
    {"jax-sharded", id::UnhandledExportError,
     "to_dlpack can only pack a dlpack tensor from an array on a singular "
     "device, but an array with a Sharding over {} devices was provided.",
     Fault::Sharded, ExportCall::Dlpack, PyException::BufferError, "JAX",
     since(0, 4, 27), jax_advice::Sharded},
    {"jax-deleted", id::UnhandledExportError,
     "Array has been deleted with "
     "shape={}",
     Fault::Deleted, ExportCall::Dlpack, PyException::RuntimeError, "JAX",
     since(0, 4, 27), jax_advice::Deleted},
    {"jax-deleted-buffer", id::UnhandledExportError,
     "BufferToDLPackManagedTensor called on deleted array.", Fault::Deleted,
     ExportCall::Dlpack, PyException::JaxRuntimeError, "JAX", since(0, 1, 59),
     jax_advice::Deleted},
    {"jax-tracer", id::UnhandledExportError,
     "The __dlpack__() method was called on {}", Fault::Tracer,
     ExportCall::Dlpack, PyException::ConcretizationTypeError, "JAX",
     since(0, 4, 15), jax_advice::Tracer},
    {"jax-max-version", id::CallArguments,
     "JAX does not support any version below (0, 5) but version ({}) was "
     "requested.",
     Fault::RequestedVersion, ExportCall::Dlpack, PyException::BufferError,
     "JAX", since(0, 4, 27), "ask for max_version=(1, 0)"},
    {"jax-element-type", id::UnhandledExportError,
     "XLA type {} has no DLPack equivalent", Fault::ElementType,
     ExportCall::Dlpack, PyException::JaxRuntimeError, "JAX", since(0, 1, 59),
     "convert the array to an element type DLPack has (x.astype) before "
     "exporting"},
    {"jax-stream", id::CallArguments,
     "WaitUntilBufferReadyOnStream is only implemented for GPU.", Fault::Stream,
     ExportCall::Dlpack, PyException::JaxRuntimeError, "JAX", since(0, 4, 15),
     "pass stream=None for memory that has no streams"},

    // jax.dlpack.from_dlpack.
    {"jax-import-device", id::UnsupportedDeviceType,
     "Array passed to from_dlpack is on unsupported device type "
     "(DLDeviceType: {}",
     Fault::ConsumerDevice, ExportCall::FromDlpack, PyException::TypeError,
     "JAX", since(0, 5, 1),
     "copy the tensor to a device JAX can take (CPU, CUDA, ROCm), or through "
     "the host with numpy.asarray"},
    {"jax-import-capsule", id::LegacyApi,
     "The array passed to from_dlpack must have __dlpack__ and "
     "__dlpack_device__ methods.",
     Fault::CapsuleState, ExportCall::FromDlpack, PyException::TypeError, "JAX",
     since(0, 7, 2), jax_advice::PassArray},
    {"jax-import-strides", id::Strides,
     "Only DLPack tensors with trivial (compact) striding are supported",
     Fault::Layout, ExportCall::FromDlpack, PyException::JaxRuntimeError, "JAX",
     since(0, 1, 59),
     "make the tensor contiguous before JAX takes it: slices, reversals and "
     "broadcasts are refused"},
    {"jax-import-alignment", id::UnhandledExportError,
     "Specified input which requires a copy since the source data buffer is "
     "not aligned to {} bytes.",
     Fault::Layout, ExportCall::FromDlpack, PyException::ValueError, "JAX",
     since(0, 8, 1),
     "allocate with 64-byte alignment, or leave copy=False out so that JAX may "
     "copy"},
    {"jax-import-name", id::CapsuleName,
     "DLPack tensor must be a capsule with name \"dltensor\", got \"{}\".",
     Fault::CapsuleState, ExportCall::FromDlpack, PyException::JaxRuntimeError,
     "JAX", since(0, 1, 59),
     "hand over an unused capsule, once; answer a request without max_version "
     "with \"dltensor\""},
    {"jax-import-major", id::StructVersion,
     "Unsupported DLPack version: major version {}", Fault::StructMajorVersion,
     ExportCall::FromDlpack, PyException::JaxRuntimeError, "JAX", since(0, 12),
     "stamp the exported tensor with version 1.x, the ABI its struct has"},

    // Names that are gone.
    {"jax-to-dlpack-removed", id::LegacyApi,
     "jax.dlpack.to_dlpack was deprecated in JAX v0.6.0", Fault::RemovedName,
     ExportCall::Other, PyException::AttributeError, "JAX", since(0, 7),
     jax_advice::PassArray},
    {"jax-to-dlpack-unknown", id::LegacyApi,
     "module 'jax.dlpack' has no attribute 'to_dlpack'", Fault::RemovedName,
     ExportCall::Other, PyException::AttributeError, "JAX", since(0, 8),
     jax_advice::PassArray},
    {"jax-supported-dtypes", id::LegacyApi,
     "module 'jax.dlpack' has no attribute 'SUPPORTED_DTYPES'",
     Fault::RemovedName, ExportCall::Other, PyException::AttributeError, "JAX",
     since(0, 8), "call jax.dlpack.is_supported_dtype(dtype)"},
    {"jax-device-method", id::LegacyApi, "Device' object is not callable",
     Fault::RemovedName, ExportCall::Other, PyException::TypeError, "JAX",
     since(0, 4, 31),
     "x.device is a property now: next(iter(x.devices())) works in every "
     "release"},
    {"jax-no-device", id::LegacyApi,
     "ArrayImpl' object has no attribute 'device'", Fault::RemovedName,
     ExportCall::Other, PyException::AttributeError, "JAX",
     since(0, 4, 27).until(0, 4, 31),
     "write next(iter(x.devices())), which works in every release"},
};

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_JAXERRORS_H
