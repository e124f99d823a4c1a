//===--- Commands.h - how each file is parsed -----------------------------===//
#ifndef DLPACK_TIDY_DRIVER_COMMANDS_H
#define DLPACK_TIDY_DRIVER_COMMANDS_H

#include "driver/CompileDatabase.h"
#include "driver/Sources.h"
#include "driver/Toolchain.h"
#include "driver/Unit.h"

namespace dlpack_tidy::driver {

/// A command for a file that no compilation database speaks of: the language by
/// the file's extension, C++20, CUDA as host code, headers from \p Folders of
/// the checkout before those that are installed. \p Macros as in UnitCommand.
UnitCommand commandWithoutDatabase(const Source &File,
                                   llvm::ArrayRef<std::string> Folders,
                                   std::optional<std::string> Macros,
                                   const Toolchain &Tools);

/// The database's command in clang's words; installed headers come last.
UnitCommand commandFromDatabase(const Source &File,
                                const CompileDatabase::Command &Known,
                                const Toolchain &Tools);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_COMMANDS_H
