//===- TensorMethodsTest.cpp - which calls view, and which write ----------===//

#include "rules/TensorMethods.h"

#include <gtest/gtest.h>

using namespace dlpack_tidy::rules;

TEST(TensorMethods, Views) {
  EXPECT_TRUE(isViewMethod("view"));
  EXPECT_TRUE(isViewMethod("cpu"));
  EXPECT_TRUE(isViewMethod("requires_grad_"));
  EXPECT_TRUE(isViewMethod("add_")); // returns the tensor itself
  EXPECT_FALSE(isViewMethod("clone"));
  EXPECT_FALSE(isViewMethod("float")); // copies where the dtype differs
  EXPECT_TRUE(isViewAttribute("T"));
  EXPECT_FALSE(isViewAttribute("shape"));
  EXPECT_TRUE(isViewFunction("torch.reshape"));
  EXPECT_TRUE(isViewFunction("torch.nn.Parameter"));
  EXPECT_TRUE(isViewFunction("numpy.ravel"));
  EXPECT_FALSE(isViewFunction("torch.cat"));
  EXPECT_FALSE(isViewFunction("ours.reshape"));
}

TEST(TensorMethods, Writes) {
  EXPECT_TRUE(isWritingMethod("add_"));
  EXPECT_TRUE(isWritingMethod("fill"));
  EXPECT_FALSE(isWritingMethod("add"));
  EXPECT_FALSE(isWritingMethod("requires_grad_"));
  EXPECT_FALSE(isWritingMethod("__iadd__"));
  EXPECT_FALSE(isWritingMethod("_swap_"));
  EXPECT_FALSE(isWritingMethod("_"));
  EXPECT_TRUE(isWritingFunction("torch.nn.init.zeros_"));
  EXPECT_TRUE(isWritingFunction("numpy.copyto"));
  EXPECT_FALSE(isWritingFunction("torch.zeros"));
  EXPECT_FALSE(isWritingFunction("ours.zeros_"));
}
