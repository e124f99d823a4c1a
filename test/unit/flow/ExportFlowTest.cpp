//===--- ExportFlowTest.cpp - the exports of a translation unit -----------===//

#include "support/Parsed.h"

#include "flow/Analysis.h"
#include "flow/ExportFlow.h"

using namespace clang;
using namespace dlpack_tidy::flow;

namespace dlpack_tidy::test {
namespace {

/// "open", "settled", in source order; with the number of arrivals where there
/// are several.
std::string exportsIn(const std::string &Code,
                      const std::vector<std::string> &Guards = {}) {
  Parsed Source = Parsed::cxx("bool unknown(); py::object other(py::object);"
                              "static void ask(py::handle h) {"
                              "h.attr(\"__dlpack_device__\")(); }\n" +
                              Code);
  Analysis Unit(Source.context());
  std::string Text;
  for (const ExportSite &Each : Unit.exports(Guards).exports()) {
    ExportFacts Facts = Each.Arrivals.front().Facts;
    for (const ExportArrival &One : Each.Arrivals)
      Facts.join(One.Facts);
    Text += (Text.empty() ? "" : ", ") +
            std::string(Facts.settled() ? "settled" : "open");
    if (Each.Arrivals.size() > 1)
      Text += " " + std::to_string(Each.Arrivals.size());
  }
  return Text;
}

const std::string Export = "x.attr(\"__dlpack__\")();";

TEST(ExportFlow, AskedOnEveryWay) {
  EXPECT_EQ(exportsIn("void f(py::object x) { " + Export + "}"), "open");
  EXPECT_EQ(exportsIn("void f(py::object x) { ask(x); " + Export + "}"),
            "settled");
  EXPECT_EQ(exportsIn("void f(py::object x) { if (unknown()) ask(x); " +
                      Export + "}"),
            "open");
  EXPECT_EQ(
      exportsIn("void f(py::object x) { ask(x); x = other(x); " + Export + "}"),
      "open");
}

TEST(ExportFlow, HelpersAreKnownThroughTheirCallers) {
  const std::string Helper =
      "static py::object g(py::object x) { return " + Export + "}";
  EXPECT_EQ(exportsIn(Helper + "void f(py::object x) { ask(x); g(x); }"),
            "settled");
  EXPECT_EQ(exportsIn(Helper + "void f(py::object x) { ask(x); g(x); }"
                               "void h(py::object x) { g(x); }"),
            "open 2");
  EXPECT_EQ(exportsIn("py::object g(py::object x) { return " + Export +
                      "} void f(py::object x) { ask(x); g(x); }"),
            "settled")
      << "no header declares it";
  EXPECT_EQ(exportsIn("py::object g(py::object x) { return " + Export +
                      "} void f(py::object x) { ask(x); g(x); }"
                      "py::object (*handed_out)(py::object) = g;"),
            "open 2")
      << "anybody can call it through the pointer";
}

TEST(ExportFlow, Members) {
  EXPECT_EQ(exportsIn("struct T { py::object x; void check() { ask(x); } };"
                      "void f(T &a, T &b) { a.check(); a." +
                      Export + " b." + Export + "}"),
            "settled, open");
}

TEST(ExportFlow, GuardFunctions) {
  const std::string Code = "namespace mine { void admit(py::object); }"
                           "void f(py::object x) { mine::admit(x); " +
                           Export + "}";
  EXPECT_EQ(exportsIn(Code), "open");
  EXPECT_EQ(exportsIn(Code, {"mine::admit"}), "settled");
}

TEST(ExportFlow, ConstructorsToo) {
  EXPECT_EQ(exportsIn("struct T { py::capsule c; T(py::object x) : c(" +
                      Export.substr(0, Export.size() - 1) + ") {} };"),
            "open");
}

TEST(ExportFlow, SaysWhatItGaveUp) {
  std::string Code = "void f(py::object x) { int n = 0;";
  for (int I = 0; I < 40; ++I)
    Code += "for (int i = 0; i < 9; ++i) { if (unknown()) ask(x);";
  Code += Export;
  for (int I = 0; I < 40; ++I)
    Code += "}";
  Parsed Source = Parsed::cxx("bool unknown(); static void ask(py::handle h) {"
                              "h.attr(\"__dlpack_device__\")(); }\n" +
                              Code + "}");
  Analysis Unit(Source.context());
  const ExportFlow &Flow = Unit.exports({});
  // Either it copes, or it says so; it never drops the function silently.
  EXPECT_EQ(Flow.exports().empty(), !Flow.notAnalysed().empty());
}

} // namespace
} // namespace dlpack_tidy::test
