//===--- ExportFacts.cpp - what is known about an array before its export -===//

#include "flow/ExportFacts.h"

#include "rules/JaxPlatforms.h"

#include <algorithm>

using namespace dlpack_tidy::model;

namespace dlpack_tidy::flow {
bool operator==(const ExportFacts &L, const ExportFacts &R) {
  return L.Places == R.Places && L.Devices == R.Devices &&
         L.DeviceAsked == R.DeviceAsked && L.Origin == R.Origin &&
         L.Guessed == R.Guessed;
}

bool ExportFacts::join(const ExportFacts &Other) {
  ExportFacts Before = *this;
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
      const ExportFacts Kept = Harmless(Before.Origin) ? Other : Before;
      *this = Kept;
    } else {
      Origin = ObjectOrigin::Unknown;
    }
  }
  Guessed = Before.Guessed || Other.Guessed;
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

bool isReachedThrough(const std::string &Key, const std::string &Base) {
  return Key.compare(0, Base.size(), Base) == 0 &&
         (Key.size() == Base.size() || Key[Base.size()] == '.' ||
          Key[Base.size()] == '[');
}

void ExportState::kill(const std::string &Key) {
  if (Key.empty())
    return;
  // `xs[i]` is another element once `i` has changed.
  const std::string AsIndex = "[" + Key + "]";
  for (auto It = Known.begin(); It != Known.end();) {
    const std::string &Each = It->first;
    bool Gone =
        isReachedThrough(Each, Key) || Each.find(AsIndex) != std::string::npos;
    It = Gone ? Known.erase(It) : std::next(It);
  }
}

void ExportState::copy(const std::string &From, const std::string &To) {
  if (From.empty() || To.empty())
    return;
  std::map<std::string, ExportFacts> Added;
  for (const auto &[Key, Facts] : Known)
    if (isReachedThrough(Key, From))
      Added[To + Key.substr(From.size())] = Facts;
  for (auto &[Key, Facts] : Added)
    Known[Key] = Facts;
}

bool ExportState::isStale(PyRef Value) const {
  if (Stale.empty())
    return false;
  // Definitions and bases form a chain; an index or argument is no answer.
  for (unsigned Steps = 0; Value && Steps < 32; ++Steps) {
    if (Value->Kind == PyKind::Variable && Value->Definition) {
      if (Stale.count(Value->Identity))
        return true;
      Value = Value->Definition;
    } else if (Value->Base) {
      Value = Value->Base;
    } else if (Value->Kind == PyKind::Choice) {
      return std::any_of(Value->Elements.begin(), Value->Elements.end(),
                         [this](PyRef Each) { return isStale(Each); });
    } else {
      return false;
    }
  }
  return false;
}

bool ExportState::join(const ExportState &Other) {
  if (!Other.Reachable)
    return false;
  if (!Reachable) {
    *this = Other;
    return true;
  }
  size_t StaleBefore = Stale.size();
  Stale.insert(Other.Stale.begin(), Other.Stale.end());
  bool Changed = Stale.size() != StaleBefore;
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
  return L.Reachable == R.Reachable && L.Known == R.Known && L.Stale == R.Stale;
}

void apply(ExportState &State, const Exchange &Done) {
  std::string Key = subjectKey(Done.Subject);
  if (Key.empty())
    return;
  ExportFacts Facts = State.get(Key);
  switch (Done.Role) {
  case ExchangeRole::DeviceQuery:
    // It came back, so JAX did not refuse: no plug-in, no plain TPU memory.
    Facts.DeviceAsked = true;
    Facts.settle(Exportable);
    break;
  case ExchangeRole::Guard:
    Facts.settle(Exportable);
    break;
  default:
    return;
  }
  State.set(Key, Facts);
}

namespace {

/// The memory kind that a sharding asks for, where one is written down.
PyRef memoryKindOf(PyRef Sharding) {
  Sharding = valueOf(Sharding);
  if (!Sharding || Sharding->Kind != PyKind::Call)
    return nullptr;
  if (PyRef Kind = Sharding->keyword("memory_kind"))
    return valueOf(Kind);
  PyRef Function = valueOf(Sharding->Base);
  if (Function && Function->isAttribute("with_memory_kind") &&
      !Sharding->Elements.empty())
    return valueOf(Sharding->Elements.front());
  return nullptr;
}

/// `jax.devices("cpu")[0]`
bool isCpuDevice(PyRef Device) {
  Device = valueOf(Device);
  if (Device && Device->Kind == PyKind::Item)
    Device = valueOf(Device->Base);
  if (!Device || Device->Kind != PyKind::Call || Device->Elements.empty())
    return false;
  std::string Dotted = dottedName(Device->Base);
  PyRef Platform = valueOf(Device->Elements.front());
  return (Dotted == "jax.devices" || Dotted == "jax.local_devices") &&
         Platform && Platform->isString("cpu");
}

} // namespace

ExportFacts placedBy(const Exchange &Put, const ExportFacts &Source) {
  PyRef Where = Put.Call->keyword("device");
  if (!Where && Put.Call->Elements.size() > 1)
    Where = Put.Call->Elements[1];
  ExportFacts Facts = Where ? ExportFacts() : Source;
  Facts.Origin = ObjectOrigin::Jax;
  if (!Where)
    return Facts;
  if (isCpuDevice(Where)) {
    Facts.settle(Cpu);
    return Facts;
  }
  PyRef Kind = memoryKindOf(Where);
  if (!Kind || Kind->Kind != PyKind::String)
    return Facts;
  if (rules::tpuExportMemoryKinds().contains(
          rules::memoryKindNamed(Kind->Text))) {
    Facts.settle(Exportable);
    return Facts;
  }
  // The same device, another memory.
  constexpr unsigned OfTpu = TpuPinnedHost | TpuMemory;
  Facts.Places = Source.Places;
  if (Facts.Places & OfTpu)
    Facts.Places = (Facts.Places & ~OfTpu) | TpuTestedKind;
  return Facts;
}

void takeBack(ExportState &State, PyRef Subject) {
  ExportFacts Facts;
  Facts.Origin = State.get(subjectKey(Subject)).Origin;
  State.set(subjectKey(Subject), Facts);
}

void excludeJax(ExportState &State, PyRef Subject) {
  ExportFacts Facts = State.get(subjectKey(Subject));
  Facts.settle(Exportable);
  State.set(subjectKey(Subject), Facts);
}

} // namespace dlpack_tidy::flow
