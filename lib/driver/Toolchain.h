//===--- Toolchain.h - the headers that are installed here ----------------===//
#ifndef DLPACK_TIDY_DRIVER_TOOLCHAIN_H
#define DLPACK_TIDY_DRIVER_TOOLCHAIN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace dlpack_tidy::driver {

/// Where the headers are that a file needs to be parsed without a build.
struct Toolchain {
  /// Clang's own headers (stddef.h), of the LLVM this executable is built for.
  std::string ResourceFolder;
  /// Folders with Python.h, pybind11, nanobind, dlpack.h and the like.
  std::vector<std::string> IncludeFolders;
};

/// The resource folder; fails where clang's own headers are not there.
llvm::Expected<std::string> findResourceFolder();

/// Looks beside the executable (the project's .venv), then at the python3 on
/// PATH. The folders of the system itself (/usr/include) need no mention.
llvm::Expected<Toolchain> findToolchain(llvm::StringRef Executable);

/// True for the system's own headers, which no checkout means to replace:
/// <vector>, <string.h>; false for what has a folder in its name.
bool isSystemHeader(llvm::StringRef Name);

/// True where a header is installed, in the system or in \p Tools' folders.
bool isInstalled(llvm::StringRef Header, const Toolchain &Tools);

/// What to install where a header of a known library is missing: "pybind11 is
/// not installed (python3 -m pip install pybind11)"; empty for other headers.
std::string adviceForMissing(llvm::StringRef Header);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_TOOLCHAIN_H
