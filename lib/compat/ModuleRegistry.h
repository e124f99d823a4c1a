//===--- ModuleRegistry.h - where clang-tidy keeps its modules ------------===//
#ifndef DLPACK_TIDY_COMPAT_MODULEREGISTRY_H
#define DLPACK_TIDY_COMPAT_MODULEREGISTRY_H

#include "clang-tidy/ClangTidyModule.h"
#include "llvm/Config/llvm-config.h"

// From LLVM 22 the registry lives in ClangTidyModule.h and its own header
// warns that it is going away.
#if LLVM_VERSION_MAJOR < 22
#include "clang-tidy/ClangTidyModuleRegistry.h"
#endif

#endif // DLPACK_TIDY_COMPAT_MODULEREGISTRY_H
