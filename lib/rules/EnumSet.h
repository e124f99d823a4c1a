//===- EnumSet.h - Set of the enumerators of a small enum -------*- C++ -*-===//
//
// Part of dlpack-tidy. The value type behind PlatformSet, ExceptionSet and
// CallSet: one bit an enumerator, cheap to copy, usable in constant tables.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_ENUMSET_H
#define DLPACK_TIDY_RULES_ENUMSET_H

#include <cstdint>
#include <initializer_list>

namespace dlpack_tidy::rules {

/// A set over the enumerators 0 .. Count-1 of \p Enum.
template <typename Enum, unsigned Count> class EnumSet {
  static_assert(Count > 0 && Count <= 32, "one bit an enumerator");

public:
  constexpr EnumSet() = default;
  constexpr EnumSet(std::initializer_list<Enum> Members) {
    for (Enum E : Members)
      insert(E);
  }

  static constexpr EnumSet none() { return EnumSet(); }
  static constexpr EnumSet all() { return EnumSet(Mask); }
  static constexpr EnumSet of(std::initializer_list<Enum> Members) {
    return EnumSet(Members);
  }

  constexpr bool contains(Enum E) const { return (Bits & bit(E)) != 0; }
  constexpr void insert(Enum E) { Bits |= bit(E); }
  constexpr void erase(Enum E) { Bits &= ~bit(E); }
  constexpr bool empty() const { return Bits == 0; }
  constexpr unsigned size() const {
    unsigned N = 0;
    for (std::uint32_t Rest = Bits; Rest != 0; Rest &= Rest - 1)
      ++N;
    return N;
  }
  constexpr bool isSubsetOf(EnumSet Other) const {
    return (Bits & ~Other.Bits) == 0;
  }
  constexpr bool intersects(EnumSet Other) const {
    return (Bits & Other.Bits) != 0;
  }
  constexpr EnumSet complement() const { return EnumSet(~Bits & Mask); }

  /// Calls \p Visit with each member in the order of the enum.
  template <typename Visitor> constexpr void forEach(Visitor Visit) const {
    for (unsigned I = 0; I != Count; ++I)
      if (contains(static_cast<Enum>(I)))
        Visit(static_cast<Enum>(I));
  }

  friend constexpr EnumSet operator&(EnumSet L, EnumSet R) {
    return EnumSet(L.Bits & R.Bits);
  }
  friend constexpr EnumSet operator|(EnumSet L, EnumSet R) {
    return EnumSet(L.Bits | R.Bits);
  }
  friend constexpr EnumSet operator-(EnumSet L, EnumSet R) {
    return EnumSet(L.Bits & ~R.Bits);
  }
  friend constexpr bool operator==(EnumSet L, EnumSet R) {
    return L.Bits == R.Bits;
  }
  friend constexpr bool operator!=(EnumSet L, EnumSet R) {
    return L.Bits != R.Bits;
  }

private:
  explicit constexpr EnumSet(std::uint32_t Bits) : Bits(Bits) {}
  static constexpr std::uint32_t bit(Enum E) {
    return std::uint32_t(1) << static_cast<unsigned>(E);
  }
  static constexpr std::uint32_t Mask =
      Count == 32 ? ~std::uint32_t(0) : (std::uint32_t(1) << Count % 32) - 1;

  std::uint32_t Bits = 0;
};

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_ENUMSET_H
