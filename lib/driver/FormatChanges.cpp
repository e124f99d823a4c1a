//===--- FormatChanges.cpp - edited lines in the project's style ----------===//

#include "driver/FormatChanges.h"

#include "driver/Sources.h"

#include "clang/Format/Format.h"

using namespace clang;

namespace dlpack_tidy::driver {

std::string formatted(llvm::StringRef Path, llvm::StringRef Text,
                      const std::vector<tooling::Range> &Changed) {
  std::optional<Language> Written = languageOf(Path);
  if (!Written || *Written == Language::Python)
    return Text.str();
  llvm::Expected<format::FormatStyle> Style =
      format::getStyle("file", Path, /*FallbackStyleName=*/"none", Text,
                       /*FS=*/nullptr, /*AllowUnknownOptions=*/true);
  if (!Style) {
    llvm::consumeError(Style.takeError());
    return Text.str();
  }
  llvm::Expected<std::string> Made = tooling::applyAllReplacements(
      Text, format::reformat(*Style, Text, Changed, Path));
  if (!Made) {
    llvm::consumeError(Made.takeError());
    return Text.str();
  }
  return *Made;
}

} // namespace dlpack_tidy::driver
