//===--- ExportFactsTest.cpp - what is known about arrays -----------------===//

#include "flow/ExportFacts.h"

#include "gtest/gtest.h"

using namespace dlpack_tidy::flow;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::test {
namespace {

/// Builds the expressions that comparisons are about.
class Facts : public testing::Test {
protected:
  PyRef variable(const char *Name, uint64_t Identity, PyRef Set = nullptr) {
    PyExpr &Made = Arena.make(PyKind::Variable);
    Made.Text = Name;
    Made.Identity = Identity;
    Made.Definition = Set;
    return &Made;
  }
  PyRef attribute(PyRef Base, const char *Name) {
    PyExpr &Made = Arena.make(PyKind::Attribute);
    Made.Base = Base;
    Made.Text = Name;
    return &Made;
  }
  PyRef call(PyRef Function) {
    PyExpr &Made = Arena.make(PyKind::Call);
    Made.Base = Function;
    return &Made;
  }
  PyRef text(const char *Value) {
    PyExpr &Made = Arena.make(PyKind::String);
    Made.Text = Value;
    return &Made;
  }
  PyRef number(int64_t Value) {
    PyExpr &Made = Arena.make(PyKind::Integer);
    Made.Number = Value;
    return &Made;
  }
  PyRef none() { return &Arena.make(PyKind::None); }
  PyRef platform(PyRef Array) { return call(attribute(Array, "platform")); }
  PyRef memoryKind(PyRef Array) {
    return attribute(attribute(Array, "sharding"), "memory_kind");
  }
  PyRef deviceType(PyRef Array) {
    PyExpr &Made = Arena.make(PyKind::Item);
    Made.Base = call(attribute(Array, "__dlpack_device__"));
    Made.Elements = {number(0)};
    return &Made;
  }
  ExportFacts known() { return Now.get(subjectKey(X)); }

  PyArena Arena;
  ExportState Now;
  PyRef X = variable("x", 1);
  PyRef Y = variable("y", 2);
};

TEST_F(Facts, APlatformNarrowsThePlaces) {
  EXPECT_FALSE(known().settled());
  ASSERT_TRUE(
      refineComparison(Now, Comparison::Equal, platform(X), text("cpu"), true));
  EXPECT_TRUE(known().settled());
  EXPECT_EQ(known().Places, unsigned(Cpu));
  EXPECT_FALSE(Now.get(subjectKey(Y)).settled()) << "another array";
}

TEST_F(Facts, EitherSideMayBeTheConstant) {
  ASSERT_TRUE(refineComparison(Now, Comparison::NotEqual, text("tpu"),
                               platform(X), false));
  EXPECT_EQ(known().Places, TpuPinnedHost | TpuMemory);
}

TEST_F(Facts, NotBeingMetalLeavesOtherPlugins) {
  ASSERT_TRUE(refineComparison(Now, Comparison::Equal, platform(X),
                               text("METAL"), false));
  EXPECT_TRUE(known().settled());
  EXPECT_TRUE(known().Places & OtherPlugin);
  EXPECT_TRUE(known().Places & TpuMemory);
}

TEST_F(Facts, BranchesThatMeetAgainHaveDecidedNothing) {
  ExportState Other = Now;
  refineComparison(Now, Comparison::Equal, platform(X), text("cpu"), true);
  refineComparison(Other, Comparison::Equal, platform(X), text("cpu"), false);
  EXPECT_TRUE(known().settled());
  Now.join(Other);
  EXPECT_FALSE(known().settled());
}

TEST_F(Facts, MemoryKinds) {
  ExportState None = Now, Other = Now;
  refineComparison(Now, Comparison::Equal, memoryKind(X), text("pinned_host"),
                   true);
  EXPECT_FALSE(known().Places & TpuMemory);
  refineComparison(None, Comparison::Equal, memoryKind(X), none(), false);
  EXPECT_TRUE(None.get(subjectKey(X)).Places & TpuMemory);
  EXPECT_TRUE(None.get(subjectKey(X)).settled());
  refineComparison(Other, Comparison::Equal, memoryKind(X), text("device"),
                   false);
  EXPECT_TRUE(Other.get(subjectKey(X)).Places & TpuOtherKind);
}

TEST_F(Facts, ContradictionsEndTheWay) {
  refineComparison(Now, Comparison::Equal, platform(X), text("cpu"), true);
  refineComparison(Now, Comparison::Equal, platform(X), text("tpu"), true);
  EXPECT_FALSE(Now.Reachable);
}

TEST_F(Facts, DeviceTypesAreASet) {
  refineComparison(Now, Comparison::Equal, deviceType(X), number(1), false);
  EXPECT_FALSE(known().Devices.contains(1));
  EXPECT_TRUE(known().Devices.admitsUnknown());
  refineComparison(Now, Comparison::LessEqual, deviceType(X), number(3), true);
  EXPECT_EQ(known().Devices, rules::DeviceSet::of({0, 2, 3}));
}

TEST_F(Facts, Membership) {
  ExportState Out = Now;
  std::vector<PyRef> Set{text("cpu"), text("gpu")};
  ASSERT_TRUE(refineMembership(Now, platform(X), Set, true));
  EXPECT_EQ(known().Places, unsigned(Cpu | Cuda | Rocm | OneApi));
  ASSERT_TRUE(refineMembership(Out, platform(X), Set, false));
  EXPECT_EQ(Out.get(subjectKey(X)).Places, TpuPinnedHost | TpuMemory | Plugins);
  EXPECT_FALSE(refineMembership(Now, platform(X), {X}, true))
      << "nobody knows what is in the set";
}

TEST_F(Facts, OneOfSeveralValuesIsCompared) {
  // p = "unknown" or x.platform()
  PyExpr &Choice = Arena.make(PyKind::Choice);
  Choice.Elements = {text("unknown"), platform(X)};
  PyRef P = variable("p", 3, &Choice);
  ExportState Other = Now;
  refineComparison(Now, Comparison::Equal, P, text("cpu"), true);
  EXPECT_EQ(known().Places, unsigned(Cpu)) << "\"unknown\" is not \"cpu\"";
  refineComparison(Other, Comparison::Equal, P, text("cpu"), false);
  EXPECT_FALSE(Other.get(subjectKey(X)).settled());
}

TEST_F(Facts, StaleAnswersTellNothing) {
  PyRef P = variable("p", 3, platform(X));
  Now.markStale(3);
  EXPECT_FALSE(refineComparison(Now, Comparison::Equal, P, text("cpu"), true));
  EXPECT_FALSE(known().settled());
  Now.markFresh(3);
  EXPECT_TRUE(refineComparison(Now, Comparison::Equal, P, text("cpu"), true));
}

TEST_F(Facts, AssignmentKillsWhatIsReachedThroughIt) {
  PyRef Member = attribute(X, "tensor");
  ExportFacts Asked;
  Asked.settle(Exportable);
  Now.set(subjectKey(X), Asked);
  Now.set(subjectKey(Member), Asked);
  Now.set("v12", Asked);
  Now.set("v5[v1]", Asked);
  Now.kill(subjectKey(X));
  EXPECT_FALSE(known().settled());
  EXPECT_FALSE(Now.get(subjectKey(Member)).settled());
  EXPECT_FALSE(Now.get("v5[v1]").settled()) << "another element";
  EXPECT_TRUE(Now.get("v12").settled()) << "v12 is not reached through v1";
}

TEST_F(Facts, CopiesTakeTheirMembersAlong) {
  ExportFacts Asked;
  Asked.settle(Exportable);
  Now.set("v1.tensor", Asked);
  Now.copy("v1", "v9");
  EXPECT_TRUE(Now.get("v9.tensor").settled());
}

TEST_F(Facts, AQueryThatCameBackSettles) {
  Exchange Query;
  Query.Role = ExchangeRole::DeviceQuery;
  Query.Subject = X;
  apply(Now, Query);
  EXPECT_TRUE(known().DeviceAsked);
  EXPECT_EQ(known().Places, unsigned(Exportable));
  takeBack(Now, X);
  EXPECT_FALSE(known().settled()) << "it failed, and the code went on";
}

TEST_F(Facts, JoinIsMust) {
  ExportState Other = Now;
  excludeJax(Now, X);
  EXPECT_TRUE(known().settled());
  Now.join(Other);
  EXPECT_FALSE(known().settled());
  ExportState Nothing = Other;
  Nothing.Reachable = false;
  excludeJax(Other, X);
  EXPECT_FALSE(Other.join(Nothing)) << "a way nobody takes brings nothing";
  EXPECT_TRUE(Other.get(subjectKey(X)).settled());
}

TEST_F(Facts, AHostCopyInOneBranchNeedsNoGuardThere) {
  ExportFacts Copy, Asked;
  Copy.Origin = ObjectOrigin::HostArray;
  Asked.Origin = ObjectOrigin::Jax;
  Asked.settle(Cpu);
  Copy.join(Asked);
  EXPECT_EQ(Copy.Origin, ObjectOrigin::Jax);
  EXPECT_EQ(Copy.Places, unsigned(Cpu));
}

} // namespace
} // namespace dlpack_tidy::test
