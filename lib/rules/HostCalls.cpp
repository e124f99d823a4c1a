//===- HostCalls.cpp - Calls that move an array without DLPack
//-------------===//

#include "rules/HostCalls.h"
#include <iterator>

namespace dlpack_tidy::rules {

static constexpr HostCall HostCalls[] = {
    {"numpy.asarray", HostResult::ViewOrCopy, true},
    {"numpy.asanyarray", HostResult::ViewOrCopy, true},
    {"numpy.ascontiguousarray", HostResult::ViewOrCopy, true},
    {"numpy.array", HostResult::Copy, true},
    {"numpy.copy", HostResult::Copy, true},
    {"jax.device_get", HostResult::ViewOrCopy, true},
    {"jax.numpy.asarray", HostResult::ViewOrCopy, false},
    {"jax.numpy.array", HostResult::Copy, false},
    {"tensorflow.convert_to_tensor", HostResult::ViewOrCopy, false},
    {"tensorflow.constant", HostResult::Copy, false},
    {".__array__", HostResult::ViewOrCopy, true},
    {".numpy", HostResult::ViewOrCopy, true},
    {".tolist", HostResult::Values, true},
    {".item", HostResult::Values, true},
    {".tobytes", HostResult::Values, true},
};

HostCallRange hostCalls() {
  return {std::begin(HostCalls), std::end(HostCalls)};
}

const HostCall *hostCall(std::string_view Dotted) {
  for (const HostCall &C : HostCalls)
    if (Dotted == C.Function)
      return &C;
  return nullptr;
}

} // namespace dlpack_tidy::rules
