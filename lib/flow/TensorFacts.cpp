//===--- TensorFacts.cpp - what is known about a tensor at one point ------===//

#include "flow/TensorFacts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace dlpack_tidy::flow {

void NumberSet::refine(Comparison Op, int64_t Constant, bool Truth) {
  for (int64_t Each = 0; Each < 31; ++Each)
    if (holds(Each, Op, Constant) != Truth)
      Bits &= ~bit(Each);
  // All other values stay unless the comparison pins the value down.
  bool Pinned = (Op == Comparison::Equal && Truth) ||
                (Op == Comparison::NotEqual && !Truth);
  bool Above = (Op == Comparison::Greater || Op == Comparison::GreaterEqual);
  bool Below = (Op == Comparison::Less || Op == Comparison::LessEqual);
  if (Pinned && Constant >= 0 && Constant < 31)
    Bits &= ~bit(31);
  if ((Below && Truth && Constant <= 31) || (Above && !Truth && Constant <= 31))
    Bits &= ~bit(31);
}

void Ownership::move(State From, State To) {
  if (States & From)
    States = (States & ~From) | To;
}

void Ownership::rename() {
  move(Borrowed, Owed);
  move(KeptUnrenamed, Kept);
  move(Lent, Kept);
  move(ReleasedUnrenamed, Released);
}

void Ownership::undoRename() {
  move(Owed, Borrowed);
  move(Kept, Lent);
  move(Released, ReleasedUnrenamed);
}

void Ownership::keep() {
  move(Owed, Kept);
  move(Borrowed, KeptUnrenamed);
  move(Lent, KeptUnrenamed);
}

void Ownership::lend() {
  move(Owed, Kept);
  move(Borrowed, Lent);
}

void Ownership::release() {
  move(Elsewhere, Released);
  move(Owed, Released);
  move(Kept, Released);
  move(Borrowed, ReleasedUnrenamed);
  move(KeptUnrenamed, ReleasedUnrenamed);
  move(Lent, ReleasedUnrenamed);
}

void Ownership::nothingToRelease() {
  move(Owed, Released);
  move(Elsewhere, NoDeleter);
}

NumberSet widthSet(int64_t Bits) {
  if (Bits <= 0 || Bits > 128 || !llvm::isPowerOf2_64(Bits))
    return NumberSet::of({31});
  return NumberSet::of({static_cast<int64_t>(llvm::Log2_64(Bits))});
}

bool Rank::refine(Comparison Op, int64_t Constant, bool Truth) {
  if (Constant < -1 || Constant > 1000)
    return true;
  int Value = static_cast<int>(Constant);
  if (!Truth)
    switch (Op) {
    case Comparison::Equal:
      Op = Comparison::NotEqual;
      break;
    case Comparison::NotEqual:
      Op = Comparison::Equal;
      break;
    case Comparison::Less:
      Op = Comparison::GreaterEqual;
      break;
    case Comparison::LessEqual:
      Op = Comparison::Greater;
      break;
    case Comparison::Greater:
      Op = Comparison::LessEqual;
      break;
    case Comparison::GreaterEqual:
      Op = Comparison::Less;
      break;
    }
  switch (Op) {
  case Comparison::Equal:
    Low = std::max(Low, Value);
    High = std::min(High, Value);
    break;
  case Comparison::NotEqual:
    Low += Low == Value;
    High -= High == Value;
    // A number of dimensions is not negative.
    if (Value == 0 && Low < 0)
      Low = 1;
    break;
  case Comparison::Less:
    High = std::min(High, Value - 1);
    break;
  case Comparison::LessEqual:
    High = std::min(High, Value);
    break;
  case Comparison::Greater:
    Low = std::max(Low, Value + 1);
    break;
  case Comparison::GreaterEqual:
    Low = std::max(Low, Value);
    break;
  }
  return Low <= High;
}

void Rank::join(Rank Other) {
  Low = std::min(Low, Other.Low);
  High = std::max(High, Other.High);
}

void TensorFacts::join(const TensorFacts &Other) {
  Device = Device | Other.Device;
  Codes.join(Other.Codes);
  Widths.join(Other.Widths);
  Dimensions.join(Other.Dimensions);
  OneLane.join(Other.OneLane);
  IsNull.join(Other.IsNull);
  DataNull.join(Other.DataNull);
  StridesNull.join(Other.StridesNull);
  DeleterNull.join(Other.DeleterNull);
  OffsetZero.join(Other.OffsetZero);
  Empty.join(Other.Empty);
  MajorMatches.join(Other.MajorMatches);
  ReadOnly.join(Other.ReadOnly);
  Aligned.join(Other.Aligned);
  Seen.join(Other.Seen);
  Compared.join(Other.Compared);
  Owner.join(Other.Owner);
  Renamed.join(Other.Renamed);
}

bool operator==(const TensorFacts &L, const TensorFacts &R) {
  return L.Device == R.Device && L.Codes == R.Codes && L.Widths == R.Widths &&
         L.Dimensions == R.Dimensions && L.OneLane == R.OneLane &&
         L.IsNull == R.IsNull && L.DataNull == R.DataNull &&
         L.StridesNull == R.StridesNull && L.DeleterNull == R.DeleterNull &&
         L.OffsetZero == R.OffsetZero && L.Empty == R.Empty &&
         L.MajorMatches == R.MajorMatches && L.ReadOnly == R.ReadOnly &&
         L.Aligned == R.Aligned && L.Seen == R.Seen &&
         L.Compared == R.Compared && L.Owner == R.Owner &&
         L.Renamed == R.Renamed;
}

namespace {

const TensorFacts NothingKnown;

template <typename Entries, typename Key>
auto find(Entries &In, const Key &Wanted) {
  return llvm::lower_bound(In, Wanted, [](const auto &Entry, const Key &K) {
    return Entry.first < K;
  });
}

} // namespace

const TensorFacts &TensorState::tensor(model::PathId Path) const {
  auto At = find(Tensors, Path);
  return At != Tensors.end() && At->first == Path ? At->second : NothingKnown;
}

TensorFacts &TensorState::change(model::PathId Path) {
  auto At = find(Tensors, Path);
  if (At == Tensors.end() || At->first != Path)
    At = Tensors.insert(At, {Path, NothingKnown});
  return At->second;
}

const DataPointer *TensorState::pointer(const VarDecl *Variable) const {
  auto At = find(Pointers, Variable);
  return At != Pointers.end() && At->first == Variable ? &At->second : nullptr;
}

void TensorState::setPointer(const VarDecl *Variable,
                             const DataPointer &Value) {
  auto At = find(Pointers, Variable);
  if (At == Pointers.end() || At->first != Variable)
    Pointers.insert(At, {Variable, Value});
  else
    At->second = Value;
}

void TensorState::forgetPointer(const VarDecl *Variable) {
  auto At = find(Pointers, Variable);
  if (At != Pointers.end() && At->first == Variable)
    Pointers.erase(At);
}

void TensorState::wait(const PendingUse &Use) {
  if (llvm::find(Pending, Use) == Pending.end())
    Pending.push_back(Use);
}

void TensorState::settle(model::PathId Path, model::TensorField Field) {
  llvm::erase_if(Pending, [&](const PendingUse &Each) {
    return Each.Path == Path && Each.Waits == Field;
  });
}

bool TensorState::join(const TensorState &Other) {
  if (!Other.Reachable)
    return false;
  if (!Reachable) {
    *this = Other;
    return true;
  }
  TensorState Before = *this;
  Synchronised &= Other.Synchronised;
  // A tensor that one side knows nothing about is met with nothing known.
  for (auto &[Path, Facts] : Tensors)
    Facts.join(Other.tensor(Path));
  for (const auto &[Path, Facts] : Other.Tensors) {
    auto At = find(Tensors, Path);
    if (At == Tensors.end() || At->first != Path)
      change(Path).join(Facts);
  }
  for (const auto &[Variable, Value] : Other.Pointers) {
    // A variable that holds no address on the other side may be NULL there,
    // and then it is not read.
    const DataPointer *Own = pointer(Variable);
    DataPointer Both = Own ? *Own : Value;
    if (Own && Own->Path == Value.Path) {
      Both.OffsetAdded.join(Value.OffsetAdded);
      Both.Moved |= Value.Moved;
    }
    setPointer(Variable, Both);
  }
  for (const PendingUse &Each : Other.Pending)
    wait(Each);
  return !(*this == Before);
}

bool operator==(const TensorState &L, const TensorState &R) {
  return L.Reachable == R.Reachable && L.Synchronised == R.Synchronised &&
         L.Tensors == R.Tensors && L.Pointers == R.Pointers &&
         L.Pending == R.Pending;
}

} // namespace dlpack_tidy::flow
