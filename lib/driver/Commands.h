//===--- Commands.h - how each file would be compiled ---------------------===//
#ifndef DLPACK_TIDY_DRIVER_COMMANDS_H
#define DLPACK_TIDY_DRIVER_COMMANDS_H

#include "driver/Sources.h"
#include "driver/Toolchain.h"
#include "driver/Unit.h"

namespace dlpack_tidy::driver {

/// A command for a file that no compilation database speaks of: the language by
/// the file's extension, C++20, CUDA as host code.
UnitCommand commandWithoutDatabase(const Source &File, const Toolchain &Tools);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_COMMANDS_H
