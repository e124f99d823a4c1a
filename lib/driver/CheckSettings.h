//===--- CheckSettings.h - the options of our checks ----------------------===//
#ifndef DLPACK_TIDY_DRIVER_CHECKSETTINGS_H
#define DLPACK_TIDY_DRIVER_CHECKSETTINGS_H

#include "checks/ExportRules.h"

#include "clang-tidy/ClangTidyOptions.h"
#include "clang-tidy/GlobList.h"
#include "llvm/ADT/StringExtras.h"

#include <string>

namespace dlpack_tidy::driver {

/// `dlpack-foo.Option`, else the global `Option`.
class CheckSettings {
public:
  explicit CheckSettings(const clang::tidy::ClangTidyOptions &Options)
      : Options(Options), Enabled(Options.Checks.value_or("")) {}

  bool isEnabled(llvm::StringRef Check) { return Enabled.contains(Check); }

  std::string get(llvm::StringRef Check, llvm::StringRef Option) const {
    for (const std::string &Name :
         {(Check + "." + Option).str(), Option.str()}) {
      auto Found = Options.CheckOptions.find(Name);
      if (Found != Options.CheckOptions.end())
        return Found->second.Value;
    }
    return {};
  }

  int level(llvm::StringRef Check) const {
    int Level = 1;
    if (std::string Given = get(Check, "Level"); !Given.empty())
      (void)llvm::to_integer(Given, Level);
    return Level;
  }

  checks::ExportOptions exportOptions() const {
    checks::ExportOptions Made;
    checks::readOptions(Made, {get(ExportCheck, "MinJaxVersion"),
                               get(ExportCheck, "AcceptedDeviceTypes"),
                               get(ExportCheck, "FixStyle"),
                               get(ExportCheck, "GuardFunctions")});
    return Made;
  }

private:
  /// The export checks share their options; this one's are read.
  static constexpr llvm::StringLiteral ExportCheck =
      "dlpack-unsupported-backend";

  const clang::tidy::ClangTidyOptions &Options;
  clang::tidy::CachedGlobList Enabled;
};

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_CHECKSETTINGS_H
