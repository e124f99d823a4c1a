//===--- UncheckedDeviceCheck.cpp - dlpack-unchecked-device ---------------===//
//
// Host code that reads memory which may lie on a device.
// docs/checks/dlpack-unchecked-device.md tells the story.
//
//===----------------------------------------------------------------------===//

#include "checks/TensorCheck.h"
#include "model/SourceText.h"

using namespace clang;

namespace dlpack_tidy::checks {
namespace {

using model::TensorField;
using rules::DeviceSet;

/// What must not be here. A type that was let in by name and whose memory the
/// host may or may not read is the author's decision.
DeviceSet refusedFor(const flow::TensorUse &Use) {
  DeviceSet Readable =
      Use.Synchronised ? rules::hostReadableAfterSync() : rules::hostReadable();
  DeviceSet Wrong = Use.Facts.Device - Readable;
  if (!Use.Facts.Device.admitsUnknown())
    Wrong = Wrong - rules::withHostAccess(rules::HostAccess::Unknown);
  return Wrong;
}

class UncheckedDeviceCheck : public TensorCheck {
public:
  using TensorCheck::TensorCheck;

protected:
  std::optional<Fault> judge(const flow::TensorUse &Use) override;
  void examineRest(const flow::Analysis &Unit) override;
};

std::optional<TensorCheck::Fault>
UncheckedDeviceCheck::judge(const flow::TensorUse &Use) {
  bool Writes = Use.Kind == flow::UseKind::WritesData;
  if (!Writes && Use.Kind != flow::UseKind::ReadsData)
    return std::nullopt;
  std::optional<int> Level = flow::levelOf(Use);
  if (!Level || Use.Facts.Seen.contains(TensorField::DeviceType) ||
      Use.Facts.Compared.contains(TensorField::DeviceType))
    return std::nullopt;
  DeviceSet Wrong = refusedFor(Use);
  if (Wrong.empty())
    return std::nullopt;
  Fault Found;
  Found.Rule = "device";
  Found.At = Use.At;
  bool OnlyManaged = Wrong.isSubsetOf(
      rules::withHostAccess(rules::HostAccess::AfterSynchronise));
  bool Tested = !Use.Facts.Device.isAll();
  // Tested on some way, so the author means host memory here.
  Found.Level = Tested && *Level == 1 ? 1 : *Level;
  if (OnlyManaged)
    Found.Level = std::max(Found.Level, 1);
  std::string Name = dataOf(Use);
  std::string Verb = Writes ? "writes" : "reads";
  if (OnlyManaged)
    Found.Message = "host code " + Verb + " the managed memory behind " + Name +
                    " while the device may still be working on it; "
                    "synchronise the device first";
  else if (Tested)
    Found.Message =
        "host code " + Verb + " " + Name + " where the tensor may be on " +
        Wrong.str() +
        ", which crashes or gives garbage; accept only device types 1, 3, 11 "
        "and 20 here and refuse all others";
  else
    Found.Message =
        "host code " + Verb + " " + Name +
        " whatever device the tensor is on, which crashes for one in device "
        "memory; test device_type for 1, 3, 11 or 20 first and refuse all "
        "others";
  return Found;
}

void UncheckedDeviceCheck::examineRest(const flow::Analysis &Unit) {
  std::set<SourceLocation> Told;
  for (const Expr *Each : tensors().SelfComparisons) {
    if (!Told.insert(Each->getBeginLoc()).second)
      continue;
    fixes::Finding Found;
    Found.At = model::spanOf(Each);
    Found.Level = 0;
    Found.Message = "the device of this tensor is compared with itself, so the "
                    "test lets every device through; compare it with the "
                    "other tensor's";
    report(Found);
  }
}

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeUncheckedDeviceCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<UncheckedDeviceCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
