//===- LegacyNames.cpp - Names that DLPack and its users gave up ----------===//

#include "rules/LegacyNames.h"
#include <iterator>

namespace dlpack_tidy::rules {

static constexpr LegacyName LegacyNames[] = {
    {LegacyKind::Type,
     "DLContext",
     "DLDevice",
     "dlpack",
     {0, 4},
     {0, 5},
     "does not compile",
     true},
    {LegacyKind::Field,
     "ctx",
     "device",
     "dlpack",
     {0, 4},
     {0, 5},
     "does not compile",
     true},
    {LegacyKind::Enumerator,
     "kDLGPU",
     "kDLCUDA",
     "dlpack",
     {0, 5},
     {0, 5},
     "does not compile",
     true},
    {LegacyKind::Enumerator,
     "kDLCPUPinned",
     "kDLCUDAHost",
     "dlpack",
     {0, 5},
     {0, 5},
     "does not compile",
     true},
    {LegacyKind::PythonFunction,
     "jax.dlpack.to_dlpack",
     "x.__dlpack__()",
     "JAX",
     {0, 4, 15},
     {0, 7},
     "raises AttributeError",
     false},
    {LegacyKind::PythonArgument,
     "jax.dlpack.from_dlpack(capsule)",
     "jax.dlpack.from_dlpack(x)",
     "JAX",
     {0, 4, 15},
     {0, 7, 2},
     "raises TypeError",
     false},
    {LegacyKind::PythonMethod,
     ".device",
     "next(iter(x.devices()))",
     "JAX",
     {0, 4, 14},
     {0, 4, 27},
     "raises AttributeError or TypeError",
     false},
    {LegacyKind::PythonAttribute,
     "jax.dlpack.SUPPORTED_DTYPES",
     "jax.dlpack.is_supported_dtype",
     "JAX",
     {0, 7},
     {0, 8},
     "raises AttributeError",
     false},
    {LegacyKind::PythonAttribute,
     "__c_dlpack_exchange_api__",
     "__dlpack_c_exchange_api__",
     "dlpack",
     {1, 3},
     {1, 3},
     "is no longer set: the lookup finds nothing",
     true},
};

LegacyNameRange legacyNames() {
  return {std::begin(LegacyNames), std::end(LegacyNames)};
}

const LegacyName *legacyName(LegacyKind Kind, std::string_view Name) {
  for (const LegacyName &N : LegacyNames)
    if (N.Kind == Kind && Name == N.Name)
      return &N;
  return nullptr;
}

} // namespace dlpack_tidy::rules
