//===--- CompilerFlags.h - Clang's command line across LLVM versions ------===//
#ifndef DLPACK_TIDY_COMPAT_COMPILERFLAGS_H
#define DLPACK_TIDY_COMPAT_COMPILERFLAGS_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

#if LLVM_VERSION_MAJOR >= 22
#include "clang/Options/Options.h"
#else
#include "clang/Driver/Options.h"
#endif

namespace dlpack_tidy::compat {

#if LLVM_VERSION_MAJOR >= 22
namespace flags = clang::options;
#else
namespace flags = clang::driver::options;
#endif

/// Parses the words after the program name as clang does (not as clang-cl).
/// Flags that clang does not know come out as flags::OPT_UNKNOWN.
inline llvm::opt::InputArgList
parseCompilerFlags(llvm::ArrayRef<const char *> Words) {
  unsigned MissingIndex = 0, MissingCount = 0;
#if LLVM_VERSION_MAJOR >= 22
  return clang::getDriverOptTable().ParseArgs(
      Words, MissingIndex, MissingCount,
      llvm::opt::Visibility(flags::ClangOption));
#elif LLVM_VERSION_MAJOR >= 17
  return clang::driver::getDriverOptTable().ParseArgs(
      Words, MissingIndex, MissingCount,
      llvm::opt::Visibility(flags::ClangOption));
#else
  return clang::driver::getDriverOptTable().ParseArgs(
      Words, MissingIndex, MissingCount, /*FlagsToInclude=*/0,
      flags::CLOption | flags::DXCOption | flags::NoDriverOption);
#endif
}

} // namespace dlpack_tidy::compat

#endif // DLPACK_TIDY_COMPAT_COMPILERFLAGS_H
