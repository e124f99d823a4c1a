//===--- State.cpp - what is known at one point of Python text ------------===//

#include "python/State.h"

#include <algorithm>

using namespace dlpack_tidy::model;

namespace dlpack_tidy::python {
namespace {

/// Expressions grow along assignments; beyond this they count as different.
constexpr unsigned MaxDepth = 24;
/// More alternatives than this are no longer told apart.
constexpr size_t MaxChoices = 8;

bool same(PyRef L, PyRef R, unsigned Depth) {
  if (L == R)
    return true;
  if (!L || !R || Depth > MaxDepth)
    return false;
  if (L->Kind != R->Kind || L->Text != R->Text || L->Number != R->Number ||
      L->Identity != R->Identity || L->Origin != R->Origin ||
      L->Elements.size() != R->Elements.size() ||
      L->Keywords.size() != R->Keywords.size() ||
      L->OpenArguments != R->OpenArguments)
    return false;
  if (L->Kind == PyKind::Unknown)
    return L->Range == R->Range;
  if (!same(L->Base, R->Base, Depth + 1) ||
      !same(L->Definition, R->Definition, Depth + 1))
    return false;
  for (size_t I = 0; I < L->Elements.size(); ++I)
    if (!same(L->Elements[I], R->Elements[I], Depth + 1))
      return false;
  for (size_t I = 0; I < L->Keywords.size(); ++I)
    if (L->Keywords[I].Name != R->Keywords[I].Name ||
        !same(L->Keywords[I].Value, R->Keywords[I].Value, Depth + 1))
      return false;
  return true;
}

bool mentions(PyRef Value, uint64_t Identity, unsigned Depth) {
  if (!Value)
    return false;
  if (Depth > MaxDepth)
    return true;
  if (Value->Kind == PyKind::Variable && Value->Identity == Identity)
    return true;
  if (mentions(Value->Base, Identity, Depth + 1) ||
      mentions(Value->Definition, Identity, Depth + 1))
    return true;
  for (PyRef Each : Value->Elements)
    if (mentions(Each, Identity, Depth + 1))
      return true;
  for (const PyKeyword &Each : Value->Keywords)
    if (mentions(Each.Value, Identity, Depth + 1))
      return true;
  return false;
}

/// Whether the value of \p Value never changes.
bool isConstant(PyRef Value) {
  if (!Value)
    return false;
  switch (Value->Kind) {
  case PyKind::String:
  case PyKind::Integer:
  case PyKind::Boolean:
  case PyKind::None:
  case PyKind::Module:
    return true;
  case PyKind::Tuple:
  case PyKind::Choice:
    return std::all_of(Value->Elements.begin(), Value->Elements.end(),
                       isConstant);
  case PyKind::Variable:
    return isConstant(Value->Definition);
  default:
    return false;
  }
}

/// One of both, without repeating what is in them already.
PyRef choice(PyRef L, PyRef R, PyArena &Arena) {
  PyRef Left = valueOf(L), Right = valueOf(R);
  std::vector<PyRef> All;
  auto Add = [&](PyRef Each) {
    if (std::none_of(All.begin(), All.end(),
                     [&](PyRef Known) { return sameExpression(Known, Each); }))
      All.push_back(Each);
  };
  for (PyRef Side : {Left, Right})
    if (Side->Kind == PyKind::Choice)
      std::for_each(Side->Elements.begin(), Side->Elements.end(), Add);
    else
      Add(Side);
  if (All.size() > MaxChoices)
    return nullptr;
  PyExpr &Made = Arena.make(PyKind::Choice, Left->Range);
  Made.Elements = std::move(All);
  return &Made;
}

} // namespace

std::string keyOf(uint64_t Identity) {
  PyExpr Name;
  Name.Kind = PyKind::Variable;
  Name.Identity = Identity;
  return subjectKey(&Name);
}

std::string elementKey(const std::string &Key) {
  return Key.empty() ? Key : Key + "[]";
}

bool sameExpression(PyRef L, PyRef R) { return same(L, R, 0); }

bool mentions(PyRef Value, uint64_t Identity) {
  return mentions(Value, Identity, 0);
}

bool operator==(const Binding &L, const Binding &R) {
  return sameExpression(L.Definition, R.Definition) && L.Test == R.Test &&
         L.Shares == R.Shares && L.Tested == R.Tested && L.Traced == R.Traced;
}

void State::settleAlias(uint64_t Identity, Binding &Slot) {
  std::string Old = subjectKey(Slot.Definition);
  if (!Old.empty())
    Arrays.set(keyOf(Identity), Arrays.get(Old));
  Slot.Definition = nullptr;
}

void State::assign(uint64_t Identity, Binding New,
                   const flow::ExportFacts &Facts) {
  for (auto &[Other, Slot] : Variables) {
    if (Other == Identity)
      continue;
    if (mentions(Slot.Definition, Identity))
      settleAlias(Other, Slot);
    if (Slot.Test && std::count(Slot.Test->Mentions.begin(),
                                Slot.Test->Mentions.end(), Identity))
      Slot.Test = nullptr;
  }
  Arrays.kill(keyOf(Identity));
  Arrays.set(keyOf(Identity), Facts);
  forgetMembers(keyOf(Identity));
  Variables[Identity] = std::move(New);
}

void State::forgetMembers(const std::string &Key) {
  for (auto It = Members.begin(); It != Members.end();)
    It = flow::isReachedThrough(It->first, Key) ? Members.erase(It)
                                                : std::next(It);
}

void State::assignKey(const std::string &Key, const flow::ExportFacts &Facts) {
  if (Key.empty())
    return;
  for (auto &[Identity, Slot] : Variables)
    if (subjectKey(Slot.Definition).compare(0, Key.size(), Key) == 0)
      settleAlias(Identity, Slot);
  Arrays.kill(Key);
  Arrays.set(Key, Facts);
  forgetMembers(Key);
}

void State::leave(const Scope &Inside) {
  for (const auto &Each : Inside.Locals) {
    Variables.erase(Each.second.Identity);
    Arrays.kill(keyOf(Each.second.Identity));
    forgetMembers(keyOf(Each.second.Identity));
  }
}

bool State::join(State Incoming, PyArena &Arena) {
  if (!Incoming.reachable())
    return false;
  if (!reachable()) {
    *this = std::move(Incoming);
    return true;
  }
  bool Changed = VersionTested && !Incoming.VersionTested;
  VersionTested &= Incoming.VersionTested;
  Changed |= BackendTested && !Incoming.BackendTested;
  BackendTested &= Incoming.BackendTested;
  for (auto &[Identity, Slot] : Variables)
    Incoming.Variables.try_emplace(Identity);
  for (auto &[Identity, Theirs] : Incoming.Variables) {
    Binding &Ours = Variables[Identity];
    Binding Before = Ours;
    if (!sameExpression(Ours.Definition, Theirs.Definition)) {
      bool OursTold = isConstant(Ours.Definition);
      bool TheirsTold = isConstant(Theirs.Definition);
      Ours.Tested |= OursTold;
      Theirs.Tested |= TheirsTold;
      PyRef OurValue = Ours.Definition, TheirValue = Theirs.Definition;
      settleAlias(Identity, Ours);
      Incoming.settleAlias(Identity, Theirs);
      if (OursTold && TheirsTold)
        Ours.Definition = choice(OurValue, TheirValue, Arena);
    }
    if (Ours.Test != Theirs.Test &&
        !(Ours.Test && Theirs.Test &&
          Ours.Test->Expression.id() == Theirs.Test->Expression.id()))
      Ours.Test = nullptr;
    Ours.Tested &= Theirs.Tested;
    Ours.Traced |= Theirs.Traced;
    if (!Ours.Shares)
      Ours.Shares = Theirs.Shares;
    Changed |= !(Before == Ours);
  }
  for (auto &[Key, Theirs] : Incoming.Members) {
    auto [Slot, New] = Members.try_emplace(Key, Theirs);
    Changed |= New;
    if (!Slot->second && Theirs) {
      Slot->second = Theirs;
      Changed = true;
    }
  }
  Changed |= Arrays.join(Incoming.Arrays);
  return Changed;
}

} // namespace dlpack_tidy::python
