//===--- Fingerprint.cpp - findings as they are known again ---------------===//

#include "driver/Fingerprint.h"

#include "driver/JsonText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;

namespace dlpack_tidy::driver {

std::vector<std::string> fingerprints(const std::vector<Finding> &Findings,
                                      StringRef Folder) {
  constexpr size_t Bytes = 16;
  StringMap<unsigned> Seen;
  std::vector<std::string> Made;
  for (const Finding &Each : Findings) {
    // As reports in JSON carry it, so that they give the same fingerprint.
    std::string Line = utf8(Each.Text);
    erase_if(Line, [](char C) { return isSpace(C); });
    std::string Words =
        join(ArrayRef<std::string>{Each.Check, relativePath(Each.File, Folder),
                                   utf8(Each.Function), Line},
             StringRef("\0", 1));
    unsigned Occurrence = Seen[Words]++;
    auto Hash = SHA256::hash(arrayRefFromStringRef(Words));
    Made.push_back(toHex(ArrayRef<uint8_t>(Hash).take_front(Bytes),
                         /*LowerCase=*/true) +
                   ":" + utostr(Occurrence));
  }
  return Made;
}

} // namespace dlpack_tidy::driver
