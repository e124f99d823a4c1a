//===- AbiTest.cpp - The layout of DLPack 1.x -----------------------------===//

#include "dlpack_guard/core.h"
#include <cstddef>
#include <gtest/gtest.h>

using namespace dlpack_guard;

// The offsets are the ABI: a struct written down wrongly would still compile.
TEST(Abi, LayoutOnSixtyFourBits) {
  if (sizeof(void *) != 8)
    GTEST_SKIP() << "offsets are written down for 64 bits";
  EXPECT_EQ(offsetof(DLTensor, device), 8u);
  EXPECT_EQ(offsetof(DLTensor, ndim), 16u);
  EXPECT_EQ(offsetof(DLTensor, dtype), 20u);
  EXPECT_EQ(offsetof(DLTensor, shape), 24u);
  EXPECT_EQ(offsetof(DLTensor, strides), 32u);
  EXPECT_EQ(offsetof(DLTensor, byte_offset), 40u);
  EXPECT_EQ(offsetof(DLManagedTensor, manager_ctx), 48u);
  EXPECT_EQ(offsetof(DLManagedTensor, deleter), 56u);
  EXPECT_EQ(offsetof(DLManagedTensorVersioned, manager_ctx), 8u);
  EXPECT_EQ(offsetof(DLManagedTensorVersioned, deleter), 16u);
  EXPECT_EQ(offsetof(DLManagedTensorVersioned, flags), 24u);
  EXPECT_EQ(offsetof(DLManagedTensorVersioned, dl_tensor), 32u);
  EXPECT_EQ(offsetof(ExchangeApi, Allocate), 16u);
  EXPECT_EQ(offsetof(ExchangeApi, CurrentWorkStream), 48u);
}

TEST(Abi, DeviceTypesOutsideTheEnum) {
  for (std::int32_t Type : {1, 20, 21, 0, -1, INT32_MAX, INT32_MIN})
    EXPECT_EQ(device_type(make_device(Type, 3)), Type);
  EXPECT_EQ(make_device(2, 3).device_id, 3);
}

TEST(Dtype, OfCxxTypes) {
  EXPECT_TRUE(same_dtype(dtype_of<bool>(), {6, 8, 1}));
  EXPECT_TRUE(same_dtype(dtype_of<const std::int16_t>(), {0, 16, 1}));
  EXPECT_TRUE(same_dtype(dtype_of<unsigned long long>(), {1, 64, 1}));
  EXPECT_TRUE(same_dtype(dtype_of<double>(), {2, 64, 1}));
  EXPECT_TRUE(same_dtype(dtype_of<std::complex<float>>(), {5, 64, 1}));
}

// Every code of the table is known with the bits the table gives it.
TEST(Dtype, AgreesWithTheTable) {
  for (const DtypeRow &Row : DtypeRows) {
    const auto Code = static_cast<std::uint8_t>(Row.Code);
    int Known = 0;
    for (int Bits = 0; Bits != 256; ++Bits)
      if (is_known_dtype({Code, static_cast<std::uint8_t>(Bits), 1})) {
        ++Known;
        EXPECT_TRUE(Row.Bits == 0 || Row.Bits == Bits) << Row.Name << Bits;
      }
    // An opaque handle is no element anybody could read.
    EXPECT_EQ(Known == 0, Row.Code == dtype_code::OpaqueHandle) << Row.Name;
  }
  EXPECT_FALSE(is_known_dtype({19, 32, 1}));
  EXPECT_FALSE(is_known_dtype({dtype_code::Bool, 1, 1}));
}

TEST(Devices, Sets) {
  EXPECT_EQ(DeviceSet::host(), (DeviceSet{1, 3, 11, 20}));
  EXPECT_FALSE(DeviceSet::host().contains(device::CUDAManaged));
  EXPECT_FALSE((DeviceSet{1, 2}).contains(77));
  EXPECT_TRUE(DeviceSet::all().contains(77));
  EXPECT_TRUE(DeviceSet::all().contains(-5));
  EXPECT_STREQ(device_name(20), "kDLTPUHost");
  EXPECT_EQ(device_name(5), nullptr);
}
