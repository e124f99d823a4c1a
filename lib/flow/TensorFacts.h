//===--- TensorFacts.h - what is known about a tensor at one point --------===//
#ifndef DLPACK_TIDY_FLOW_TENSORFACTS_H
#define DLPACK_TIDY_FLOW_TENSORFACTS_H

#include "flow/Comparison.h"
#include "model/TensorPath.h"
#include "rules/DeviceTypes.h"

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <limits>

namespace dlpack_tidy::flow {

/// Whether something may be so and whether it may not: a test that was made on
/// every way leaves one of the two.
class Maybe {
public:
  static constexpr Maybe unknown() { return Maybe(3); }
  static constexpr Maybe surely(bool Value) { return Maybe(Value ? 2 : 1); }

  constexpr bool mayBe(bool Value) const { return Bits & (Value ? 2 : 1); }
  constexpr bool isSurely(bool Value) const { return Bits == (Value ? 2 : 1); }
  constexpr bool isKnown() const { return Bits != 3; }
  /// False where it contradicts what is known: nobody gets there.
  bool learn(bool Value) {
    Bits &= Value ? 2 : 1;
    return Bits != 0;
  }
  void join(Maybe Other) { Bits |= Other.Bits; }
  friend constexpr bool operator==(Maybe L, Maybe R) {
    return L.Bits == R.Bits;
  }

private:
  explicit constexpr Maybe(uint8_t Bits) : Bits(Bits) {}
  uint8_t Bits;
};

/// The values a small non-negative number may have; 31 stands for all others.
class NumberSet {
public:
  static constexpr NumberSet all() { return NumberSet(~uint32_t(0)); }
  static constexpr NumberSet of(std::initializer_list<int64_t> Values) {
    NumberSet Set(0);
    for (int64_t Each : Values)
      Set.Bits |= bit(Each);
    return Set;
  }
  bool contains(int64_t Value) const { return Bits & bit(Value); }
  bool isSubsetOf(NumberSet Other) const { return !(Bits & ~Other.Bits); }
  bool isAll() const { return Bits == ~uint32_t(0); }
  bool isEmpty() const { return Bits == 0; }
  /// Keeps what `value <Op> Constant` has the truth \p Truth for.
  void refine(Comparison Op, int64_t Constant, bool Truth);
  void join(NumberSet Other) { Bits |= Other.Bits; }
  friend constexpr bool operator==(NumberSet L, NumberSet R) {
    return L.Bits == R.Bits;
  }

private:
  explicit constexpr NumberSet(uint32_t Bits) : Bits(Bits) {}
  static constexpr uint32_t bit(int64_t Value) {
    return uint32_t(1) << (Value >= 0 && Value < 31 ? Value : 31);
  }
  uint32_t Bits;
};

/// A set of fields of the DLPack structs.
class FieldSet {
public:
  void insert(model::TensorField Field) { Bits |= bit(Field); }
  void erase(model::TensorField Field) { Bits &= ~bit(Field); }
  bool contains(model::TensorField Field) const { return Bits & bit(Field); }
  bool isEmpty() const { return Bits == 0; }
  void join(FieldSet Other) { Bits |= Other.Bits; }
  friend bool operator==(FieldSet L, FieldSet R) { return L.Bits == R.Bits; }

private:
  static uint32_t bit(model::TensorField Field) {
    return uint32_t(1) << static_cast<unsigned>(Field);
  }
  uint32_t Bits = 0;
};

/// How many dimensions there may be, both ends included.
struct Rank {
  static constexpr int Most = std::numeric_limits<int>::max();
  int Low = std::numeric_limits<int>::min();
  int High = Most;
  bool refine(Comparison Op, int64_t Constant, bool Truth);
  void join(Rank Other);
  friend bool operator==(Rank L, Rank R) {
    return L.Low == R.Low && L.High == R.High;
  }
};

/// Who is responsible for a managed tensor, as the set of what it may be.
class Ownership {
public:
  enum State : uint16_t {
    NoDeleter = 256,    ///< the deleter is NULL: nobody has to release
    Elsewhere = 128,    ///< not taken out of a capsule here
    Borrowed = 1,       ///< the capsule owns it
    Owed = 2,           ///< the capsule was renamed and nobody has taken over
    Kept = 4,           ///< somebody has
    Released = 8,       ///< the deleter ran
    KeptUnrenamed = 16, ///< two owners: the capsule is one of them
    ReleasedUnrenamed = 32, ///< the capsule will run the deleter again
    Lent = 64 ///< given to code that may have taken over, not renamed
  };
  bool mayBe(State S) const { return States & S; }
  bool isSurely(unsigned Which) const {
    return States != 0 && (States & ~Which) == 0;
  }
  void set(State S) { States = S; }
  void rename();
  void undoRename();
  void keep();
  void lend();
  void release();
  /// There is no deleter, so nobody has to call it.
  void nothingToRelease();
  /// The deleter has run wherever there is one.
  bool isGone() const {
    return isSurely(Released | ReleasedUnrenamed | NoDeleter) &&
           (mayBe(Released) || mayBe(ReleasedUnrenamed));
  }
  void join(Ownership Other) { States |= Other.States; }
  friend bool operator==(Ownership L, Ownership R) {
    return L.States == R.States;
  }

private:
  void move(State From, State To);
  uint16_t States = Elsewhere;
};

/// Element widths in bits, as logarithms: 0..7 for 1..128, 31 for others.
NumberSet widthSet(int64_t Bits);

/// What is known about one tensor. A default object knows nothing.
struct TensorFacts {
  rules::DeviceSet Device = rules::DeviceSet::all();
  NumberSet Codes = NumberSet::all();
  NumberSet Widths = NumberSet::all();
  Rank Dimensions;
  Maybe OneLane = Maybe::unknown();
  Maybe IsNull = Maybe::unknown();
  Maybe DataNull = Maybe::unknown();
  Maybe StridesNull = Maybe::unknown();
  Maybe DeleterNull = Maybe::unknown();
  Maybe OffsetZero = Maybe::unknown();
  Maybe Empty = Maybe::unknown();
  Maybe MajorMatches = Maybe::unknown();
  Maybe ReadOnly = Maybe::unknown();
  Maybe Aligned = Maybe::unknown();
  /// Fields read on some way here: strides that went into an index, a device
  /// that was handed to code that cannot be looked into, or all of it.
  FieldSet Seen;
  /// Fields compared with something that is no constant.
  FieldSet Compared;
  Ownership Owner;
  /// Of a capsule: it has a name that says it was consumed.
  Maybe Renamed = Maybe::surely(false);

  void join(const TensorFacts &Other);
  friend bool operator==(const TensorFacts &L, const TensorFacts &R);
};

/// What a pointer variable that came from `data` holds.
struct DataPointer {
  model::PathId Path = 0;
  Maybe OffsetAdded = Maybe::surely(false);
  /// The `t.data` it was read from.
  const clang::Expr *Source = nullptr;
  /// It was moved away from the first element.
  bool Moved = false;

  friend bool operator==(const DataPointer &L, const DataPointer &R) {
    return L.Path == R.Path && L.OffsetAdded == R.OffsetAdded &&
           L.Source == R.Source && L.Moved == R.Moved;
  }
};

/// A use of an address whose byte offset, or strides, may still be handed on in
/// a later statement.
struct PendingUse {
  const clang::Expr *At = nullptr;
  model::PathId Path = 0;
  model::TensorField Waits = model::TensorField::ByteOffset;

  friend bool operator==(const PendingUse &L, const PendingUse &R) {
    return L.At == R.At && L.Path == R.Path && L.Waits == R.Waits;
  }
};

/// The facts about all tensors at one point of a function.
class TensorState {
public:
  bool Reachable = true;
  /// The device was waited for: managed memory may be read.
  bool Synchronised = false;

  const TensorFacts &tensor(model::PathId Path) const;
  TensorFacts &change(model::PathId Path);

  const DataPointer *pointer(const clang::VarDecl *Variable) const;
  void setPointer(const clang::VarDecl *Variable, const DataPointer &Value);
  void forgetPointer(const clang::VarDecl *Variable);

  void wait(const PendingUse &Use);
  void settle(model::PathId Path, model::TensorField Field);
  llvm::ArrayRef<PendingUse> pending() const { return Pending; }

  /// The cost of a step with these facts, which copies and compares them.
  unsigned weight() const { return 1 + Tensors.size() / 4; }

  /// Adds the ways of \p Other; true where that changed anything.
  bool join(const TensorState &Other);
  friend bool operator==(const TensorState &L, const TensorState &R);

private:
  // Sorted by key; functions speak of few tensors.
  llvm::SmallVector<std::pair<model::PathId, TensorFacts>, 2> Tensors;
  llvm::SmallVector<std::pair<const clang::VarDecl *, DataPointer>, 4> Pointers;
  llvm::SmallVector<PendingUse, 2> Pending;
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_TENSORFACTS_H
