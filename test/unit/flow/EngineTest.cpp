//===--- EngineTest.cpp - facts along every way through a function --------===//
//
// The domain of these tests keeps marks: `mark(1)` sets one, `is(1)` tests one,
// `at(7)` shows which are set on every way to it.
//
//===----------------------------------------------------------------------===//

#include "support/Parsed.h"

#include "flow/Engine.h"
#include "model/Callable.h"

#include "clang/AST/ExprCXX.h"

#include <algorithm>
#include <iterator>
#include <set>

using namespace clang;
using namespace dlpack_tidy::flow;

namespace dlpack_tidy::test {
namespace {

struct Marks {
  std::set<int64_t> Set;
  bool Reachable = true;

  bool join(const Marks &Other) {
    if (!Other.Reachable)
      return false;
    if (!Reachable) {
      *this = Other;
      return true;
    }
    std::set<int64_t> Both;
    std::set_intersection(Set.begin(), Set.end(), Other.Set.begin(),
                          Other.Set.end(), std::inserter(Both, Both.end()));
    bool Changed = Both.size() != Set.size();
    Set = std::move(Both);
    return Changed;
  }
  friend bool operator==(const Marks &L, const Marks &R) {
    return L.Reachable == R.Reachable && L.Set == R.Set;
  }
};

class MarkDomain {
public:
  using State = Marks;
  static constexpr bool TracksFlags = true;

  std::map<int64_t, Marks> Shown;

  bool follows(const Expr *, const FunctionDecl *, const model::CallFrame &) {
    return true;
  }
  void transfer(State &Facts, const Stmt *At, const model::CallFrame &,
                bool Recording) {
    int64_t Number = 0;
    if (called(At, Number) == "mark")
      Facts.Set.insert(Number);
    else if (called(At, Number) == "at" && Recording) {
      auto [Slot, New] = Shown.try_emplace(Number, Facts);
      if (!New)
        Slot->second.join(Facts);
    }
  }
  bool refine(State &Facts, const Expr *Test, bool Truth,
              const model::CallFrame &) {
    int64_t Number = 0;
    if (called(Test, Number) != "is")
      return false;
    if (Truth)
      Facts.Set.insert(Number);
    return true;
  }
  bool refineConstant(State &Facts, const Expr *Value, Comparison,
                      int64_t Constant, bool Truth, const model::CallFrame &) {
    int64_t Ignored = 0;
    if (called(Value, Ignored) == "number" && Truth)
      Facts.Set.insert(Constant);
    return true;
  }
  void initialise(State &, const CXXCtorInitializer *, const model::CallFrame &,
                  bool) {}
  void enter(const model::CallFrame &, bool) {}

private:
  static StringRef called(const Stmt *At, int64_t &Number) {
    const auto *Call = dyn_cast<CallExpr>(At);
    if (!Call)
      return {};
    if (Call->getNumArgs() == 1)
      if (const auto *Literal =
              dyn_cast<IntegerLiteral>(Call->getArg(0)->IgnoreParenImpCasts()))
        Number = Literal->getValue().getSExtValue();
    return model::plainName(Call->getDirectCallee());
  }
};

/// What holds at each `at(n)` of the function `f`: "7: 1 2". Points that no way
/// reaches are missing.
class Followed {
public:
  explicit Followed(const std::string &Code, unsigned Steps = 200000)
      : Source(Parsed::cxx("bool is(int); int number(int); bool unknown();"
                           "void mark(int); void at(int);"
                           "[[noreturn]] void end();\n" +
                           Code)),
        Graphs(Source.context()) {
    Limits.Steps = Steps;
    model::CallFrame Frame;
    Frame.Function = Source.function("f");
    Engine<MarkDomain> Ways(Domain, Graphs, Limits);
    Ways.run(Frame, Marks(), true);
  }
  std::string at(int64_t Point) {
    auto Found = Domain.Shown.find(Point);
    if (Found == Domain.Shown.end())
      return "never";
    std::string Text;
    for (int64_t Each : Found->second.Set)
      Text += (Text.empty() ? "" : " ") + std::to_string(Each);
    return Text;
  }
  bool gaveUp() const { return Limits.Spent; }

private:
  Parsed Source;
  GraphCache Graphs;
  Budget Limits;
  MarkDomain Domain;
};

TEST(Branches, Refine) {
  Followed Ways("void f() { if (is(1)) at(1); else at(2); at(3); }");
  EXPECT_EQ(Ways.at(1), "1");
  EXPECT_EQ(Ways.at(2), "");
  EXPECT_EQ(Ways.at(3), "") << "one way knows nothing";
}

TEST(Branches, Logic) {
  Followed Ways("void f() {"
                "if (is(1) && is(2)) at(1);"
                "if (is(3) || is(4)) at(2);"
                "if (!(is(5) && is(6))) return;"
                "at(3);"
                "if (!is(7)) end();"
                "at(4); }");
  EXPECT_EQ(Ways.at(1), "1 2");
  EXPECT_EQ(Ways.at(2), "");
  EXPECT_EQ(Ways.at(3), "5 6");
  EXPECT_EQ(Ways.at(4), "5 6 7");
}

TEST(Branches, Choice) {
  Followed Ways("void f() { if (unknown() ? is(1) : (is(1) && is(2))) at(1);"
                "bool b = is(3) ? true : false; if (b) at(2); }");
  EXPECT_EQ(Ways.at(1), "1");
  EXPECT_EQ(Ways.at(2), "3");
}

TEST(Branches, Switch) {
  Followed Ways("void f() { switch (number(0)) {"
                "case 1: at(1); break;"
                "case 2: case 3: at(2); [[fallthrough]];"
                "case 4: at(3); break;"
                "default: at(4); } }");
  EXPECT_EQ(Ways.at(1), "1");
  EXPECT_EQ(Ways.at(2), "") << "2 or 3";
  EXPECT_EQ(Ways.at(3), "");
  EXPECT_EQ(Ways.at(4), "");
}

TEST(Loops, MayRunNever) {
  Followed Ways("void f() { while (unknown()) { mark(1); at(1); } at(2);"
                "do { mark(2); } while (unknown()); at(3);"
                "for (int i = 0; i < 3; ++i) if (!is(3)) return; at(4); }");
  EXPECT_EQ(Ways.at(1), "1");
  EXPECT_EQ(Ways.at(2), "");
  EXPECT_EQ(Ways.at(3), "2");
  EXPECT_EQ(Ways.at(4), "2");
}

TEST(Exceptions, AHandlerKnowsWhatHeldBefore) {
  Followed Ways(
      "void f() { mark(1); try { mark(2); unknown(); mark(3); at(1); }"
      "catch (...) { at(2); } at(3); }");
  EXPECT_EQ(Ways.at(1), "1 2 3");
  EXPECT_EQ(Ways.at(2), "1");
  EXPECT_EQ(Ways.at(3), "1");
}

TEST(Macros, DoWhileFalse) {
  Followed Ways("#define CHECK(c) do { if (!(c)) end(); } while (0)\n"
                "void f() { CHECK(is(1)); at(1); }");
  EXPECT_EQ(Ways.at(1), "1");
}

TEST(Macros, TemporaryThatEndsTheProgram) {
  Followed Ways(
      "struct Fatal { [[noreturn]] ~Fatal(); Fatal &operator<<(int); };"
      "struct Void { void operator&(Fatal &); };\n"
      "#define CHECK(c) (c) ? (void)0 : Void() & Fatal() << 1\n"
      "void f() { CHECK(is(1)) << 2; at(1); if (!is(2)) Fatal() << 3;"
      "at(2); }");
  EXPECT_EQ(Ways.at(1), "1");
  EXPECT_EQ(Ways.at(2), "1 2");
}

TEST(Calls, BringBackWhatTheyDid) {
  Followed Ways("static void inner() { mark(2); }"
                "static void helper() { mark(1); inner(); }"
                "void f() { helper(); at(1); }");
  EXPECT_EQ(Ways.at(1), "1 2");
}

TEST(Calls, PredicatesTellByTheirValue) {
  Followed Ways(
      "static bool good() { return is(1) && is(2); }"
      "static int status() { if (is(3)) return 0; return -1; }"
      "static const char *why() { return is(4) ? nullptr : \"no\"; }"
      "void f() { if (good()) at(1); if (status() != 0) return; at(2);"
      "if (why()) return; at(3); }");
  EXPECT_EQ(Ways.at(1), "1 2");
  EXPECT_EQ(Ways.at(2), "3");
  EXPECT_EQ(Ways.at(3), "3 4");
}

TEST(Calls, EnumsAndTexts) {
  Followed Ways(
      "enum class Kind { A, B, C };"
      "static Kind kind() { if (is(1)) return Kind::A; if (is(2)) return "
      "Kind::B; return Kind::C; }"
      "static std::string name() { if (is(3)) return \"good\"; return "
      "\"bad\"; }"
      "void f() { switch (kind()) { case Kind::A: at(1); break;"
      "case Kind::B: at(2); break; default: at(3); }"
      "if (name() == \"good\") at(4); }");
  EXPECT_EQ(Ways.at(1), "1");
  EXPECT_EQ(Ways.at(2), "2");
  EXPECT_EQ(Ways.at(3), "");
  EXPECT_EQ(Ways.at(4), "3");
}

TEST(Calls, DiscardedResultTellsNothing) {
  Followed Ways("static bool good() { return is(1); }"
                "void f() { good(); at(1); }");
  EXPECT_EQ(Ways.at(1), "");
}

TEST(Calls, ThatNeverComeBack) {
  Followed Ways("static void fail() { throw 1; }"
                "void f() { if (!is(1)) fail(); at(1); }");
  EXPECT_EQ(Ways.at(1), "1");
}

TEST(Calls, Recursion) {
  Followed Ways("static void loop(int n) { if (n) loop(n - 1); mark(1); }"
                "void f() { loop(3); at(1); }");
  EXPECT_EQ(Ways.at(1), "1");
}

TEST(Calls, ConstantArguments) {
  Followed Ways("static void check(bool strict) { if (strict) mark(1); }"
                "void f() { check(true); at(1); }"
                "void g() { check(false); }");
  EXPECT_EQ(Ways.at(1), "1");
}

TEST(Flags, RememberTheTest) {
  Followed Ways("void f() { bool ok = false; if (is(1)) ok = true; at(1);"
                "if (!ok) return; at(2); }");
  EXPECT_EQ(Ways.at(1), "");
  EXPECT_EQ(Ways.at(2), "1");
}

TEST(Flags, InSwitchesLoopsAndCleanups) {
  Followed Ways(
      "void f() { int rc = -1;"
      "if (!is(1)) goto done; mark(2); rc = 0;"
      "done: at(1); if (rc == 0) at(2);"
      "bool found = false; while (unknown()) if (is(3)) { found = true; "
      "break; }"
      "if (found) at(3); }");
  EXPECT_EQ(Ways.at(1), "");
  EXPECT_EQ(Ways.at(2), "1 2");
  EXPECT_EQ(Ways.at(3), "3");
}

TEST(Flags, HoldResultsOfCalls) {
  Followed Ways(
      "static int status() { return is(1) ? 0 : -1; }"
      "void f() { int rc = status(); mark(2); if (rc < 0) return; at(1); }");
  EXPECT_EQ(Ways.at(1), "1 2");
}

TEST(Flags, ChangedUnseenAreNoFlags) {
  Followed Ways("void set(bool &); void f() { bool ok = is(1); set(ok);"
                "if (ok) at(1); }");
  EXPECT_EQ(Ways.at(1), "");
}

TEST(Flags, TooManyAreJoined) {
  std::string Code = "void f() {";
  for (int I = 1; I <= 12; ++I)
    Code += "bool b" + std::to_string(I) + " = is(" + std::to_string(I) + ");";
  for (int I = 1; I <= 12; ++I)
    Code += "if (b" + std::to_string(I) + ") at(" + std::to_string(I) + ");";
  Followed Ways(Code + "at(20); }");
  EXPECT_FALSE(Ways.gaveUp());
  EXPECT_EQ(Ways.at(20), "");
}

TEST(Budget, EndsAndSaysSo) {
  std::string Code = "void f() {";
  for (int I = 0; I < 100; ++I)
    Code += "if (unknown()) mark(1);";
  Followed Ways(Code + "at(1); }", 50);
  EXPECT_TRUE(Ways.gaveUp());
  EXPECT_EQ(Ways.at(1), "never") << "nothing is shown that is not finished";
}

} // namespace
} // namespace dlpack_tidy::test
