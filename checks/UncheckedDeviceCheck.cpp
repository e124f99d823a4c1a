//===--- UncheckedDeviceCheck.cpp - dlpack-unchecked-device ---------------===//
//
// Host code that reads memory which may lie on a device.
// docs/checks/dlpack-unchecked-device.md tells the story.
//
//===----------------------------------------------------------------------===//

#include "checks/TensorCheck.h"
#include "model/Callable.h"
#include "model/SourceText.h"
#include "model/TypeLabels.h"

#include <set>

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

private:
  std::optional<Fault> judgeAnswer(const flow::TensorUse &Use);
  std::optional<Fault> judgePredicate(const flow::TensorUse &Use);
  std::optional<Fault> judgePassed(const flow::TensorUse &Use);

  /// Functions that were told about what they hand on.
  std::set<const FunctionDecl *> HandsOn;
};

/// Memory that host and device can read, by its name in DLPack.
constexpr DeviceSet PinnedKinds = DeviceSet::of({3, 11});

bool testsDevice(const flow::TensorUse &Use) {
  return (Use.Tested.contains(TensorField::DeviceType) ||
          Use.Tested.contains(TensorField::Device)) &&
         !Use.Facts.Seen.contains(TensorField::DeviceType) &&
         !Use.Facts.Compared.contains(TensorField::DeviceType);
}

/// `default: return Device::cpu;`
std::optional<TensorCheck::Fault>
UncheckedDeviceCheck::judgeAnswer(const flow::TensorUse &Use) {
  DeviceSet Here = Use.Facts.Device;
  if (!testsDevice(Use) || Here.isAll() || Here.empty())
    return std::nullopt;
  model::PlaceLabel Place = model::placeLabel(Use.At);
  Fault Found;
  Found.Rule = "answer";
  Found.At = Use.At;
  Found.Level = 1;
  if (Place == model::PlaceLabel::Host) {
    DeviceSet Wrong = Here - rules::hostReadableAfterSync();
    if (Wrong.empty())
      return std::nullopt;
    Found.Message = "a tensor on " + Wrong.str() +
                    " is taken for one in host memory here, and reading it "
                    "crashes or gives garbage; refuse device types that are "
                    "not expected";
    return Found;
  }
  if (Place != model::PlaceLabel::Device ||
      !(Here.admitsUnknown() || Here.intersects(rules::hostReadable())))
    return std::nullopt;
  Found.Message = "a tensor on " + Here.str() +
                  " is taken for one in GPU memory here, though it may be "
                  "host memory or belong to another kind of device; list the "
                  "device types that are meant and refuse all others";
  return Found;
}

/// Words that make a predicate a guard: what it refuses is refused.
bool isGuardName(StringRef Name) {
  std::string Lower = Name.lower();
  for (StringRef Word :
       {"check", "require", "ensure", "assert", "valid", "support", "accept",
        "compat", "can", "expect", "access", "visible", "usable"})
    if (StringRef(Lower).contains(Word))
      return true;
  return false;
}

/// `bool on_host(const DLTensor &t)`: pinned memory on the wrong side.
std::optional<TensorCheck::Fault>
UncheckedDeviceCheck::judgePredicate(const flow::TensorUse &Use) {
  StringRef Name = model::plainName(Use.In);
  if (!testsDevice(Use) || isGuardName(Name))
    return std::nullopt;
  model::PlaceLabel Place = model::placeLabel(Name);
  bool Host = StringRef(Name.lower()).contains("host") &&
              Place == model::PlaceLabel::Host;
  bool Device = Place == model::PlaceLabel::Device;
  bool Wrong = Host ? !*Use.Truth : Device && *Use.Truth;
  if (!Wrong || !Use.Facts.Device.intersects(PinnedKinds) ||
      Use.Facts.Device.isAll())
    return std::nullopt;
  Fault Found;
  Found.Rule = "predicate";
  Found.At = Use.At;
  Found.Level = 1;
  Found.Message = "'" + Name.str() + "' says " + (Host ? "no" : "yes") +
                  " for pinned host memory (" +
                  (Use.Facts.Device & PinnedKinds).str() +
                  "), which the host can read: it goes the way of device "
                  "memory; name the device types on either side and refuse "
                  "what is neither";
  return Found;
}

/// The address goes on, and nobody here has ever looked at the device. Only
/// where the tensor was taken over from a capsule here is it sure that nobody
/// has before; who only borrows it mostly copies it with what knows devices.
std::optional<TensorCheck::Fault>
UncheckedDeviceCheck::judgePassed(const flow::TensorUse &Use) {
  if (flow::levelOf(Use) != 0 || !Use.Facts.Device.isAll() ||
      !Use.Facts.Owner.isSurely(flow::Ownership::Owed | flow::Ownership::Kept))
    return std::nullopt;
  // Whoever was given the whole tensor may have asked.
  if (Use.Facts.Seen.contains(TensorField::Tensor))
    return std::nullopt;
  for (TensorField Each : {TensorField::Device, TensorField::DeviceType})
    if (Use.Read.contains(Each) || Use.Tested.contains(Each) ||
        Use.Facts.Seen.contains(Each) || Use.Facts.Compared.contains(Each))
      return std::nullopt;
  if (!HandsOn.insert(Use.In).second)
    return std::nullopt;
  Fault Found;
  Found.Rule = "passed";
  Found.At = Use.At;
  Found.Level = 1;
  Found.Message = dataOf(Use) +
                  " is handed on and nothing here asks what device it is on, "
                  "so host memory is taken for device memory, or the other "
                  "way round; test device_type and refuse all that is not "
                  "expected";
  return Found;
}

std::optional<TensorCheck::Fault>
UncheckedDeviceCheck::judge(const flow::TensorUse &Use) {
  if (Use.Kind == flow::UseKind::PassesData)
    return judgePassed(Use);
  if (Use.Kind == flow::UseKind::Answers)
    return Use.InOwnDeleter ? std::nullopt
           : Use.Truth      ? judgePredicate(Use)
                            : judgeAnswer(Use);
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
