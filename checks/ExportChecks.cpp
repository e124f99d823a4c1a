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
        MinJax(Options.getLocalOrGlobal("MinJaxVersion", "").str()),
        Accepted(Options.getLocalOrGlobal("AcceptedDeviceTypes", "").str()),
        Guards(Options.getLocalOrGlobal("GuardFunctions", "").str()),
        Style(Options.getLocalOrGlobal("FixStyle", "host-copy").str()) {
    for (const std::string &Each :
         readOptions(Settings, MinJax, Accepted, Style))
      configurationDiag("%0") << Each;
    llvm::SmallVector<StringRef, 8> Items;
    StringRef(Guards).split(Items, ';', -1, false);
    for (StringRef Each : Items)
      GuardFunctions.push_back(Each.trim().str());
  }

  void storeOptions(tidy::ClangTidyOptions::OptionMap &Opts) override {
    DlpackCheck::storeOptions(Opts);
    Options.store(Opts, "MinJaxVersion", MinJax);
    Options.store(Opts, "AcceptedDeviceTypes", Accepted);
    Options.store(Opts, "GuardFunctions", Guards);
    Options.store(Opts, "FixStyle", Style);
  }

private:
  ExportOptions exportOptions() const override { return Settings; }
  void examine(const flow::Analysis &Unit) override {
    fixes::CxxSourceText Text(Unit.context());
    for (const flow::ExportSite &Site : Unit.exports(GuardFunctions).exports())
      if (std::optional<fixes::Finding> Found =
              Rule(worstArrival(Site, Settings), Settings, Text))
        report(*Found);
  }

  const ExportRule Rule;
  const std::string MinJax, Accepted, Guards, Style;
  std::vector<std::string> GuardFunctions;
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
