//===- LegacyNamesTest.cpp ------------------------------------------------===//

#include "rules/LegacyNames.h"
#include "rules/DeviceTypes.h"
#include "rules/Dtypes.h"
#include "gtest/gtest.h"
#include <string>

using namespace dlpack_tidy::rules;

namespace {

TEST(LegacyNames, RenamesOfTheHeader) {
  struct {
    LegacyKind Kind;
    const char *Old, *New;
  } Renames[] = {{LegacyKind::Type, "DLContext", "DLDevice"},
                 {LegacyKind::Field, "ctx", "device"},
                 {LegacyKind::Enumerator, "kDLGPU", "kDLCUDA"},
                 {LegacyKind::Enumerator, "kDLCPUPinned", "kDLCUDAHost"}};
  for (auto &R : Renames) {
    const LegacyName *N = legacyName(R.Kind, R.Old);
    ASSERT_NE(N, nullptr) << R.Old;
    EXPECT_STREQ(N->Replacement, R.New);
    EXPECT_TRUE(N->IsRename);
  }
}

TEST(LegacyNames, AgreeWithTheDeviceTypes) {
  for (const DeviceType &D : DeviceTypes) {
    const LegacyName *N =
        D.OldName ? legacyName(LegacyKind::Enumerator, D.OldName) : nullptr;
    EXPECT_EQ(N != nullptr, D.OldName != nullptr) << D.Name;
    if (!N)
      continue;
    EXPECT_STREQ(N->Replacement, D.Name);
    EXPECT_EQ("v" + N->ReplacedIn.str(), D.Since);
  }
}

// JAX 0.6.2 still had the function and took the capsule; 0.7.2 does not.
TEST(LegacyNames, JaxReleases) {
  const LegacyName *Export =
      legacyName(LegacyKind::PythonFunction, "jax.dlpack.to_dlpack");
  ASSERT_NE(Export, nullptr);
  EXPECT_GT(Export->GoneIn, (Version{0, 6, 2}));
  EXPECT_LE(Export->GoneIn, (Version{0, 7, 2}));
  const LegacyName *Capsule =
      legacyName(LegacyKind::PythonArgument, "jax.dlpack.from_dlpack");
  ASSERT_NE(Capsule, nullptr);
  EXPECT_EQ(Capsule->GoneIn, (Version{0, 7, 2}));
  const LegacyName *Device = legacyName(LegacyKind::PythonMethod, ".device");
  ASSERT_NE(Device, nullptr);
  EXPECT_EQ(Device->GoneIn, (Version{0, 4, 27}));
  EXPECT_FALSE(Device->IsRename) << "the call's parentheses go as well";
}

TEST(LegacyNames, ExchangeApi) {
  const LegacyName *N =
      legacyName(LegacyKind::PythonAttribute, "__c_dlpack_exchange_api__");
  ASSERT_NE(N, nullptr);
  EXPECT_STREQ(N->Replacement, ExchangeApiAttribute);
  EXPECT_FALSE(N->IsRename) << "an int became a capsule";
}

TEST(LegacyNames, KindCounts) {
  EXPECT_EQ(legacyName(LegacyKind::PythonMethod, "ctx"), nullptr);
  EXPECT_EQ(legacyName(LegacyKind::Field, "device"), nullptr);
  EXPECT_EQ(legacyName(LegacyKind::Enumerator, "kDLCUDA"), nullptr);
  EXPECT_EQ(legacyName(LegacyKind::PythonFunction, "jax.dlpack.from_dlpack"),
            nullptr)
      << "the function is fine, only a capsule argument is not";
}

TEST(LegacyNames, RowsAreComplete) {
  for (const LegacyName &N : legacyNames()) {
    EXPECT_LE(N.ReplacedIn, N.GoneIn) << N.Name;
    EXPECT_STRNE(N.Name, N.Replacement);
    EXPECT_FALSE(std::string(N.Effect).empty()) << N.Name;
  }
}

} // namespace
