//===--- Uri.h - paths as URIs --------------------------------------------===//
#ifndef DLPACK_TIDY_DRIVER_URI_H
#define DLPACK_TIDY_DRIVER_URI_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace dlpack_tidy::driver {

/// \p Path with everything percent-encoded that is no plain letter of a path
/// (RFC 3986): a relative path becomes a relative reference.
std::string uriOf(llvm::StringRef Path);
/// The way back.
std::string pathOf(llvm::StringRef Uri);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_URI_H
