//===--- MissingMacros.h - check macros whose headers are missing ---------===//
#ifndef DLPACK_TIDY_DRIVER_MISSINGMACROS_H
#define DLPACK_TIDY_DRIVER_MISSINGMACROS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace dlpack_tidy::driver {

/// Definitions for the macros that \p Files use, none of them defines, and
/// whose names say what they do: XX_EXPECTS(cond, …) and YY_CHECK_EQ(a, b)
/// leave the function where the condition does not hold, ZZ_FAIL(…) always
/// does, XX_API or XX_EXPORT mean nothing here, and XX_WITH_PYTHON is on where
/// it switches code about DLPack. Such a macro is often the very guard that
/// makes an exchange right. In C++ the text needs the prelude of Fallback.h.
std::string missingMacros(llvm::ArrayRef<llvm::StringRef> Files, bool Cxx);

/// The macros that switch on code about DLPack and that no file of \p Files
/// defines; where no header is missing, only they are.
std::vector<std::string> hiddenSwitches(llvm::ArrayRef<llvm::StringRef> Files);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_MISSINGMACROS_H
