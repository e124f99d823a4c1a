//===--- HiddenParts.h - code that a build's macros switch on -------------===//
#ifndef DLPACK_TIDY_DRIVER_HIDDENPARTS_H
#define DLPACK_TIDY_DRIVER_HIDDENPARTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

namespace dlpack_tidy::driver {

/// Adds to \p Macros those without which a part of \p Text that speaks of
/// DLPack is skipped: `#ifdef PROJECT_WITH_PYTHON`, `#if
/// defined(PROJECT_CUDA)`. In a raw checkout nobody says how it is built; what
/// is skipped is never looked at. The macros of compilers and platforms are
/// left alone, and so is a part whose
/// `#else` speaks of DLPack as well.
void addSwitchesOf(llvm::StringRef Text, llvm::StringSet<> &Macros);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_HIDDENPARTS_H
