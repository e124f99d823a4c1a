//===--- CapsuleState.h - what is known of capsules at one point ----------===//
#ifndef DLPACK_TIDY_FLOW_CAPSULESTATE_H
#define DLPACK_TIDY_FLOW_CAPSULESTATE_H

#include "flow/AccessPath.h"
#include "model/Capsule.h"

#include <map>
#include <set>

namespace dlpack_tidy::flow {

/// A pointer that was taken out of a capsule.
struct TakenPointer {
  const clang::Expr *Taken = nullptr;
  model::CapsuleName Name;
  AccessPath Capsule;
  bool NameBlind = false; ///< may: taken whatever the name was
  bool MaybeNull = false; ///< may: the name asked for was the wrong one
  bool FromUsed = false;  ///< taken from a capsule that somebody consumed
  bool Dead = false;      ///< may: the capsule has died and taken it along

  bool join(const TakenPointer &Other) {
    TakenPointer Before = *this;
    NameBlind |= Other.NameBlind;
    MaybeNull |= Other.MaybeNull;
    FromUsed |= Other.FromUsed;
    Dead |= Other.Dead;
    return !(Before == *this);
  }
  friend bool operator==(const TakenPointer &L, const TakenPointer &R) {
    return L.Taken == R.Taken && L.NameBlind == R.NameBlind &&
           L.MaybeNull == R.MaybeNull && L.FromUsed == R.FromUsed &&
           L.Dead == R.Dead;
  }
};

class CapsuleState {
public:
  bool Reachable = true;
  std::map<AccessPath, TakenPointer> Pointers; ///< may
  std::set<AccessPath> Tested;       ///< must: name known to be an unused one
  std::set<AccessPath> Taken;        ///< may: renamed or without destructor
  bool ErrorSaved = false;           ///< must: an exception in flight is safe
  bool ErrorScoped = false;          ///< must: an object puts it back by itself
  const clang::Expr *Left = nullptr; ///< may: the call that set an error
  const clang::Expr *Fetched = nullptr; ///< may: fetched and not yet restored

  bool isNameTested(const AccessPath &Capsule) const {
    return Capsule && Tested.count(Capsule);
  }
  void nameTested(const AccessPath &Capsule) {
    if (!Capsule)
      return;
    Tested.insert(Capsule);
    for (auto &Each : Pointers)
      if (Each.second.Capsule == Capsule)
        Each.second.NameBlind = Each.second.MaybeNull = false;
  }
  void capsuleDies(const AccessPath &Capsule) {
    if (Taken.count(Capsule))
      return;
    for (auto &Each : Pointers)
      if (Each.second.Capsule == Capsule)
        Each.second.Dead = true;
  }

  bool join(const CapsuleState &Other) {
    if (!Other.Reachable)
      return false;
    if (!Reachable) {
      *this = Other;
      return true;
    }
    CapsuleState Before = *this;
    for (const auto &[Path, Pointer] : Other.Pointers) {
      auto [Slot, New] = Pointers.try_emplace(Path, Pointer);
      if (!New)
        Slot->second.join(Pointer);
    }
    for (auto It = Tested.begin(); It != Tested.end();)
      It = Other.Tested.count(*It) ? std::next(It) : Tested.erase(It);
    Taken.insert(Other.Taken.begin(), Other.Taken.end());
    ErrorSaved &= Other.ErrorSaved;
    ErrorScoped &= Other.ErrorScoped;
    Left = Left ? Left : Other.Left;
    Fetched = Fetched ? Fetched : Other.Fetched;
    return !(Before == *this);
  }
  friend bool operator==(const CapsuleState &L, const CapsuleState &R) {
    return L.Reachable == R.Reachable && L.Pointers == R.Pointers &&
           L.Tested == R.Tested && L.Taken == R.Taken &&
           L.ErrorSaved == R.ErrorSaved && L.ErrorScoped == R.ErrorScoped &&
           L.Left == R.Left && L.Fetched == R.Fetched;
  }
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_CAPSULESTATE_H
