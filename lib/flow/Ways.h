//===--- Ways.h - the facts at one point, one set for each kind of way ----===//
#ifndef DLPACK_TIDY_FLOW_WAYS_H
#define DLPACK_TIDY_FLOW_WAYS_H

#include "flow/Flags.h"

#include <map>

namespace dlpack_tidy::flow {

/// Facts by what the flags hold. Ways that agree on the flags are joined; where
/// there are too many kinds, all are.
template <typename State> class Ways {
public:
  using Map = std::map<FlagValues, State>;

  /// Joins what another way brings; true where something changed.
  bool join(const FlagValues &Flags, const State &Facts) {
    if (!Facts.Reachable)
      return false;
    auto [Slot, New] = Known.try_emplace(TooMany ? FlagValues() : Flags, Facts);
    if (!New)
      return Slot->second.join(Facts);
    if (Known.size() > MaxKinds)
      collapse();
    return true;
  }
  bool join(const Ways &Other) {
    bool Changed = false;
    for (const auto &[Flags, Facts] : Other)
      Changed |= join(Flags, Facts);
    return Changed;
  }

  bool empty() const { return Known.empty(); }
  typename Map::const_iterator begin() const { return Known.begin(); }
  typename Map::const_iterator end() const { return Known.end(); }

private:
  static constexpr size_t MaxKinds = 8;

  void collapse() {
    State All = Known.begin()->second;
    for (const auto &Each : Known)
      All.join(Each.second);
    Known.clear();
    Known.emplace(FlagValues(), std::move(All));
    TooMany = true;
  }

  Map Known;
  bool TooMany = false;
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_WAYS_H
