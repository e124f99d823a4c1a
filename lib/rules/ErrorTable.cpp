//===- ErrorTable.cpp - The table behind ErrorMessages.h ------------------===//
//
// Sources: the libraries' own text at the releases named, and runs of JAX
// 0.4.25 .. 0.12.0.1, NumPy 2.5, PyTorch 2.15, TensorFlow 2.21, MLX 0.32,
// tvm-ffi 0.1.15 and nanobind 3.1.
//
//===----------------------------------------------------------------------===//

#include "rules/ErrorMessages.h"
#include <iterator>

namespace dlpack_tidy::rules {

static constexpr char HostCopyAdvice[] =
    "copy the array through the host (numpy.array or jax.device_get), or ask "
    "__dlpack_device__ before exporting and choose per backend";
static constexpr char PinnedHostAdvice[] =
    "move the array with jax.device_put(x, "
    "x.sharding.with_memory_kind('pinned_host')), or copy it with "
    "jax.device_get";
static constexpr char OldTpuAdvice[] =
    "no TPU array can be exported before JAX 0.11: copy it with "
    "jax.device_get, or update JAX and move it to pinned_host memory";
static constexpr char DlDeviceAdvice[] =
    "leave dl_device out, or ask for kDLCPU (1), kDLCUDA (2) or kDLROCM (10); "
    "JAX takes kDLCUDAHost (3) from 0.10.2 and 11, 14 and 20 from 0.11";

static constexpr ErrorRule Rules[] = {
    // The three records of JAX's export, newest wording first.
    {"jax-tpu-memory-kind",
     id::TpuMemoryKind,
     "__dlpack__ device only supported for TPU pinned host memory",
     Fault::TpuMemory,
     ExportCall::DlpackDevice,
     PyException::BufferError,
     "JAX",
     {{0, 11}},
     PinnedHostAdvice},
    {"jax-unsupported-backend",
     id::UnsupportedBackend,
     "__dlpack__ device only supported for CPU, GPU and TPU pinned host, got "
     "platform: {}",
     Fault::Backend,
     ExportCall::DlpackDevice,
     PyException::BufferError,
     "JAX",
     {{0, 11}},
     HostCopyAdvice},
    {"jax-tpu-0.4.26",
     id::TpuMemoryKind,
     "__dlpack__ device only supported for CPU and GPU, got platform: tpu",
     Fault::TpuMemory,
     ExportCall::DlpackDevice,
     PyException::BufferError,
     "JAX",
     {{0, 4, 26}, {0, 11}},
     OldTpuAdvice},
    {"jax-tpu-0.4.15",
     id::TpuMemoryKind,
     "__dlpack__ device only supported for CPU and GPU, got platform: tpu",
     Fault::TpuMemory,
     ExportCall::DlpackDevice,
     PyException::ValueError,
     "JAX",
     {{0, 4, 15}, {0, 4, 26}},
     OldTpuAdvice},
    {"jax-unsupported-backend-0.4.26",
     id::UnsupportedBackend,
     "__dlpack__ device only supported for CPU and GPU, got platform: {}",
     Fault::Backend,
     ExportCall::DlpackDevice,
     PyException::BufferError,
     "JAX",
     {{0, 4, 26}, {0, 11}},
     HostCopyAdvice},
    {"jax-unsupported-backend-0.4.15",
     id::UnsupportedBackend,
     "__dlpack__ device only supported for CPU and GPU, got platform: {}",
     Fault::Backend,
     ExportCall::DlpackDevice,
     PyException::ValueError,
     "JAX",
     {{0, 4, 15}, {0, 4, 26}},
     HostCopyAdvice},
    {"jax-dl-device",
     id::UnsupportedDeviceType,
     "The device specification passed to to_dlpack contains an unsupported "
     "device type (DLDeviceType: {})",
     Fault::DeviceType,
     ExportCall::Dlpack,
     PyException::BufferError,
     "JAX",
     {{0, 5, 1}},
     DlDeviceAdvice},
    {"jax-unknown-gpu",
     id::UnsupportedBackend,
     "Unknown GPU platform for __dlpack__: {}",
     Fault::Backend,
     ExportCall::DlpackDevice,
     PyException::BufferError,
     "JAX",
     {{0, 4, 26}},
     HostCopyAdvice},
};

ErrorRuleRange errorRules() { return {std::begin(Rules), std::end(Rules)}; }

} // namespace dlpack_tidy::rules
