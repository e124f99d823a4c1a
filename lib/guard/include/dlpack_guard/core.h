//===- core.h - DLPack's rules at run time ----------------------*- C++ -*-===//
//
// Part of dlpack_guard, a C++17 header-only library: the rules of dlpack-tidy
// at run time. This header needs the standard library and, if there is one, a
// dlpack.h; it builds without exceptions.
//
//   Status check(const DLTensor &, const Requirements &)   check.h
//   Tensor                                                 tensor.h
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_CORE_H
#define DLPACK_GUARD_CORE_H

#include "dlpack_guard/abi.h"
#include "dlpack_guard/check.h"
#include "dlpack_guard/detail/known_errors.h"
#include "dlpack_guard/device_set.h"
#include "dlpack_guard/dtype.h"
#include "dlpack_guard/requirements.h"
#include "dlpack_guard/rules.h"
#include "dlpack_guard/status.h"
#include "dlpack_guard/tensor.h"
#include <string>
#include <string_view>

namespace dlpack_guard {

/// "<what the producer said> [rule]: advice". \p Said is its message, with or
/// without the exception's type in front; one that is not known gets the advice
/// for a backend without DLPack.
inline std::string explainedRefusal(std::string_view Said) {
  const KnownError *Known = detail::knownError(Said);
  const Rule &Broken = Known ? *Known->Broken : rule::UnsupportedBackend;
  std::string Text(Said);
  Text += " [";
  Text += Broken.Id;
  Text += "]: ";
  Text += Known ? Known->Advice : Broken.Advice;
  return Text;
}

} // namespace dlpack_guard

#endif // DLPACK_GUARD_CORE_H
