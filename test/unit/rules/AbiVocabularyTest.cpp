//===- AbiVocabularyTest.cpp - Element types, flags, capsule names --------===//

#include "rules/Dtypes.h"
#include "gtest/gtest.h"

using namespace dlpack_tidy::rules;

namespace {

TEST(Dtypes, CodesAreDense) {
  for (int Code = 0; Code <= 18; ++Code) {
    const DtypeCode *D = dtypeCode(Code);
    ASSERT_NE(D, nullptr) << Code;
    EXPECT_EQ(D->Value, Code);
  }
  EXPECT_EQ(dtypeCode(19), nullptr);
  EXPECT_EQ(dtypeCode(-1), nullptr);
}

TEST(Dtypes, NamesAndReleases) {
  EXPECT_STREQ(dtypeCode(2)->Name, "kDLFloat");
  EXPECT_STREQ(dtypeCode(4)->Since, "v0.3");
  EXPECT_STREQ(dtypeCode(6)->Name, "kDLBool");
  EXPECT_STREQ(dtypeCode(6)->Since, "v0.8");
  EXPECT_STREQ(dtypeCode(18)->Name, "kDLBcomplex");
  EXPECT_STREQ(dtypeCode(18)->Since, "unreleased");
}

TEST(Dtypes, NarrowTypesFixTheirWidth) {
  for (int Code = 0; Code <= 18; ++Code) {
    std::string_view Name = dtypeCode(Code)->Name;
    int Bits = Name.find("Float8") != Name.npos   ? 8
               : Name.find("Float6") != Name.npos ? 6
               : Name.find("Float4") != Name.npos ? 4
                                                  : 0;
    EXPECT_EQ(dtypeCode(Code)->Bits, Bits) << Name;
  }
}

TEST(Flags, AreDistinctBits) {
  std::uint64_t All = 0;
  for (const TensorFlag &F : TensorFlags) {
    EXPECT_EQ(F.Mask & (F.Mask - 1), 0u) << F.Name;
    EXPECT_EQ(All & F.Mask, 0u) << F.Name;
    All |= F.Mask;
  }
  EXPECT_EQ(All, 7u);
}

TEST(CapsuleNames, FourAreLegal) {
  EXPECT_FALSE(legalCapsuleName("dltensor")->Versioned);
  EXPECT_FALSE(legalCapsuleName("dltensor")->Used);
  EXPECT_TRUE(legalCapsuleName("used_dltensor_versioned")->Versioned);
  EXPECT_TRUE(legalCapsuleName("used_dltensor_versioned")->Used);
  for (const char *Wrong : {"used_dlpack", "dltensor_used", "DLTensor",
                            "dlpack_exchange_api", "dltensor_version", ""})
    EXPECT_EQ(legalCapsuleName(Wrong), nullptr) << Wrong;
}

TEST(CapsuleNames, FollowFromWhatTheyHold) {
  for (const LegalCapsuleName &C : LegalCapsuleNames)
    EXPECT_STREQ(capsuleNameFor(C.Versioned, C.Used), C.Name);
  EXPECT_STREQ(capsuleNameFor(true, false), "dltensor_versioned");
}

} // namespace
