//===- plan.h - How an export is answered -----------------------*- C++ -*-===//
//
// Part of dlpack_guard. What a consumer asked for, what the producer has, and
// how the two go together: decided before anything is made, so that a refusal
// leaves nothing behind.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_PLAN_H
#define DLPACK_GUARD_PLAN_H

#include "dlpack_guard/copying.h"
#include "dlpack_guard/exported.h"
#include <cstdint>

namespace dlpack_guard {

/// What a consumer asks of `__dlpack__`. The default is a call without
/// arguments: a legacy capsule, on the array's own device, copied if need be.
struct ExportRequest {
  enum class Copying { IfNeeded, Always, Never };
  /// The stream of a call that passes none, or None.
  static constexpr std::int64_t DefaultStream = INT64_MIN;
  static constexpr std::int64_t NoSync = -1;

  std::int64_t Stream = DefaultStream; ///< -1: the consumer wants no waiting
  long MaxMajor = 0; ///< at least 1: the consumer takes versioned capsules
  long MaxMinor = 0;
  bool NamesDevice = false;
  std::int32_t DeviceType = 0; ///< of dl_device, where NamesDevice
  std::int32_t DeviceId = 0;
  Copying Copy = Copying::IfNeeded;

  bool wantsVersioned() const { return MaxMajor >= 1; }
};

/// How one request is answered.
struct ExportPlan {
  enum class Way {
    Share,          ///< the producer's own memory
    CopyOnHost,     ///< a copy of memory the host can read
    CopyFromDevice, ///< a copy that the producer makes
  };
  Way Chosen = Way::Share;
  DLTensor View{};         ///< of the producer's memory
  DLDevice Target{};       ///< the device of the exported tensor
  std::uint64_t Flags = 0; ///< DLPACK_FLAG_BITMASK_*
  std::uint64_t Bytes = 0; ///< of a compact copy
  bool IsCompact = false;  ///< whether the producer's memory is in C order
  bool Synchronize = false;
};

namespace detail {

/// Devices whose pointers are addresses, so that an offset can be added.
inline bool hasAddresses(const DLDevice &Device) {
  return isHostMemory(Device) || hasStreams(device_type(Device));
}

/// Whether any element is reached by a step backwards.
inline bool hasNegativeStep(const DLTensor &View) {
  for (std::int32_t Dim = 0; Dim < View.ndim && View.strides != nullptr; ++Dim)
    if (View.strides[Dim] < 0 && View.shape[Dim] > 1)
      return true;
  return false;
}

/// Looks at the description itself, whoever asks for it.
inline Status planView(const Exported &Array, ExportPlan &Plan) {
  if (!Array.isConsistent())
    return Status(rule::IncompleteExport,
                  "the array has no shape, more than 64 dimensions, or not as "
                  "many strides as dimensions");
  Plan.View = Array.view();
  if (device_type(Plan.View.device) == device::CPU)
    Plan.View.device.device_id = 0;
  Plan.Target = Plan.View.device;
  // The parts of check() that concern the producer, and only these.
  Requirements Any;
  if (Plan.View.dtype.lanes > 1)
    Any.Dtype = Plan.View.dtype;
  if (Status Sound = checkDtype(Plan.View.dtype, Any); !Sound)
    return Sound;
  Extent Found;
  if (Status Sound = measure(Plan.View, Found); !Sound)
    return Sound;
  if (Found.Size != 0)
    if (Status Sound =
            checkAddress(Plan.View, natural_alignment(Plan.View.dtype));
        !Sound)
      return Sound;
  Plan.IsCompact = Found.C;
  Plan.Bytes = (static_cast<std::uint64_t>(Found.Size) *
                    static_cast<std::uint64_t>(element_bits(Plan.View.dtype)) +
                7) /
               8;
  if (Plan.Bytes == 0) {
    // "NULL when the size is zero", says dlpack.h.
    Plan.View.data = nullptr;
    Plan.View.byte_offset = 0;
  } else if (hasAddresses(Plan.View.device)) {
    Plan.View.data =
        static_cast<char *>(Plan.View.data) + Plan.View.byte_offset;
    Plan.View.byte_offset = 0;
  }
  return {};
}

inline Status refuseDevice(const ExportPlan &Plan, const ExportRequest &Asked) {
  return Status(rule::UnsupportedDeviceType,
                "the array is in {device} memory, and dl_device=({}, {}) was "
                "asked for",
                device_type(Plan.View.device), Asked.DeviceType, Asked.DeviceId)
      .advise("leave dl_device out, or ask for the device the array is on or "
              "for kDLCPU");
}

/// Which memory the consumer gets.
inline Status planDevice(const Exported &Array, const ExportRequest &Asked,
                         ExportPlan &Plan) {
  using Way = ExportPlan::Way;
  const std::int32_t Own = device_type(Plan.View.device);
  const bool IsOwn =
      !Asked.NamesDevice ||
      (Asked.DeviceType == Own && Asked.DeviceId == Plan.View.device.device_id);
  const bool WantsHost = Asked.NamesDevice && Asked.DeviceType == device::CPU &&
                         Asked.DeviceId == 0;
  if (!IsOwn && !WantsHost)
    return refuseDevice(Plan, Asked);
  if (!IsOwn)
    Plan.Target = make_device(device::CPU);
  if (!IsOwn && !isHostMemory(Plan.View.device)) {
    if (!Array.hostCopier())
      return refuseDevice(Plan, Asked);
    Plan.Chosen = Way::CopyFromDevice;
  } else if (Asked.Copy == ExportRequest::Copying::Always) {
    // Pinned memory is for its runtime to allocate.
    if (device_type(Plan.Target) != device::CPU)
      return Status(
                 rule::UnsupportedDeviceType,
                 "copy=True was asked for, and this exporter cannot allocate "
                 "{device} memory",
                 Own)
          .advise("leave copy=True out, or ask for dl_device=(1, 0) with it");
    Plan.Chosen = Way::CopyOnHost;
  }
  return {};
}

/// What the consumer said of copies, against what the way chosen needs.
inline Status planCopy(const Exported &Array, const ExportRequest &Asked,
                       ExportPlan &Plan) {
  using Way = ExportPlan::Way;
  if (Plan.Chosen == Way::CopyFromDevice &&
      Asked.Copy == ExportRequest::Copying::Never)
    return Status(rule::UnsupportedDeviceType,
                  "the array is in {device} memory: dl_device=(1, 0) needs a "
                  "copy, and copy=False was asked for",
                  device_type(Plan.View.device))
        .advise("leave copy=False out, or leave dl_device out");
  if (Plan.Chosen == Way::CopyOnHost && !Plan.IsCompact &&
      element_bits(Plan.View.dtype) % 8 != 0)
    return Status(rule::Dtype,
                  "elements of {dtype} are smaller than a byte, and the array "
                  "is not contiguous: it cannot be copied",
                  Status::pack(Plan.View.dtype))
        .advise("make the array contiguous before exporting it");
  if (Plan.Chosen != Way::Share) {
    Plan.Flags |= DLPACK_FLAG_BITMASK_IS_COPIED;
    return {};
  }
  if (Plan.Bytes != 0 && hasNegativeStep(Plan.View) &&
      !Array.mayHaveNegativeStrides())
    return Status(rule::Strides,
                  "the array has negative strides, which end the process in "
                  "PyTorch before 2.14 and which JAX and MLX refuse")
        .advise("pass copy=True, or export a contiguous copy of the array");
  if (Array.isReadOnly() && !Asked.wantsVersioned())
    return Status(rule::ReadOnly,
                  "the array is read-only, and without max_version the capsule "
                  "cannot say so")
        .advise("pass max_version=(1, 0) or copy=True");
  if (Array.isReadOnly())
    Plan.Flags |= DLPACK_FLAG_BITMASK_READ_ONLY;
  return {};
}

/// Whether the consumer's stream is one, and who waits for it.
inline Status planStream(const Exported &Array, const ExportRequest &Asked,
                         ExportPlan &Plan) {
  const std::int32_t Own = device_type(Plan.View.device);
  const bool IsNamed = Asked.Stream != ExportRequest::DefaultStream &&
                       Asked.Stream != ExportRequest::NoSync;
  if (!hasStreams(device_type(Plan.View.device))) {
    if (IsNamed)
      return Status(rule::CallArguments,
                    "{device} memory has no streams, and stream={} was passed",
                    Own, Asked.Stream)
          .advise("pass stream=None");
    return {};
  }
  const bool IsRocm = Own == device::ROCM;
  if (IsNamed && IsRocm ? Asked.Stream == 1 || Asked.Stream == 2
                        : Asked.Stream == 0)
    return Status(rule::CallArguments, "stream={} is not one of {device}",
                  Asked.Stream, Own)
        .advise("on CUDA pass 1 for the default stream, never 0; on ROCm 0, "
                "never 1 or 2");
  Plan.Synchronize = Plan.Chosen == ExportPlan::Way::Share &&
                     Asked.Stream != ExportRequest::NoSync && Plan.Bytes != 0;
  if (Plan.Synchronize && !Array.synchronizer())
    return Status(
               rule::ExporterSignature,
               "the exporter of this {device} array does not say how to wait "
               "for its work",
               Own)
        .advise("give it Exported::synchronize, or pass stream=-1 and "
                "synchronize the device yourself");
  return {};
}

} // namespace detail

/// Decides how \p Array answers \p Asked. Success, or why it cannot: the text
/// is for the consumer. Nothing is copied or waited for yet.
inline Status plan_export(const Exported &Array, const ExportRequest &Asked,
                          ExportPlan &Plan) {
  if (Status View = detail::planView(Array, Plan); !View)
    return View;
  for (auto Step : {detail::planDevice, detail::planCopy, detail::planStream})
    if (Status Done = Step(Array, Asked, Plan); !Done)
      return Done;
  return {};
}

} // namespace dlpack_guard

#endif // DLPACK_GUARD_PLAN_H
