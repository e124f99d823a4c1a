//===--- JsonText.h - source text in JSON ---------------------------------===//
#ifndef DLPACK_TIDY_DRIVER_JSONTEXT_H
#define DLPACK_TIDY_DRIVER_JSONTEXT_H

#include "llvm/Support/JSON.h"

#include <string>

namespace dlpack_tidy::driver {

/// JSON text is UTF-8; sources, messages and file names need not be.
inline std::string utf8(llvm::StringRef Text) {
  return llvm::json::isUTF8(Text) ? Text.str() : llvm::json::fixUTF8(Text);
}

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_JSONTEXT_H
