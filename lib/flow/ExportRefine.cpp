//===--- ExportRefine.cpp - what a test says about where an array lives ---===//

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
      Places |= Plugins;
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
    // Not being METAL rules no other plug-in out.
    unsigned RuledOut = Named & ~unsigned(OtherPlugin);
    return Split{Named, AllPlaces & ~RuledOut};
  }
  if (Asked != Question::MemoryKind)
    return std::nullopt;
  constexpr unsigned OfTpu = TpuPinnedHost | TpuMemory;
  auto TpuOnly = [](unsigned Kinds) { return (AllPlaces & ~OfTpu) | Kinds; };
  if (Constant->Kind == PyKind::None)
    return Split{TpuOnly(TpuNoKind), TpuOnly(OfTpu & ~TpuNoKind)};
  if (Constant->Kind != PyKind::String)
    return std::nullopt;
  if (rules::tpuExportMemoryKinds().contains(
          rules::memoryKindNamed(Constant->Text)))
    return Split{TpuOnly(TpuPinnedHost), TpuOnly(TpuMemory)};
  return Split{TpuOnly(TpuTestedKind | TpuOtherKind),
               TpuOnly(OfTpu & ~TpuTestedKind)};
}

/// Narrows the facts of the array that \p Asked is about.
void narrow(ExportState &State, const Query &Asked, unsigned Places,
            rules::DeviceSet Devices) {
  std::string Key = subjectKey(Asked.Subject);
  ExportFacts Facts = State.get(Key);
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
  rules::DeviceSet Tracked;
  for (int Device = 0; Device <= 62; ++Device) {
    Tracked.insert(Device);
    if (holds(Device, Op, Value) != Truth)
      Kept.erase(Device);
  }
  // Nobody has a negative device type: what is bounded from above is known.
  constexpr int64_t Large = 1 << 20;
  bool Unbounded = holds(Large, Op, Value) == Truth;
  return Unbounded ? Kept : Kept & Tracked;
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

namespace {

/// True where \p Value may be an answer, or a constant, depending on the way.
bool isMixed(PyRef Value) {
  Value = valueOf(Value);
  return Value && Value->Kind == PyKind::Choice && !integerValues(Value) &&
         std::any_of(Value->Elements.begin(), Value->Elements.end(),
                     [](PyRef Each) { return query(Each).has_value(); });
}

std::optional<bool> equalConstants(PyRef Left, PyRef Right) {
  Left = valueOf(Left);
  Right = valueOf(Right);
  if (!Left || !Right)
    return std::nullopt;
  auto IsKnown = [](PyRef Each) {
    return Each->Kind == PyKind::String || Each->Kind == PyKind::Integer ||
           Each->Kind == PyKind::None;
  };
  if (!IsKnown(Left) || !IsKnown(Right))
    return std::nullopt;
  return Left->Kind == Right->Kind && Left->Text == Right->Text &&
         Left->Number == Right->Number;
}

/// One of several values is compared: what holds for each of them, joined.
bool refineMixed(ExportState &State, Comparison Op, PyRef Choice, PyRef Other,
                 bool Truth) {
  ExportState Joined = State;
  Joined.Reachable = false;
  for (PyRef Each : valueOf(Choice)->Elements) {
    ExportState One = State;
    std::optional<bool> Equal = equalConstants(Each, Other);
    if (Equal && (Op == Comparison::Equal || Op == Comparison::NotEqual)) {
      if ((*Equal == (Op == Comparison::Equal)) != Truth)
        continue;
    } else {
      refineComparison(One, Op, Each, Other, Truth);
    }
    Joined.join(One);
  }
  State = Joined;
  return true;
}

} // namespace

bool refineComparison(ExportState &State, Comparison Op, PyRef Left,
                      PyRef Right, bool Truth) {
  if (State.isStale(Left) || State.isStale(Right))
    return false;
  if (isMixed(Left))
    return refineMixed(State, Op, Left, Right, Truth);
  if (isMixed(Right))
    return refineMixed(State, mirrored(Op), Right, Left, Truth);
  std::optional<Query> Asked = query(Left);
  PyRef Constant = valueOf(Right);
  if (!Asked) {
    Asked = query(Right);
    Constant = valueOf(Left);
    Op = mirrored(Op);
  }
  if (!Asked || !Constant)
    return false;
  // `for (auto each : {"cpu", "gpu"}) if (platform == each)`: equal to one of
  // them, or different from this one, which may be any.
  if (Constant->Kind == PyKind::Choice && Asked->Asked != Question::Devices &&
      (Op == Comparison::Equal || Op == Comparison::NotEqual)) {
    bool IsEqual = (Op == Comparison::Equal) == Truth;
    PyRef Value = query(Left) ? Left : Right;
    return !IsEqual || refineMembership(State, Value, Constant->Elements, true);
  }

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
  if (State.isStale(Value))
    return;
  std::optional<Query> Asked = query(Value);
  if (!Asked || (Asked->Asked != Question::Platform &&
                 Asked->Asked != Question::MemoryKind))
    return;
  std::string Key = subjectKey(Asked->Subject);
  ExportFacts Facts = State.get(Key);
  Facts.settle(Exportable);
  State.set(Key, Facts);
}

} // namespace dlpack_tidy::flow
