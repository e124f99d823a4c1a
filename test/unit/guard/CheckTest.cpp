//===- CheckTest.cpp - Which tensors a consumer can take ------------------===//

#include "Sample.h"
#include <gtest/gtest.h>

using namespace dlpack_guard;

/// The rule a tensor breaks, "" for none.
static std::string broken(const DLTensor &T, const Requirements &Wanted = {},
                          bool ReadOnly = false) {
  return check(T, Wanted, ReadOnly).rule();
}

static constexpr auto Floats = Requirements::of<const float>();

TEST(Check, PlainTensor) {
  Sample S({2, 3});
  EXPECT_EQ(broken(S.T), "");
  EXPECT_EQ(broken(S.T, Floats.rank(2).order(Layout::C)), "");
}

TEST(Check, Device) {
  Sample S({3});
  for (std::int32_t Type = -2; Type != 40; ++Type) {
    S.T.device = make_device(Type);
    const bool Host = Type == 1 || Type == 3 || Type == 11 || Type == 20;
    EXPECT_EQ(broken(S.T), Host ? "" : "dlpack-unchecked-device") << Type;
    EXPECT_EQ(broken(S.T, Requirements().on(DeviceSet::all())), "") << Type;
  }
  S.T.device = make_device(device::CUDA);
  EXPECT_EQ(broken(S.T, Floats.on({device::CUDA})), "");
}

TEST(Check, Dtype) {
  Sample S({3});
  EXPECT_EQ(broken(S.T, Requirements::of<const double>()), "dlpack-dtype");
  EXPECT_EQ(broken(S.T, Requirements::of<const std::int32_t>()),
            "dlpack-dtype");
  S.T.dtype.lanes = 4;
  EXPECT_EQ(broken(S.T), "dlpack-dtype");
  EXPECT_EQ(broken(S.T, Requirements().dtype({2, 32, 4})), "");
  for (DLDataType Odd :
       {DLDataType{3, 64, 1}, DLDataType{99, 32, 1}, DLDataType{2, 0, 1},
        DLDataType{2, 33, 1}, DLDataType{6, 1, 1}, DLDataType{2, 32, 0}}) {
    S.T.dtype = Odd;
    EXPECT_EQ(broken(S.T), "dlpack-dtype") << int(Odd.code);
  }
}

TEST(Check, Rank) {
  Sample S({2, 3});
  EXPECT_EQ(broken(S.T, Floats.rank(1)), "dlpack-strides");
  EXPECT_EQ(broken(S.T, Floats.rank(1, 3)), "");
  for (std::int32_t Odd : {-1, 65, INT32_MAX, INT32_MIN}) {
    S.T.ndim = Odd;
    EXPECT_EQ(broken(S.T), "dlpack-incomplete-export");
  }
}

TEST(Check, Scalars) {
  Sample S({});
  S.T.shape = nullptr;
  EXPECT_EQ(broken(S.T, Floats.rank(0).order(Layout::C)), "");
  S.T.data = nullptr;
  EXPECT_EQ(broken(S.T), "dlpack-null-data");
}

TEST(Check, MissingShape) {
  Sample S({2});
  S.T.shape = nullptr;
  EXPECT_EQ(broken(S.T), "dlpack-incomplete-export");
}

TEST(Check, NegativeSize) {
  Sample S({2, -3});
  EXPECT_EQ(broken(S.T), "dlpack-incomplete-export");
}

TEST(Check, Overflow) {
  constexpr std::int64_t Huge = INT64_MAX;
  for (auto &Shape : std::vector<std::vector<std::int64_t>>{
           {Huge},
           {Huge, 2},
           {1 << 20, 1 << 20, 1 << 20, 1 << 20},
           {Huge / 8},
           {1, Huge, 1, Huge}})
    EXPECT_EQ(broken(Sample(Shape).T), "dlpack-narrowing");
  EXPECT_EQ(broken(Sample({2, 2}, {Huge, 1}).T), "dlpack-narrowing");
  EXPECT_EQ(broken(Sample({2}, {INT64_MIN}).T), "dlpack-narrowing");
  EXPECT_EQ(broken(Sample({2, 2}, {Huge / 2, Huge / 2 + 1}).T),
            "dlpack-narrowing");
  // No element, no address: the rest of the shape does not matter.
  EXPECT_EQ(broken(Sample({0, Huge, Huge}).T), "");
}

TEST(Check, LayoutsOfMatrices) {
  struct Case {
    std::vector<std::int64_t> Strides;
    bool C, Fortran;
  };
  for (const Case &Of :
       {Case{{3, 1}, true, false}, Case{{1, 2}, false, true},
        Case{{6, 2}, false, false}, Case{{3, -1}, false, false},
        Case{{0, 1}, false, false}, Case{{4, 1}, false, false}}) {
    Sample S({2, 3}, Of.Strides);
    EXPECT_EQ(check(S.T).ok(), true);
    EXPECT_EQ(check(S.T, Floats.order(Layout::C)).ok(), Of.C);
    EXPECT_EQ(check(S.T, Floats.order(Layout::Fortran)).ok(), Of.Fortran);
    EXPECT_EQ(check(S.T, Floats.order(Layout::Contiguous)).ok(),
              Of.C || Of.Fortran);
  }
}

TEST(Check, SmallDimensionsHaveEveryLayout) {
  for (Layout L : {Layout::C, Layout::Fortran, Layout::Contiguous}) {
    const auto Wanted = Floats.order(L);
    EXPECT_EQ(broken(Sample({1, 5}, {999, 1}).T, Wanted), "");
    EXPECT_EQ(broken(Sample({5, 1}, {1, -7}).T, Wanted), "");
    EXPECT_EQ(broken(Sample({1, 1}, {0, 0}).T, Wanted), "");
    EXPECT_EQ(broken(Sample({1, 1}, {INT64_MIN, INT64_MAX}).T, Wanted), "");
    EXPECT_EQ(broken(Sample({4, 0, 4}, {0, 0, 0}).T, Wanted), "");
    EXPECT_EQ(broken(Sample({4, 0, 4}, {0, 4, 1}).T, Wanted), "");
    EXPECT_EQ(broken(Sample({4, 0}, {INT64_MIN, 7}).T, Wanted), "");
  }
}

TEST(Check, MissingStridesAreRowMajor) {
  EXPECT_EQ(broken(Sample({2, 3}).T, Floats.order(Layout::C)), "");
  EXPECT_EQ(broken(Sample({2, 3}).T, Floats.order(Layout::Fortran)),
            "dlpack-strides");
  EXPECT_EQ(broken(Sample({1, 3}).T, Floats.order(Layout::Fortran)), "");
}

TEST(Check, Data) {
  Sample S({3});
  S.T.data = nullptr;
  EXPECT_EQ(broken(S.T), "dlpack-null-data");
  S.Shape[0] = 0;
  EXPECT_EQ(broken(S.T), "");
}

TEST(Check, ByteOffsetAndAlignment) {
  Sample S({3});
  S.T.byte_offset = 8;
  EXPECT_EQ(broken(S.T), "");
  EXPECT_EQ(broken(S.T, Floats.aligned(64)), "dlpack-byte-offset");
  S.T.byte_offset = 6;
  EXPECT_EQ(broken(S.T), "dlpack-byte-offset");
  S.T.byte_offset = UINT64_MAX - 3;
  EXPECT_EQ(broken(S.T), "dlpack-byte-offset");
  S.T.byte_offset = 64;
  EXPECT_EQ(broken(S.T, Floats.aligned(64)), "");
  // The two halves of a complex number are what must be aligned.
  S.T.byte_offset = 4;
  S.T.dtype = dtype_of<std::complex<float>>();
  EXPECT_EQ(broken(S.T), "");
}

// data is a handle there: only the offset can be judged.
TEST(Check, HandlesAreNoAddresses) {
  Sample S({3});
  S.T.device = make_device(device::Metal);
  S.T.data = reinterpret_cast<void *>(std::uintptr_t(0x1001));
  S.T.byte_offset = 8;
  EXPECT_EQ(broken(S.T, Floats.on({device::Metal})), "");
  S.T.byte_offset = 2;
  EXPECT_EQ(broken(S.T, Floats.on({device::Metal})), "dlpack-byte-offset");
}

TEST(Check, ReadOnly) {
  Sample S({3});
  EXPECT_EQ(broken(S.T, Requirements::of<float>(), true), "dlpack-read-only");
  EXPECT_EQ(broken(S.T, Requirements::of<float>(), false), "");
  EXPECT_EQ(broken(S.T, Requirements::of<const float>(), true), "");
}

TEST(Check, PackedTypes) {
  Sample S({7});
  S.T.dtype = {17, 4, 1}; // kDLFloat4_e2m1fn
  S.T.byte_offset = 1;
  EXPECT_EQ(broken(S.T), "");
  S.Shape[0] = INT64_MAX / 4; // times 4 bits still fits
  EXPECT_EQ(broken(S.T), "");
  S.Shape[0] = INT64_MAX / 2;
  EXPECT_EQ(broken(S.T), "dlpack-narrowing");
}
