//===--- CallArguments.cpp - dlpack-call-arguments ------------------------===//
//
// Flags `__dlpack__` calls whose arguments the standard rules out or leaves
// wanting: a positional stream, stream 0 on CUDA, a stream for host memory, no
// stream for device memory, a max_version nobody falls back from.
//
//===----------------------------------------------------------------------===//

#include "checks/ExportRules.h"

#include "rules/DeviceTypes.h"

using namespace dlpack_tidy::flow;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::checks {
namespace {

/// Device types whose memory a kernel may still be writing: a stream orders it.
constexpr rules::DeviceSet cuda() { return rules::DeviceSet::of({2, 13}); }
constexpr rules::DeviceSet rocm() { return rules::DeviceSet::of({10}); }

struct Complaint {
  explicit Complaint(std::string Message, int Level = 1,
                     std::optional<fixes::Fix> Mended = std::nullopt)
      : Message(std::move(Message)), Level(Level), Mended(std::move(Mended)) {}
  std::string Message;
  int Level;
  std::optional<fixes::Fix> Mended;
};

bool isNone(PyRef Value) {
  Value = valueOf(Value);
  return Value && Value->Kind == PyKind::None;
}

/// The stream's value, where it is one known number.
std::optional<int64_t> streamNumber(const ExportSite &Site) {
  std::optional<std::vector<int64_t>> Values = integerValues(Site.What.Stream);
  if (!Values || Values->size() != 1)
    return std::nullopt;
  return Values->front();
}

bool handles(const ExportSite &Site, rules::PyException Raised) {
  for (const Handler &Each : Site.Handlers)
    if (rules::uncaught(rules::ExceptionSet::of({Raised}), Each.Receives)
            .empty())
      return true;
  return false;
}

std::optional<Complaint> aboutStream(const ExportSite &Site) {
  const Exchange &What = Site.What;
  const rules::DeviceSet &Devices = Site.Facts.Devices;
  bool Known = Site.Facts.DeviceAsked && !Devices.empty();
  bool HostOnly = Known && Devices.isSubsetOf(rules::hostReadable());
  std::optional<int64_t> Number = streamNumber(Site);

  if (What.Stream && !isNone(What.Stream) && HostOnly)
    return Complaint{
        "a stream is passed for " + Devices.str() +
        " memory, where producers accept None only: PyTorch raises "
        "AssertionError, NumPy ValueError; pass no stream for host memory"};
  if (Number == 0 && !(Known && Devices.isSubsetOf(rocm())))
    return Complaint{"stream 0 is not allowed on CUDA, where it could mean "
                     "either default stream, and the producer refuses it; pass "
                     "1 for the legacy default stream, 2 for the per-thread "
                     "one"};
  if (Number && *Number >= 1 && *Number <= 2 && Known &&
      Devices.isSubsetOf(rocm()))
    return Complaint{"streams 1 and 2 have no meaning on ROCm and the producer "
                     "refuses them; pass 0 for the default stream or the "
                     "stream's handle"};
  if (!What.Stream && !What.Call->OpenArguments && !Site.Requested && Known &&
      Devices.isSubsetOf(cuda() | rocm()))
    return Complaint{
        "the array is in " + Devices.str() +
        " memory and no stream is passed: the producer makes its data ready on "
        "the default stream only, and work on another stream reads it too "
        "early; pass the stream you will use as 'stream'"};
  return std::nullopt;
}

std::optional<Complaint> aboutVersion(const ExportSite &Site) {
  const Exchange &What = Site.What;
  // The call without it was the first thing to be tried, or the array was made
  // here and its library's release is known.
  if (Site.AfterPlain || Site.Facts.Origin == ObjectOrigin::HostArray ||
      Site.Facts.Origin == ObjectOrigin::Foreign)
    return std::nullopt;
  if (What.MaxVersion && !isNone(What.MaxVersion) &&
      !handles(Site, rules::PyException::TypeError))
    return Complaint{"a producer older than the 2023.12 array API answers "
                     "'max_version' with TypeError, and nothing here tries "
                     "again without it; catch the TypeError and repeat the "
                     "call without 'max_version'"};
  if (!What.MaxVersion && !What.Call->OpenArguments)
    return Complaint{"without 'max_version' the producer makes a legacy "
                     "capsule, which NumPy refuses for read-only arrays and "
                     "which drops JAX's read-only flag; ask for (1, 0) and "
                     "fall back on TypeError",
                     2};
  return std::nullopt;
}

} // namespace

std::optional<fixes::Finding> callArguments(const ExportSite &Site,
                                            const ExportOptions &,
                                            const fixes::SourceText &Text) {
  if (Site.What.Role != ExchangeRole::Export)
    return std::nullopt;
  std::optional<Complaint> Wrong;
  if (Site.What.PositionalStream)
    Wrong = Complaint{"the stream is passed by position, but the standard "
                      "makes it keyword-only: NumPy and others raise TypeError "
                      "here; pass it as 'stream='",
                      1, fixes::nameStream(Site, Text)};
  if (!Wrong)
    Wrong = aboutStream(Site);
  if (!Wrong)
    Wrong = aboutVersion(Site);
  if (!Wrong)
    return std::nullopt;
  fixes::Finding Found;
  Found.At = Site.What.Call->Range;
  Found.Message = Wrong->Message;
  Found.Level = Wrong->Level;
  if (Wrong->Mended)
    Found.Fixes.push_back(*Wrong->Mended);
  return Found;
}

} // namespace dlpack_tidy::checks
