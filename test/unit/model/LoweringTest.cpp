//===--- LoweringTest.cpp - what C and C++ say at Python level ------------===//

#include "Shown.h"
#include "support/Parsed.h"

#include "model/Exchange.h"
#include "model/PyLowering.h"
#include "model/Walk.h"

#include <map>

using namespace clang;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::test {
namespace {

/// What the last `return` of the function `f` returns.
class Lowered {
public:
  explicit Lowered(Parsed TheSource) : Source(std::move(TheSource)) {
    const FunctionDecl *Function = Source.function("f");
    forEachStatement(Function, [&](const Stmt *Each) {
      if (const auto *Return = dyn_cast<ReturnStmt>(Each))
        Value = Return->getRetValue();
    });
    Frame.Function = Function;
    Lowering = std::make_unique<PyLowering>(
        Source.context(), [this](const FunctionDecl *Of) {
          std::unique_ptr<Definitions> &Slot = Known[Of];
          if (!Slot)
            Slot = std::make_unique<Definitions>(Of->getBody());
          return Slot.get();
        });
    Result = Lowering->lower(Value, Frame);
  }
  PyRef value() const { return Result; }

private:
  Parsed Source;
  CallFrame Frame;
  const Expr *Value = nullptr;
  std::map<const FunctionDecl *, std::unique_ptr<Definitions>> Known;
  std::unique_ptr<PyLowering> Lowering;
  PyRef Result = nullptr;
};

std::string inCxx(const std::string &Body,
                  const std::string &Before = std::string()) {
  return shown(Lowered(Parsed::cxx(Before + "\nauto f(py::object x, int n) {" +
                                   Body + "}"))
                   .value());
}
std::string inC(const std::string &Body,
                const std::string &Before = std::string()) {
  return shown(
      Lowered(Parsed::c(Before + "\nPyObject *f(PyObject *x, int n) {" + Body +
                        "}"))
          .value());
}

TEST(BindingSpelling, CallsAnAttribute) {
  EXPECT_EQ(inCxx("return x.attr(\"__dlpack__\")();"), "x.__dlpack__()");
  EXPECT_EQ(inCxx("return x.attr(\"__dlpack__\")(1);"), "x.__dlpack__(1)");
  EXPECT_EQ(inCxx("return py::getattr(x, \"__dlpack__\")();"),
            "x.__dlpack__()");
  EXPECT_EQ(inCxx("return x.attr(\"__dlpack__\").operator()();"),
            "x.__dlpack__()");
  EXPECT_EQ(inCxx("return x.attr(\"a\").attr(\"b\").cast<int>();"), "x.a.b");
}

TEST(BindingSpelling, ReadsKeywords) {
  EXPECT_EQ(inCxx("return x.attr(\"g\")(\"stream\"_a = n);"), "x.g(stream=n)");
  EXPECT_EQ(inCxx("return x.attr(\"g\")(py::arg(\"k\") = py::none());"),
            "x.g(k=None)");
  EXPECT_EQ(inCxx("py::dict kw(\"a\"_a = 1); kw[\"b\"] = py::make_tuple(1, 0);"
                  "return x.attr(\"g\")(**kw);"),
            "x.g(a=1, b=(1, 0))");
}

TEST(BindingSpelling, TellsForwardedKeywordsFromOwnOnes) {
  EXPECT_EQ(shown(Lowered(Parsed::cxx("auto f(py::object x, py::dict kw) {"
                                      "return x.attr(\"g\")(**kw); }"))
                      .value()),
            "x.g(...)");
  EXPECT_EQ(inCxx("py::dict kw = make(); return x.attr(\"g\")(**kw);",
                  "py::dict make();"),
            "x.g(**, ...)");
}

TEST(BindingSpelling, ComparesTypesNotAliases) {
  EXPECT_EQ(inCxx("return other::module_::import(\"torch\").attr(\"f\")(x);",
                  "namespace other = pybind11;"),
            "import(torch).f(x)");
  EXPECT_EQ(inCxx("return fake::make(x).attr(\"f\");",
                  "namespace fake { struct T { int attr(const char *); };"
                  "T make(py::object); }"),
            "?");
}

TEST(BindingSpelling, TakesNamesFromConstants) {
  const char *Names = "static constexpr const char *Name = \"__dlpack__\";"
                      "static const char Letters[] = \"g\";";
  EXPECT_EQ(inCxx("return x.attr(Name)();", Names), "x.__dlpack__()");
  EXPECT_EQ(inCxx("return x.attr(Letters)();", Names), "x.g()");
  EXPECT_EQ(inCxx("const char *s = n ? \"a\" : \"b\"; return x.attr(s)();"),
            "?()");
}

TEST(Variables, StandForWhatTheyWereSetTo) {
  EXPECT_EQ(inCxx("py::object m = x.attr(\"__dlpack__\"); return m();"),
            "x.__dlpack__()");
  EXPECT_EQ(inCxx("py::object m; m = x.attr(\"g\"); return m();"), "x.g()");
  EXPECT_EQ(inCxx("int t = 1; if (n) t = 13; return t;"), "{1 | 13}");
  EXPECT_EQ(inCxx("int t = 1; ++t; return t;"), "t");
}

TEST(Variables, ChangeTheirObject) {
  EXPECT_EQ(subjectKey(Lowered(Parsed::cxx("py::object g(py::object);"
                                           "auto f(py::object x) {"
                                           "py::object y = x; x = g(x);"
                                           "return y; }"))
                           .value())
                .find("v"),
            0u);
  EXPECT_EQ(inCxx("py::object y = x; x = g(x); return y;",
                  "py::object g(py::object);"),
            "y");
  EXPECT_EQ(inCxx("py::object y = x; return y;"), "x");
}

TEST(Variables, ItemsOfPairs) {
  const std::string Ask = "x.attr(\"__dlpack_device__\")()";
  EXPECT_EQ(inCxx("auto d = " + Ask +
                  ".cast<std::pair<int, int>>();"
                  "return d.first;"),
            "x.__dlpack_device__()[0]");
  EXPECT_EQ(inCxx("auto [t, i] = " + Ask +
                  ".cast<std::pair<int, int>>();"
                  "return i;"),
            "x.__dlpack_device__()[1]");
}

TEST(Variables, MembersBelongToTheirObject) {
  const char *Class = "struct T { py::object a_, b_; py::object get() { return "
                      "this->a_; } };";
  EXPECT_EQ(inCxx("T t; return t.get();", Class), "t->a_");
  EXPECT_EQ(inCxx("T t; return t.b_;", Class), "t->b_");
}

TEST(Variables, FilledByHelpers) {
  EXPECT_EQ(inCxx("int t, i; device(x, t, i); return t;",
                  "static void device(py::object o, int &type, int &id) {"
                  "auto d = o.attr(\"__dlpack_device__\")()"
                  ".cast<std::pair<int, int>>();"
                  "type = d.first; id = d.second; }"),
            "x.__dlpack_device__()[0]");
}

TEST(Helpers, ReturnWhatTheirArgumentsSay) {
  const char *Helper = "static std::string platform(py::handle h) {"
                       "return h.attr(\"platform\")().cast<std::string>(); }";
  EXPECT_EQ(inCxx("return platform(x);", Helper), "x.platform()");
  EXPECT_EQ(inCxx("auto p = platform(x); return p;", Helper), "x.platform()");
  EXPECT_EQ(inCxx("return loop(x);", "static py::object loop(py::object o) {"
                                     "return loop(o); }"),
            "?");
}

TEST(Helpers, WhatTheyGiveBackHasItsOwnName) {
  const char *Helper = "static py::object same(py::object o) { return o; }";
  EXPECT_EQ(inCxx("py::object y = same(x); return y;", Helper), "{x}")
      << "known by the way through the helper, not as x itself";
}

TEST(CApi, CallsInAllForms) {
  EXPECT_EQ(inC("return PyObject_CallMethod(x, \"__dlpack__\", NULL);"),
            "x.__dlpack__()");
  EXPECT_EQ(inC("return PyObject_CallMethod(x, \"g\", \"(ii)\", 1, n);"),
            "x.g(1, n)");
  EXPECT_EQ(inC("PyObject *m = PyObject_GetAttrString(x, \"g\");"
                "PyObject *r = m ? PyObject_CallNoArgs(m) : NULL; return r;"),
            "x.g()");
  EXPECT_EQ(inC("PyObject *m = PyObject_GetAttrString(x, \"g\");"
                "return PyObject_Call(m, PyTuple_New(0),"
                "Py_BuildValue(\"{s:(ii)}\", \"dl_device\", 8, 0));"),
            "x.g(dl_device=(8, 0))");
}

TEST(CApi, InternedNames) {
  const char *Names = "extern struct { PyObject *__dlpack__; } names;"
                      "static PyObject *s_dlpack_device;";
  EXPECT_EQ(
      inC("return PyObject_CallMethodNoArgs(x, names.__dlpack__);", Names),
      "x.__dlpack__()");
  EXPECT_EQ(inC("return PyObject_CallMethodNoArgs(x, s_dlpack_device);", Names),
            "x.__dlpack_device__()");
  EXPECT_EQ(
      inC("PyObject *args[2] = {NULL, x};"
          "return PyObject_VectorcallMethod(names.__dlpack__, args + 1, 1,"
          "NULL);",
          Names),
      "x.__dlpack__()");
}

TEST(CApi, ParsedArguments) {
  EXPECT_EQ(inC("PyObject *t = PyObject_CallMethod(x, \"__dlpack_device__\","
                "NULL); int type, id; PyArg_ParseTuple(t, \"ii\", &type, &id);"
                "return PyTuple_Pack(1, type);"),
            "(x.__dlpack_device__()[0])");
}

TEST(Queries, WhatAnAnswerIsAbout) {
  auto Asked = [](const std::string &Body) {
    Lowered Answer(Parsed::cxx("auto f(py::object x, int n) {" + Body + "}"));
    std::optional<Query> Found = query(Answer.value());
    if (!Found)
      return std::string("nothing");
    static const char *const Names[] = {"platform", "memory kind",
                                        "device type", "device id", "device"};
    return std::string(Names[static_cast<int>(Found->Asked)]) + " of " +
           shown(Found->Subject);
  };
  EXPECT_EQ(Asked("return x.attr(\"platform\")();"), "platform of x");
  EXPECT_EQ(Asked("return x.attr(\"device\").attr(\"platform\");"),
            "platform of x");
  EXPECT_EQ(Asked("return x.attr(\"sharding\").attr(\"memory_kind\");"),
            "memory kind of x");
  EXPECT_EQ(Asked("return x.attr(\"__dlpack_device__\")()[0];"),
            "device type of x");
  EXPECT_EQ(Asked("return x.attr(\"shape\");"), "nothing");
}

TEST(Exchanges, AliasingAndForwardingAreNone) {
  auto Role = [](const std::string &Body) {
    Lowered Call(
        Parsed::cxx("auto f(py::object x, py::dict kw) {" + Body + "}"));
    std::optional<Exchange> Found = classify(Call.value());
    return Found ? static_cast<int>(Found->Role) : -1;
  };
  EXPECT_EQ(Role("return x.attr(\"__dlpack__\")();"),
            static_cast<int>(ExchangeRole::Export));
  EXPECT_EQ(Role("return py::module_::import(\"torch\")"
                 ".attr(\"from_dlpack\")(x);"),
            static_cast<int>(ExchangeRole::HandOver));
  EXPECT_EQ(Role("return py::module_::import(\"torch\").attr(\"from_dlpack\")"
                 "(x.attr(\"__dlpack__\")());"),
            static_cast<int>(ExchangeRole::CapsuleHandOver));
  EXPECT_EQ(Role("return x.attr(\"__dlpack__\");"), -1);
  EXPECT_EQ(Role("return x.attr(\"__dlpack__\")(**kw);"), -1);
  EXPECT_EQ(Role("return py::hasattr(x, \"__dlpack__\");"), -1);
}

TEST(Origins, WhoMadeTheArray) {
  auto Origin = [](const std::string &Expression) {
    return originOf(Lowered(Parsed::cxx("auto f(py::object x, py::array a,"
                                        "py::capsule c) { return " +
                                        Expression + "; }"))
                        .value());
  };
  EXPECT_EQ(Origin("x"), ObjectOrigin::Unknown);
  EXPECT_EQ(Origin("a"), ObjectOrigin::HostArray);
  EXPECT_EQ(Origin("c"), ObjectOrigin::Capsule);
  EXPECT_EQ(Origin("py::module_::import(\"numpy\").attr(\"array\")(x)"),
            ObjectOrigin::HostArray);
  EXPECT_EQ(Origin("py::module_::import(\"jax.numpy\").attr(\"ones\")(3)"),
            ObjectOrigin::Jax);
  EXPECT_EQ(Origin("py::module_::import(\"torch\").attr(\"ones\")(3)"),
            ObjectOrigin::Foreign);
}

} // namespace
} // namespace dlpack_tidy::test
