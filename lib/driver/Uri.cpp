//===--- Uri.cpp - paths as URIs ------------------------------------------===//

#include "driver/Uri.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace dlpack_tidy::driver {

std::string uriOf(StringRef Path) {
  std::string Uri;
  for (char Each : Path) {
    if (isAlnum(Each) || StringRef("-._~/").contains(Each)) {
      Uri += Each;
      continue;
    }
    Uri += '%';
    Uri += toHex(StringRef(&Each, 1));
  }
  return Uri;
}

std::string pathOf(StringRef Uri) {
  std::string Path;
  for (size_t At = 0; At < Uri.size(); ++At) {
    if (Uri[At] == '%' && At + 2 < Uri.size() && isHexDigit(Uri[At + 1]) &&
        isHexDigit(Uri[At + 2])) {
      Path += static_cast<char>(hexFromNibbles(Uri[At + 1], Uri[At + 2]));
      At += 2;
      continue;
    }
    Path += Uri[At];
  }
  return Path;
}

} // namespace dlpack_tidy::driver
