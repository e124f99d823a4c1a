//===- TensorTest.cpp - Ownership and access ------------------------------===//

#include "Sample.h"
#include <gtest/gtest.h>

using namespace dlpack_guard;

template <typename T> struct Owners : testing::Test {};
using Structs = testing::Types<Versioned, Legacy>;
TYPED_TEST_SUITE(Owners, Structs);

TYPED_TEST(Owners, DeletedOnce) {
  TypeParam M({2, 3});
  {
    Tensor T;
    ASSERT_TRUE(Tensor::adopt(&M.M, {}, T).ok());
    EXPECT_TRUE(bool(T));
    EXPECT_EQ(M.Deleted, 0);
  }
  EXPECT_EQ(M.Deleted, 1);
}

TYPED_TEST(Owners, DeletedWhenRefused) {
  TypeParam M({2, 3});
  Tensor T;
  EXPECT_STREQ(Tensor::adopt(&M.M, Requirements().rank(1), T).rule(),
               "dlpack-strides");
  EXPECT_FALSE(bool(T));
  EXPECT_EQ(M.Deleted, 1);
}

TYPED_TEST(Owners, Moves) {
  TypeParam M({2, 3}), Other({4});
  Tensor A, B;
  ASSERT_TRUE(Tensor::adopt(&M.M, {}, A).ok());
  ASSERT_TRUE(Tensor::adopt(&Other.M, {}, B).ok());
  B = std::move(A);
  EXPECT_EQ(Other.Deleted, 1);
  EXPECT_FALSE(bool(A));
  // NULL strides were filled in; they must have come along.
  EXPECT_EQ(B.strides(0), 3);
  EXPECT_EQ(B.strides(1), 1);
  Tensor C(std::move(B));
  EXPECT_EQ(C.strides(0), 3);
  C = std::move(*&C);
  EXPECT_TRUE(bool(C));
  C.reset();
  C.reset();
  EXPECT_EQ(M.Deleted, 1);
}

TYPED_TEST(Owners, NoDeleter) {
  TypeParam M({2});
  M.M.deleter = nullptr;
  Tensor T;
  EXPECT_TRUE(Tensor::adopt(&M.M, {}, T).ok());
  T.reset();
}

TYPED_TEST(Owners, ThroughTheGate) {
  static int Passed;
  Passed = 0;
  TypeParam M({2});
  {
    Tensor T;
    ASSERT_TRUE(
        Tensor::adopt(&M.M, {}, T, [](void (*Deleter)(void *), void *Owned) {
          ++Passed;
          Deleter(Owned);
        }).ok());
  }
  EXPECT_EQ(Passed, 1);
  EXPECT_EQ(M.Deleted, 1);
}

TYPED_TEST(Owners, Nothing) {
  Tensor T;
  decltype(TypeParam::M) *None = nullptr;
  EXPECT_STREQ(Tensor::adopt(None, {}, T).rule(), "dlpack-capsule-ownership");
  void *P;
  EXPECT_FALSE(T.data(P).ok());
}

TEST(Tensor, Release) {
  Versioned M({2});
  Tensor T;
  ASSERT_TRUE(Tensor::adopt(&M.M, {}, T).ok());
  EXPECT_EQ(T.release_legacy(), nullptr);
  EXPECT_EQ(T.release_versioned(), &M.M);
  EXPECT_FALSE(bool(T));
  EXPECT_EQ(M.Deleted, 0);
}

// Of another major version nothing behind the deleter may be read.
TEST(Tensor, OtherMajorVersion) {
  struct {
    DLPackVersion Version;
    void *Context;
    void (*Deleter)(DLManagedTensorVersioned *);
  } Short = {{2, 0}, nullptr, nullptr};
  static int Deleted;
  Deleted = 0;
  Short.Deleter = [](DLManagedTensorVersioned *) { ++Deleted; };
  Tensor T;
  DLManagedTensorVersioned *Managed;
  void *Address = &Short;
  std::memcpy(&Managed, &Address, sizeof Managed);
  const Status S = Tensor::adopt(Managed, {}, T);
  EXPECT_STREQ(S.rule(), "dlpack-version");
  EXPECT_EQ(Deleted, 1);
}

TEST(Tensor, MinorVersionsAreUnderstood) {
  Versioned M({2});
  M.M.version.minor = 99;
  Tensor T;
  EXPECT_TRUE(Tensor::adopt(&M.M, {}, T).ok());
}

TEST(Tensor, Flags) {
  Versioned M({2});
  M.M.flags = DLPACK_FLAG_BITMASK_READ_ONLY | DLPACK_FLAG_BITMASK_IS_COPIED;
  Tensor T;
  ASSERT_TRUE(Tensor::adopt(&M.M, {}, T).ok());
  EXPECT_TRUE(T.read_only()); // a copy may be read-only all the same
  EXPECT_TRUE(T.is_copied());
  EXPECT_FALSE(T.is_padded());
}

TEST(Tensor, LegacyCountsAsReadOnly) {
  Legacy M({2}), N({2});
  Tensor T;
  EXPECT_STREQ(Tensor::adopt(&M.M, Requirements::of<float>(), T).rule(),
               "dlpack-read-only");
  EXPECT_TRUE(
      Tensor::adopt(&N.M, Requirements::of<float>().legacy_is_writable(), T)
          .ok());
  EXPECT_NE(T.data<float>(), nullptr);
}

TEST(Tensor, DataAddsTheOffset) {
  Versioned M({3});
  M.M.dl_tensor.byte_offset = 8;
  Tensor T;
  ASSERT_TRUE(Tensor::adopt(&M.M, {}, T).ok());
  EXPECT_EQ(*T.data<const float>(), 2.0f);
  EXPECT_EQ(T.data<void>(), M.Of.Elements + 2);
}

TEST(Tensor, DataIsChecked) {
  Versioned M({3});
  M.M.flags = DLPACK_FLAG_BITMASK_READ_ONLY;
  Tensor T;
  ASSERT_TRUE(Tensor::adopt(&M.M, {}, T).ok());
  float *Writable = M.Of.Elements;
  EXPECT_STREQ(T.data(Writable).rule(), "dlpack-read-only");
  EXPECT_EQ(Writable, nullptr);
  const double *Doubles;
  EXPECT_STREQ(T.data(Doubles).rule(), "dlpack-dtype");
#if defined(__cpp_exceptions)
  EXPECT_THROW((void)T.data<float>(), Error);
#endif
}

TEST(Tensor, HandlesGiveNoAddress) {
  Versioned M({3});
  M.M.dl_tensor.device = make_device(device::Metal);
  Tensor T;
  ASSERT_TRUE(Tensor::adopt(&M.M, Requirements().on({device::Metal}), T).ok());
  const float *P;
  EXPECT_STREQ(T.data(P).rule(), "dlpack-unchecked-device");
}

TEST(Tensor, EmptyTensorHasNoAddress) {
  Versioned M({3, 0});
  Tensor T;
  ASSERT_TRUE(Tensor::adopt(&M.M, {}, T).ok());
  EXPECT_EQ(T.data<const float>(), nullptr);
  EXPECT_EQ(T.size(), 0);
}

TEST(Tensor, StridesOfManyDimensions) {
  Versioned M({1, 2, 1, 2, 1, 2, 1, 2});
  Tensor T;
  ASSERT_TRUE(Tensor::adopt(&M.M, {}, T).ok());
  Tensor Moved(std::move(T));
  const std::int64_t Expected[] = {16, 8, 8, 4, 4, 2, 2, 1};
  for (int I = 0; I != 8; ++I)
    EXPECT_EQ(Moved.strides(I), Expected[I]);
}

TEST(Tensor, ScalarsHaveStrides) {
  Legacy M({});
  Tensor T;
  ASSERT_TRUE(Tensor::adopt(&M.M, {}, T).ok());
  EXPECT_NE(T.strides(), nullptr);
  EXPECT_EQ(T.size(), 1);
  EXPECT_EQ(*T.data<const float>(), 0.0f);
}
