//===- RuleIds.cpp - The names of the rules and their advice --------------===//

#include "rules/RuleIds.h"
#include <iterator>

namespace dlpack_tidy::rules {

static constexpr Rule Rules[] = {
    {id::UnsupportedBackend,
     "ask __dlpack_device__ (or test the platform) before exporting, and copy "
     "through the host (numpy.array, jax.device_get) where the backend has no "
     "DLPack"},
    {id::TpuMemoryKind,
     "export a TPU array only from pinned host memory: move it with "
     "jax.device_put(x, x.sharding.with_memory_kind('pinned_host')), or copy "
     "it with jax.device_get"},
    {id::UnsupportedDeviceType,
     "leave dl_device out, or ask for a device type the producer serves in "
     "every release you support (kDLCPU, kDLCUDA and kDLROCM for JAX)"},
    {id::UnhandledExportError,
     "handle every type the call raises: BufferError, ValueError for "
     "copy=False, and RuntimeError (JAX's own errors derive from it)"},
    {id::CallArguments,
     "pass stream and max_version by keyword, and call again without them "
     "when the producer answers TypeError"},
    {id::LegacyApi, "use the present name; the old one is gone or about to go"},
    {id::UncheckedDevice,
     "test device_type before reading data on the host: only kDLCPU, "
     "kDLCUDAHost, kDLROCMHost and kDLTPUHost are host memory"},
    {id::ByteOffset,
     "add byte_offset to data, or refuse tensors that have one"},
    {id::Strides, "test strides for NULL before using them, count them in "
                  "elements, and exempt dimensions of size 0 and 1"},
    {id::Dtype, "test code, bits and lanes before reading elements, and refuse "
                "what is not listed"},
    {id::StructVersion,
     "test version.major first; after a mismatch call the deleter and nothing "
     "else"},
    {id::ReadOnly,
     "take the data as const, or test the READ_ONLY flag and treat "
     "capsules without flags as read-only"},
    {id::WritableParameter,
     "declare an array that is only read as nb::ndarray<const T, ...> (or "
     "nb::ro): a writable one refuses JAX arrays from 0.12 on and every "
     "read-only array"},
    {id::NullData, "accept NULL data for tensors without elements, and do not "
                   "dereference it"},
    {id::Narrowing, "keep shapes, strides and offsets in 64 bits"},
    {id::CapsuleName,
     "use the names dltensor, used_dltensor, dltensor_versioned and "
     "used_dltensor_versioned, and test both before taking the pointer"},
    {id::CapsuleOwnership,
     "rename the capsule once, own the tensor at once, and call its deleter, "
     "if it has one, exactly once"},
    {id::CapsuleDestructor,
     "in a capsule destructor do nothing once the capsule is used, and keep "
     "the exception in flight"},
    {id::DeleterGil, "take the GIL in a deleter that touches Python, and do "
                     "nothing when the interpreter is gone"},
    {id::TensorLifetime,
     "keep data, shape, strides and their owner alive until "
     "the deleter has run"},
    {id::IncompleteExport,
     "fill every field of an exported tensor, strides included"},
    {id::ExporterSignature,
     "give __dlpack__ the keywords stream, max_version, dl_device and copy, "
     "raise BufferError for what it cannot do, and define __dlpack_device__ "
     "beside it"},
};

RuleRange allRules() { return {std::begin(Rules), std::end(Rules)}; }

const Rule *rule(std::string_view Id) {
  for (const Rule &R : Rules)
    if (Id == R.Id)
      return &R;
  return nullptr;
}

} // namespace dlpack_tidy::rules
