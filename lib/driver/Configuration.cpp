//===--- Configuration.cpp - which checks run, with which options ---------===//

#include "driver/Configuration.h"

#include "driver/Catalogue.h"

#include "clang-tidy/GlobList.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;
using namespace clang::tidy;

namespace dlpack_tidy::driver {
namespace {

class ScanOptions : public FileOptionsProvider {
public:
  ScanOptions(const Arguments &Wanted, std::vector<std::string> Selected)
      : FileOptionsProvider(ClangTidyGlobalOptions(),
                            ClangTidyOptions::getDefaults(), ClangTidyOptions(),
                            vfs::createPhysicalFileSystem()),
        Wanted(Wanted), Selected(std::move(Selected)) {}

  std::vector<OptionsSource> getRawOptions(StringRef File) override {
    std::vector<OptionsSource> Sources =
        FileOptionsProvider::getRawOptions(File);
    std::string Configured;
    for (const auto &[Options, Origin] : Sources)
      if (Options.Checks)
        Configured += "," + *Options.Checks;

    ClangTidyOptions Ours;
    Ours.Checks = "-*";
    GlobList On("dlpack-*" + Configured);
    // A configuration that never speaks of our checks does not mean them when
    // it starts with "-*".
    bool Obey =
        Wanted.Checks.empty() && StringRef(Configured).contains("dlpack-");
    for (const std::string &Each : Selected)
      if (!Obey || On.contains(Each))
        *Ours.Checks += "," + Each;
    Ours.WarningsAsErrors = "";
    Ours.HeaderFilterRegex = ".*";
    Ours.SystemHeaders = false;
    if (Wanted.Level)
      Ours.CheckOptions["Level"].Value = std::to_string(*Wanted.Level);
    else
      for (const CheckEntry &Each : allChecks())
        if (namesInFull(Wanted.Checks, Each.Name))
          Ours.CheckOptions[(Each.Name + ".Level").str()].Value = "2";
    Sources.emplace_back(std::move(Ours), "dlpack-tidy scan");
    return Sources;
  }

private:
  const Arguments &Wanted;
  const std::vector<std::string> Selected;
};

} // namespace

Expected<std::unique_ptr<ClangTidyOptionsProvider>>
makeOptions(const Arguments &Wanted) {
  Expected<std::vector<std::string>> Selected =
      selectChecks(Wanted.Checks.empty() ? "dlpack-*" : Wanted.Checks);
  if (!Selected)
    return Selected.takeError();
  return std::make_unique<ScanOptions>(Wanted, std::move(*Selected));
}

} // namespace dlpack_tidy::driver
