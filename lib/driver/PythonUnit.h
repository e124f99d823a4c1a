//===--- PythonUnit.h - one Python file, read and checked -----------------===//
#ifndef DLPACK_TIDY_DRIVER_PYTHONUNIT_H
#define DLPACK_TIDY_DRIVER_PYTHONUNIT_H

#include "driver/Unit.h"

namespace dlpack_tidy::driver {

/// Whether anything can be found in the Python file \p Path; true where it
/// cannot be read, so that its analysis says why.
bool mayHaveFindings(llvm::StringRef Path);

/// Runs the rules that \p Options enable over one .py or .pyx file; NOLINT
/// comments count.
UnitResult analysePython(llvm::StringRef Path,
                         const clang::tidy::ClangTidyOptions &Options);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_PYTHONUNIT_H
