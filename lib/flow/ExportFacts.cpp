//===--- ExportFacts.cpp - what is known about an array before its export -===//

#include "flow/ExportFacts.h"

#include "rules/JaxPlatforms.h"

#include <algorithm>

using namespace dlpack_tidy::model;

namespace dlpack_tidy::flow {
namespace {

unsigned placesOf(rules::PlatformSet Platforms) {
  unsigned Places = 0;
  Platforms.forEach([&](rules::Platform Each) {
    switch (Each) {
    case rules::Platform::Cpu:
      Places |= Cpu;
      break;
    case rules::Platform::Cuda:
      Places |= Cuda;
      break;
    case rules::Platform::Rocm:
      Places |= Rocm;
      break;
    case rules::Platform::OneApi:
      Places |= OneApi;
      break;
    case rules::Platform::Tpu:
      Places |= TpuPinnedHost | TpuMemory;
      break;
    case rules::Platform::Other:
      Places |= OtherPlace;
      break;
    }
  });
  return Places;
}

/// The places an answer equal to \p Constant leaves, and those one that differs
/// from it leaves.
struct Split {
  unsigned Equal;
  unsigned Different;
};

std::optional<Split> splitPlaces(Question Asked, PyRef Constant) {
  if (Asked == Question::Platform && Constant->Kind == PyKind::String) {
    unsigned Named = placesOf(rules::platformsNamed(Constant->Text));
    // "METAL" is one of many others: not being METAL rules none of them out.
    unsigned RuledOut = Named & ~unsigned(OtherPlace);
    return Split{Named, AllPlaces & ~RuledOut};
  }
  if (Asked == Question::MemoryKind) {
    bool Pinned = Constant->Kind == PyKind::String &&
                  rules::tpuExportMemoryKinds().contains(
                      rules::memoryKindNamed(Constant->Text));
    if (Pinned)
      return Split{AllPlaces & ~unsigned(TpuMemory),
                   AllPlaces & ~unsigned(TpuPinnedHost)};
    if (Constant->Kind == PyKind::String || Constant->Kind == PyKind::None)
      return Split{AllPlaces & ~unsigned(TpuPinnedHost), AllPlaces};
  }
  return std::nullopt;
}

/// Narrows the facts of the array that \p Asked is about.
void narrow(ExportState &State, const Query &Asked, unsigned Places,
            rules::DeviceSet Devices) {
  std::string Key = subjectKey(Asked.Subject);
  ExportFacts Facts = State.get(Key);
  Facts.Settled = true;
  Facts.Places &= Places;
  Facts.Devices = Facts.Devices & Devices;
  if (Facts.impossible())
    State.Reachable = false;
  State.set(Key, Facts);
}

rules::DeviceSet devicesWhere(Comparison Op, int64_t Value, bool Truth) {
  if (Truth ? Op == Comparison::Equal : Op == Comparison::NotEqual)
    return rules::DeviceSet::of({int(Value)});
  rules::DeviceSet Kept = rules::DeviceSet::all();
  for (int Device = 0; Device <= 62; ++Device)
    if (holds(Device, Op, Value) != Truth)
      Kept.erase(Device);
  return Kept;
}

bool refineDeviceType(ExportState &State, const Query &Asked, Comparison Op,
                      PyRef Constant, bool Truth) {
  std::optional<std::vector<int64_t>> Values = integerValues(Constant);
  if (!Values || Values->size() != 1)
    return false;
  narrow(State, Asked, AllPlaces, devicesWhere(Op, Values->front(), Truth));
  return true;
}

} // namespace

bool operator==(const ExportFacts &L, const ExportFacts &R) {
  return L.Settled == R.Settled && L.Places == R.Places &&
         L.Devices == R.Devices && L.DeviceAsked == R.DeviceAsked &&
         L.Origin == R.Origin;
}

bool ExportFacts::join(const ExportFacts &Other) {
  ExportFacts Before = *this;
  Settled &= Other.Settled;
  Places |= Other.Places;
  Devices = Devices | Other.Devices;
  DeviceAsked &= Other.DeviceAsked;
  if (Origin != Other.Origin) {
    // A host copy in one branch needs no guard there: what the other branch
    // knows is what counts.
    auto Harmless = [](ObjectOrigin Each) {
      return Each == ObjectOrigin::HostArray || Each == ObjectOrigin::Foreign;
    };
    if (Harmless(Before.Origin) != Harmless(Other.Origin)) {
      const ExportFacts &Kept = Harmless(Before.Origin) ? Other : Before;
      *this = Kept;
    } else {
      Origin = ObjectOrigin::Unknown;
    }
  }
  return !(Before == *this);
}

ExportFacts ExportState::get(const std::string &Key) const {
  auto Found = Known.find(Key);
  return Found == Known.end() ? ExportFacts() : Found->second;
}

void ExportState::set(const std::string &Key, const ExportFacts &Facts) {
  if (Key.empty())
    return;
  if (Facts == ExportFacts())
    Known.erase(Key);
  else
    Known[Key] = Facts;
}

void ExportState::kill(const std::string &Key) {
  if (Key.empty())
    return;
  for (auto It = Known.begin(); It != Known.end();) {
    const std::string &Each = It->first;
    bool Reached = Each.compare(0, Key.size(), Key) == 0 &&
                   (Each.size() == Key.size() || Each[Key.size()] == '.' ||
                    Each[Key.size()] == '[');
    It = Reached ? Known.erase(It) : std::next(It);
  }
}

bool ExportState::join(const ExportState &Other) {
  if (!Other.Reachable)
    return false;
  if (!Reachable) {
    *this = Other;
    return true;
  }
  bool Changed = false;
  // What only one side knows is unknown in the join.
  for (auto It = Known.begin(); It != Known.end();) {
    Changed |= It->second.join(Other.get(It->first));
    It = It->second == ExportFacts() ? Known.erase(It) : std::next(It);
  }
  for (const auto &[Key, Facts] : Other.Known)
    if (!Known.count(Key)) {
      ExportFacts Joined;
      Changed |= Joined.join(Facts);
      set(Key, Joined);
    }
  return Changed;
}

bool operator==(const ExportState &L, const ExportState &R) {
  return L.Reachable == R.Reachable && L.Known == R.Known;
}

void apply(ExportState &State, const Exchange &Done) {
  std::string Key = subjectKey(Done.Subject);
  if (Key.empty())
    return;
  ExportFacts Facts = State.get(Key);
  switch (Done.Role) {
  case ExchangeRole::DeviceQuery:
    // It came back, so JAX did not refuse: no plug-in, no plain TPU memory.
    Facts.Settled = true;
    Facts.DeviceAsked = true;
    Facts.Places &= Exportable;
    break;
  case ExchangeRole::Guard:
    Facts.Settled = true;
    Facts.Places &= Exportable;
    break;
  default:
    return;
  }
  State.set(Key, Facts);
}

bool refineComparison(ExportState &State, Comparison Op, PyRef Left,
                      PyRef Right, bool Truth) {
  std::optional<Query> Asked = query(Left);
  PyRef Constant = valueOf(Right);
  if (!Asked) {
    Asked = query(Right);
    Constant = valueOf(Left);
    Op = mirrored(Op);
  }
  if (!Asked || !Constant)
    return false;

  if (Asked->Asked == Question::DeviceType)
    return refineDeviceType(State, *Asked, Op, Constant, Truth);
  if (Asked->Asked == Question::Devices) {
    PyRef Type = Constant->Kind == PyKind::Tuple && !Constant->Elements.empty()
                     ? Constant->Elements.front()
                     : nullptr;
    // `dev == (1, 0)` fails for (1, 1) as well: only equality says something.
    bool IsEqual = (Op == Comparison::Equal) == Truth;
    return Type && IsEqual &&
           refineDeviceType(State, *Asked, Comparison::Equal, Type, true);
  }
  if (Op != Comparison::Equal && Op != Comparison::NotEqual)
    return false;
  std::optional<Split> Places = splitPlaces(Asked->Asked, Constant);
  if (!Places)
    return false;
  bool IsEqual = (Op == Comparison::Equal) == Truth;
  narrow(State, *Asked, IsEqual ? Places->Equal : Places->Different,
         rules::DeviceSet::all());
  return true;
}

void refineInteger(ExportState &State, const std::string &Key, Comparison Op,
                   int64_t Constant, bool Truth) {
  ExportFacts Facts = State.get(Key);
  Facts.Devices = Facts.Devices & devicesWhere(Op, Constant, Truth);
  if (Facts.impossible())
    State.Reachable = false;
  State.set(Key, Facts);
}

bool refineMembership(ExportState &State, PyRef Value,
                      const std::vector<PyRef> &Elements, bool Truth) {
  std::optional<Query> Asked = query(Value);
  if (!Asked || Elements.empty())
    return false;
  // Being in a set is being equal to one of them; not being in it is being
  // different from every one.
  ExportState In = State;
  In.Reachable = false;
  ExportState Out = State;
  for (PyRef Each : Elements) {
    ExportState Equal = State;
    if (!refineComparison(Equal, Comparison::Equal, Value, Each, true))
      return false;
    In.join(Equal);
    refineComparison(Out, Comparison::Equal, Value, Each, false);
  }
  State = Truth ? In : Out;
  return true;
}

void refineOpaque(ExportState &State, PyRef Value) {
  std::optional<Query> Asked = query(Value);
  if (!Asked || (Asked->Asked != Question::Platform &&
                 Asked->Asked != Question::MemoryKind))
    return;
  std::string Key = subjectKey(Asked->Subject);
  ExportFacts Facts = State.get(Key);
  Facts.Settled = true;
  Facts.Places &= Exportable;
  if (Facts.Places == 0)
    Facts.Places = Exportable;
  State.set(Key, Facts);
}

} // namespace dlpack_tidy::flow
