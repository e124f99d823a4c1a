//===--- HandlersTest.cpp - who takes the failure of a call ---------------===//

#include "support/Parsed.h"

#include "model/Handlers.h"
#include "model/Walk.h"

using namespace clang;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::test {
namespace {

/// The call that the tests are about: the first of `__dlpack__`'s.
const CallExpr *exportIn(const FunctionDecl *Function, ParentMap &Parents) {
  const CallExpr *Found = nullptr;
  forEachStatement(Function, [&](const Stmt *Each) {
    const auto *Literal = dyn_cast<StringLiteral>(Each);
    if (Found || !Literal || Literal->getString() != "__dlpack__")
      return;
    // `x.attr("…")()` is the outer call, `PyObject_CallMethod(…)` the inner.
    for (const Stmt *Up = Each; Up; Up = Parents.getParent(Up))
      if (const auto *Call = dyn_cast<CallExpr>(Up)) {
        Found = Call;
        if (!isa<CXXMemberCallExpr>(Call))
          return;
      }
  });
  return Found;
}

/// "buffer_error never; ... receives BaseException drops"
std::string shown(const std::vector<Handler> &Handlers) {
  std::string Text;
  for (const Handler &Each : Handlers) {
    Text += Text.empty() ? "" : "; ";
    Text += Each.Name.empty() ? Each.Spelling : Each.Name;
    Text +=
        Each.NeverRuns ? " never" : " receives " + rules::str(Each.Receives);
    Text += Each.Swallows ? " drops" : "";
  }
  return Text;
}

std::string around(const std::string &Body,
                   const std::string &Before = std::string()) {
  Parsed Source =
      Parsed::cxx("py::object other(py::object); void log();" + Before +
                  "\npy::object f(py::object x) {" + Body + "}");
  const FunctionDecl *Function = Source.function("f");
  ParentMap Parents(Function->getBody());
  const CallExpr *Call = exportIn(Function, Parents);
  return shown(handlersAround(Call, Parents, Function));
}

const std::string Export = "return x.attr(\"__dlpack__\")();";

TEST(CatchClauses, ThatReceiveEverything) {
  for (const char *Caught :
       {"py::error_already_set &", "const std::exception &", "..."})
    EXPECT_NE(around("try {" + Export + "} catch (" + Caught +
                     ") { return other(x); }")
                  .find("receives BaseException"),
              std::string::npos)
        << Caught;
}

TEST(CatchClauses, ForThrowingNeverRun) {
  EXPECT_EQ(around("try {" + Export +
                   "} catch (py::buffer_error &) { return other(x); }"),
            "buffer_error never");
  EXPECT_EQ(around("try {" + Export +
                   "} catch (std::runtime_error &) { return other(x); }"),
            "runtime_error never");
  EXPECT_EQ(around("try { if (!x) throw py::buffer_error(\"\");" + Export +
                   "} catch (py::buffer_error &) { return other(x); }"),
            "")
      << "it is thrown in the try block";
}

TEST(CatchClauses, ReceiveWhatTheyDoNotRethrow) {
  auto With = [&](const std::string &Handler) {
    return around("try {" + Export + "} catch (py::error_already_set &e) {" +
                  Handler + "} return other(x);");
  };
  EXPECT_EQ(With("if (!e.matches(PyExc_BufferError)) throw;"),
            "error_already_set receives BufferError");
  EXPECT_EQ(With("if (e.matches(PyExc_BufferError)) return other(x); throw;"),
            "error_already_set receives BufferError");
  EXPECT_EQ(With("if (!e.matches(PyExc_BufferError) &&"
                 "!e.matches(PyExc_RuntimeError)) throw;"),
            "error_already_set receives BufferError or RuntimeError");
  EXPECT_EQ(With("bool is = e.matches(PyExc_BufferError); if (!is) throw;"),
            "error_already_set receives BufferError");
  EXPECT_EQ(With("throw;"), "") << "nothing";
  EXPECT_EQ(With("log(); throw;"), "");
  EXPECT_EQ(With("throw py::buffer_error(e.what());"),
            "error_already_set receives BaseException");
}

TEST(CatchClauses, AskInHelpers) {
  EXPECT_EQ(around("try {" + Export +
                       "} catch (py::error_already_set &e) {"
                       "if (!expected(e)) throw; return other(x); }",
                   "static bool expected(const py::error_already_set &e) {"
                   "return e.matches(PyExc_BufferError); }"),
            "error_already_set receives BufferError");
}

TEST(CatchClauses, TheFirstThatMatchesTakesTheError) {
  EXPECT_EQ(around("try {" + Export +
                   "} catch (py::error_already_set &) { throw; }"
                   "catch (std::exception &) { return other(x); }"),
            "");
  EXPECT_EQ(around("try { try {" + Export +
                   "} catch (py::error_already_set &) { throw; }"
                   "} catch (...) { return other(x); }"),
            "... receives BaseException");
}

TEST(CatchClauses, ThatDropTheError) {
  EXPECT_EQ(around("py::object c; try { c = x.attr(\"__dlpack__\")(); }"
                   "catch (...) {} return c;"),
            "... receives BaseException drops");
  EXPECT_EQ(around("py::object c; try { c = x.attr(\"__dlpack__\")(); }"
                   "catch (...) {} if (!c) c = other(x); return c;"),
            "... receives BaseException")
      << "the result is tested";
  EXPECT_EQ(around("try {" + Export + "} catch (...) {} return other(x);"),
            "... receives BaseException")
      << "what follows is for the failure alone";
}

NullResult nullIn(const std::string &Body) {
  Parsed Source = Parsed::c("PyObject *other(PyObject *);\n"
                            "PyObject *f(PyObject *self, PyObject *x) {" +
                            Body + "}");
  const FunctionDecl *Function = Source.function("f");
  ParentMap Parents(Function->getBody());
  NullResult Found =
      nullResultOf(exportIn(Function, Parents), Parents, Function);
  // The AST ends here.
  if (Found.UncheckedUse)
    Found.UncheckedUse = reinterpret_cast<const Expr *>(1);
  return Found;
}

const std::string CallIt =
    "PyObject *c = PyObject_CallMethod(x, \"__dlpack__\", NULL);";

TEST(NullResults, TestedOrNot) {
  EXPECT_TRUE(
      nullIn(CallIt + "if (!c) return NULL; Py_DECREF(c); return x;").Tested);
  NullResult Used = nullIn(CallIt + "PyCapsule_GetPointer(c, \"dltensor\");"
                                    "if (c == NULL) return NULL; return c;");
  EXPECT_NE(Used.UncheckedUse, nullptr) << "the test comes too late";
  EXPECT_EQ(nullIn(CallIt + "Py_XDECREF(c); return x;").UncheckedUse, nullptr);
  EXPECT_EQ(nullIn("return PyObject_CallMethod(x, \"__dlpack__\", NULL);")
                .UncheckedUse,
            nullptr)
      << "handed on with its error";
}

TEST(NullResults, BranchesThatTakeTheError) {
  EXPECT_EQ(shown(nullIn(CallIt + "if (!c) { PyErr_Clear(); c = other(x); }"
                                  "return c;")
                      .Handlers),
            "PyErr_Clear receives BaseException");
  EXPECT_EQ(shown(nullIn(CallIt +
                         "if (!c && PyErr_ExceptionMatches(PyExc_BufferError))"
                         "{ PyErr_Clear(); return other(x); } return c;")
                      .Handlers),
            "PyErr_Clear receives BufferError");
  EXPECT_EQ(shown(nullIn(CallIt + "if (!c) goto copy; return c;"
                                  "copy: PyErr_Clear(); return other(x);")
                      .Handlers),
            "PyErr_Clear receives BaseException");
  EXPECT_EQ(shown(nullIn(CallIt + "if (!c) return NULL; return c;").Handlers),
            "");
  EXPECT_EQ(shown(nullIn(CallIt + "if (!c) { PyErr_Clear(); return NULL; }"
                                  "return c;")
                      .Handlers),
            "PyErr_Clear receives BaseException drops");
}

} // namespace
} // namespace dlpack_tidy::test
