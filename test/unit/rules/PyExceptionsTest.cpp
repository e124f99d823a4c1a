//===- PyExceptionsTest.cpp -----------------------------------------------===//

#include "rules/PyExceptions.h"
#include "gtest/gtest.h"

using namespace dlpack_tidy::rules;

namespace {

TEST(PyExceptions, HandlersReceiveSubclasses) {
  EXPECT_TRUE(catches(PyException::BufferError, PyException::BufferError));
  EXPECT_TRUE(catches(PyException::RuntimeError, PyException::JaxRuntimeError));
  EXPECT_TRUE(
      catches(PyException::TypeError, PyException::ConcretizationTypeError));
  EXPECT_TRUE(catches(PyException::LookupError, PyException::KeyError));
  EXPECT_TRUE(
      catches(PyException::RuntimeError, PyException::NotImplementedError));
  PyException Last = PyException::JaxRuntimeError;
  for (unsigned I = 0; I <= static_cast<unsigned>(Last); ++I) {
    PyException E = static_cast<PyException>(I);
    EXPECT_TRUE(catches(PyException::BaseException, E)) << name(E);
    EXPECT_TRUE(catches(E, E)) << name(E);
  }
}

TEST(PyExceptions, HandlersMissOtherTypes) {
  EXPECT_FALSE(catches(PyException::BufferError, PyException::JaxRuntimeError));
  EXPECT_FALSE(catches(PyException::BufferError, PyException::ValueError));
  EXPECT_FALSE(catches(PyException::JaxRuntimeError, PyException::RuntimeError))
      << "a base class is not received by a handler for the derived one";
  EXPECT_FALSE(catches(PyException::Exception, PyException::BaseException));
}

TEST(PyExceptions, UncaughtTypesRemain) {
  ExceptionSet Raised{PyException::BufferError, PyException::ValueError,
                      PyException::JaxRuntimeError};
  EXPECT_EQ(
      uncaught(Raised, {PyException::BufferError}),
      (ExceptionSet{PyException::ValueError, PyException::JaxRuntimeError}));
  EXPECT_EQ(
      uncaught(Raised, {PyException::BufferError, PyException::RuntimeError}),
      (ExceptionSet{PyException::ValueError}));
  EXPECT_TRUE(uncaught(Raised, {PyException::Exception}).empty());
  EXPECT_EQ(uncaught(Raised, {}), Raised);
}

TEST(PyExceptions, NamesInEverySpelling) {
  EXPECT_EQ(exceptionNamed("BufferError"), PyException::BufferError);
  EXPECT_EQ(exceptionNamed("PyExc_BufferError"), PyException::BufferError);
  EXPECT_EQ(exceptionNamed("builtins.KeyError"), PyException::KeyError);
  for (const char *Jax :
       {"JaxRuntimeError", "jax.errors.JaxRuntimeError", "XlaRuntimeError",
        "jaxlib.xla_extension.XlaRuntimeError"})
    EXPECT_EQ(exceptionNamed(Jax), PyException::JaxRuntimeError) << Jax;
  EXPECT_EQ(exceptionNamed("MyError"), std::nullopt);
  EXPECT_EQ(exceptionNamed(""), std::nullopt);
  EXPECT_EQ(exceptionNamed("buffererror"), std::nullopt);
}

TEST(PyExceptions, ReadWellInMessages) {
  EXPECT_EQ(str(ExceptionSet{}), "no exception");
  EXPECT_EQ(str(ExceptionSet{PyException::BufferError}), "BufferError");
  EXPECT_EQ(str(ExceptionSet{PyException::RuntimeError,
                             PyException::BufferError, PyException::KeyError}),
            "BufferError, KeyError or RuntimeError");
}

} // namespace
