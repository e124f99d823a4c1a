//===- DeviceTypes.cpp - The DLDeviceType values --------------------------===//

#include "rules/DeviceTypes.h"

namespace dlpack_tidy::rules {

static_assert(hostReadable() == DeviceSet::of({1, 3, 11, 20}));
static_assert(hostReadableAfterSync() == DeviceSet::of({1, 3, 11, 13, 20}));

const DeviceType *deviceType(int Value) {
  for (const DeviceType &D : DeviceTypes)
    if (D.Value == Value)
      return &D;
  return nullptr;
}

std::string deviceName(int Value) {
  if (const DeviceType *D = deviceType(Value))
    return D->Name;
  return "device type " + std::to_string(Value);
}

unsigned DeviceSet::size() const {
  unsigned N = admitsUnknown() ? 1 : 0;
  forEach([&](int) { ++N; });
  return N;
}

std::optional<int> DeviceSet::single() const {
  if (admitsUnknown() || size() != 1)
    return std::nullopt;
  int Value = 0;
  forEach([&](int V) { Value = V; });
  return Value;
}

/// The members' names, the first \p MaxNames of them.
static std::string list(DeviceSet Set, unsigned MaxNames) {
  std::string Text;
  unsigned Count = 0;
  Set.forEach([&](int V) {
    if (Count == MaxNames)
      Text += ", ...";
    if (Count++ >= MaxNames)
      return;
    if (!Text.empty())
      Text += ", ";
    Text += deviceName(V);
  });
  return Text;
}

std::string DeviceSet::str(unsigned MaxNames) const {
  if (empty())
    return "no device type";
  if (isAll())
    return "any device type";
  if (!admitsUnknown())
    return list(*this, MaxNames);
  // The values without a name say nothing to a reader, so a set open to
  // unknown values is described by the names it leaves out, if these are few.
  DeviceSet Missing = namedDeviceTypes() - *this;
  if (Missing.empty())
    return "any device type";
  if (Missing.size() <= MaxNames)
    return "any device type except " + list(Missing, MaxNames);
  DeviceSet Named = namedDeviceTypes() & *this;
  if (Named.empty())
    return "an unknown device type";
  return list(Named, MaxNames) + " or an unknown device type";
}

} // namespace dlpack_tidy::rules
