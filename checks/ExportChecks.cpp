//===--- ExportChecks.cpp - the export rules as clang-tidy checks ---------===//

#include "checks/DlpackCheck.h"
#include "checks/ExportRules.h"
#include "fixes/CxxSourceText.h"
#include "flow/ExportFlow.h"

using namespace clang;

namespace dlpack_tidy::checks {
namespace {

/// Runs one export rule over the exports of a translation unit.
///
/// Options: MinJaxVersion (default: the newest), AcceptedDeviceTypes (numbers,
/// separated by ';'), GuardFunctions (qualified names, separated by ';'),
/// FixStyle (host-copy, device-query, guard).
class ExportCheck : public DlpackCheck {
public:
  ExportCheck(StringRef Name, tidy::ClangTidyContext *Context, ExportRule Rule)
      : DlpackCheck(Name, Context), Rule(Rule),
        Given{Options.getLocalOrGlobal("MinJaxVersion", "").str(),
              Options.getLocalOrGlobal("AcceptedDeviceTypes", "").str(),
              Options.getLocalOrGlobal("FixStyle", "host-copy").str(),
              Options.getLocalOrGlobal("GuardFunctions", "").str()} {
    for (const std::string &Each : readOptions(Settings, Given))
      configurationDiag("%0") << Each;
  }

  void storeOptions(tidy::ClangTidyOptions::OptionMap &Opts) override {
    DlpackCheck::storeOptions(Opts);
    Options.store(Opts, "MinJaxVersion", Given.MinJaxVersion);
    Options.store(Opts, "AcceptedDeviceTypes", Given.AcceptedDeviceTypes);
    Options.store(Opts, "GuardFunctions", Given.GuardFunctions);
    Options.store(Opts, "FixStyle", Given.FixStyle);
  }

private:
  ExportOptions exportOptions() const override { return Settings; }
  void examine(const flow::Analysis &Unit) override {
    fixes::CxxSourceText Text(Unit.context());
    for (const flow::ExportSite &Site :
         Unit.exports(Settings.GuardFunctions).exports())
      if (std::optional<fixes::Finding> Found =
              Rule(worstArrival(Site, Settings), Settings, Text))
        report(*Found);
  }

  const ExportRule Rule;
  const OptionTexts Given;
  ExportOptions Settings;
};

} // namespace

#define EXPORT_CHECK(CLASS, RULE)                                              \
  std::unique_ptr<tidy::ClangTidyCheck> make##CLASS(                           \
      StringRef Name, tidy::ClangTidyContext *Context) {                       \
    return std::make_unique<ExportCheck>(Name, Context, RULE);                 \
  }
EXPORT_CHECK(UnsupportedBackendCheck, unsupportedBackend)
EXPORT_CHECK(TpuMemoryKindCheck, tpuMemoryKind)
EXPORT_CHECK(UnsupportedDeviceTypeCheck, unsupportedDeviceType)
EXPORT_CHECK(UnhandledExportErrorCheck, unhandledExportError)
EXPORT_CHECK(CallArgumentsCheck, callArguments)
#undef EXPORT_CHECK

} // namespace dlpack_tidy::checks
