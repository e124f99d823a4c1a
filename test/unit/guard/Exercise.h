//===- Exercise.h - Any bytes as a tensor -----------------------*- C++ -*-===//
//
// What the fuzzer runs, and the tests over its corpus. Bytes are decoded into a
// DLTensor whose arrays exist; check() is held against a plain recount, and an
// accepted tensor's elements are read.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_TEST_EXERCISE_H
#define DLPACK_GUARD_TEST_EXERCISE_H

#include "dlpack_guard/core.h"
#include <cstdlib>
#include <vector>

/// Offsets in bits that cannot overflow for what check() accepts.
__extension__ typedef __int128 Wide;

/// Reads values off the front of a byte string; zeros once it has ended.
class ByteReader {
public:
  ByteReader(const std::uint8_t *Data, std::size_t Size)
      : Data(Data), Left(Size) {}
  template <typename T> T take() {
    T Value{};
    const std::size_t Bytes = Left < sizeof(T) ? Left : sizeof(T);
    if (Bytes != 0)
      std::memcpy(&Value, Data, Bytes);
    Data += Bytes;
    Left -= Bytes;
    return Value;
  }

private:
  const std::uint8_t *Data;
  std::size_t Left;
};

/// A tensor made of bytes: small numbers mostly, any number where a byte says
/// so, over a buffer of 4096 bytes.
struct Decoded {
  alignas(64) std::uint8_t Buffer[4096] = {};
  std::vector<std::int64_t> Shape, Strides;
  DLTensor T{};
  dlpack_guard::Requirements Wanted;
  std::uint64_t Flags = 0;

  explicit Decoded(ByteReader &In) {
    const auto Bits = In.take<std::uint8_t>();
    T.ndim = Bits & 1 ? In.take<std::int32_t>() : In.take<std::uint8_t>() % 9;
    const int Arrays = T.ndim < 0 ? 0 : T.ndim > 64 ? 64 : T.ndim;
    for (int I = 0; I != Arrays; ++I)
      Shape.push_back(number(In));
    for (int I = 0; I != Arrays; ++I)
      Strides.push_back(number(In));
    T.shape = Bits & 2 ? nullptr : Shape.data();
    T.strides = Bits & 4 ? nullptr : Strides.data();
    T.data = Bits & 8 ? nullptr : Buffer;
    T.byte_offset = Bits & 16 ? In.take<std::uint64_t>() : 0;
    T.device = dlpack_guard::make_device(
        Bits & 32 ? In.take<std::int32_t>() : 1, In.take<std::int8_t>());
    T.dtype = Bits & 64 ? In.take<DLDataType>() : DLDataType{2, 32, 1};
    Wanted.Devices = Bits & 128 ? dlpack_guard::DeviceSet::all()
                                : dlpack_guard::DeviceSet::host();
    const auto More = In.take<std::uint8_t>();
    Wanted.Order = static_cast<dlpack_guard::Layout>(More & 3);
    Wanted.Writable = (More & 4) != 0;
    Wanted.Alignment = 1u << (More >> 3 & 7);
    Flags = In.take<std::uint8_t>();
  }

private:
  static std::int64_t number(ByteReader &In) {
    const auto Kind = In.take<std::int8_t>();
    return Kind == -128 ? In.take<std::int64_t>() : Kind;
  }
};

/// The lowest and the highest element offset of an accepted tensor, by 128-bit
/// arithmetic that cannot overflow for 64 dimensions; false for no element.
inline bool extent(const DLTensor &T, Wide &Low, Wide &High) {
  Low = High = 0;
  for (int I = 0; I < T.ndim; ++I)
    if (T.shape[I] == 0)
      return false;
  Wide Step = 1;
  for (int I = T.ndim; I-- > 0;) {
    const Wide Reach =
        (T.strides ? static_cast<Wide>(T.strides[I]) : Step) * (T.shape[I] - 1);
    (Reach < 0 ? Low : High) += Reach;
    Step *= T.shape[I];
  }
  return true;
}

inline void require(bool Holds) {
  if (!Holds)
    std::abort();
}

/// Decodes, checks, adopts and reads.
inline void exercise(const std::uint8_t *Data, std::size_t Size) {
  using namespace dlpack_guard;
  ByteReader In(Data, Size);
  Decoded D(In);
  static int Deleted;
  Deleted = 0;
  DLManagedTensorVersioned M{};
  M.version = {1, In.take<std::uint8_t>()};
  M.flags = D.Flags;
  M.dl_tensor = D.T;
  M.deleter = [](DLManagedTensorVersioned *) { ++Deleted; };
  const bool ReadOnly = (D.Flags & DLPACK_FLAG_BITMASK_READ_ONLY) != 0;
  const Status Checked = check(D.T, D.Wanted, ReadOnly);
  require(!Checked.message().empty());
  Tensor Owned;
  const Status Adopted = Tensor::adopt(&M, D.Wanted, Owned);
  require(Adopted.ok() == Checked.ok() && bool(Owned) == Checked.ok());
  require(Deleted == (Checked.ok() ? 0 : 1));
  if (!Checked.ok())
    return;
  Wide Low, High;
  const bool Elements = extent(D.T, Low, High);
  require(Elements == (Owned.size() != 0));
  for (std::int32_t I = 0; I != Owned.ndim(); ++I)
    require(D.T.strides == nullptr || Owned.strides(I) == D.T.strides[I]);
  const void *Address;
  const Status Got = Owned.data(Address);
  if (Elements && Got.ok()) {
    const std::int64_t Unit = element_bits(D.T.dtype);
    require(Address != nullptr);
    require(reinterpret_cast<std::uintptr_t>(Address) %
                (D.Wanted.Alignment ? D.Wanted.Alignment : 1) ==
            0);
    require((High - Low + 1) * Unit <= INT64_MAX);
    // Where the elements lie in the buffer, the first and the last are read.
    const Wide From = static_cast<Wide>(D.T.byte_offset) * 8;
    if (From + Low * Unit >= 0 &&
        From + (High + 1) * Unit <= Wide(sizeof D.Buffer) * 8) {
      const auto *Bytes = static_cast<const std::uint8_t *>(Address);
      volatile std::uint8_t Read =
          Bytes[static_cast<std::int64_t>(Low * Unit / 8)];
      Read = Bytes[static_cast<std::int64_t>(((High + 1) * Unit - 1) / 8)];
      (void)Read;
    }
  }
  Owned.reset();
  require(Deleted == 1);
}

#endif // DLPACK_GUARD_TEST_EXERCISE_H
