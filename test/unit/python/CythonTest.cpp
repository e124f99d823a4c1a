//===--- CythonTest.cpp - Cython read as Python ---------------------------===//

#include "Seen.h"

#include "python/Cython.h"

#include <gtest/gtest.h>

using namespace dlpack_tidy::python;
using namespace dlpack_tidy::python::test;

namespace {

std::string squeezed(std::string_view Text) {
  std::string Out;
  for (char Each : maskCython(Text))
    if (Each != ' ' || (!Out.empty() && Out.back() != ' '))
      Out += Each;
  return Out;
}

TEST(Cython, Declarations) {
  EXPECT_EQ(squeezed("cdef object f(object x, int n=3) except *:\n"),
            "def f( x, n=3) :\n");
  EXPECT_EQ(squeezed("cpdef inline f(x, *args, Foo y not None):\n"),
            "def f(x, *args, y ):\n");
  EXPECT_EQ(squeezed("cdef class A(B):\n"), "class A(B):\n");
  EXPECT_EQ(squeezed("cdef object cap = x.__dlpack__()\n"),
            "0; cap = x.__dlpack__()\n");
  EXPECT_EQ(squeezed("cdef int n\n"), "0 \n");
  EXPECT_EQ(squeezed("from cpython cimport PyObject\n"),
            "from cpython import PyObject\n");
  EXPECT_EQ(squeezed("cdef extern from \"a.h\":\n    ctypedef struct T:\n"
                     "        int n\nx = 1\n"),
            "if 1: \n 0 \n 0 \nx = 1\n");
  EXPECT_EQ(squeezed("p = <DLManagedTensor*>q\nr = f(&s)\nb = a < c > d\n"),
            "p = q\nr = f( s)\nb = a < c > d\n");
  EXPECT_EQ(squeezed("f(a,\n  &b[0])\nfor i from 0 <= i < n:\n"),
            "f(a,\n b[0])\nfor i in 0 <= i < n:\n");
  EXPECT_EQ(squeezed("def f():\n  \"\"\"It's (open.\"\"\"\n"
                     "  cdef public:\n    int x\n"),
            "def f():\n \"\"\"It's (open.\"\"\"\n if 1: \n 0 \n");
  EXPECT_EQ(squeezed("def f(self, int x,\n      object y):\n"),
            "def f(self, x,\n y):\n");
}

TEST(Cython, NothingMoves) {
  const std::string Text = "cimport numpy as np\n"
                           "cdef class A:\n"
                           "    cpdef object f(self, object x) except *:\n"
                           "        cdef object t = torch.from_dlpack(x)\n"
                           "        return <object>t\n";
  std::string Masked = maskCython(Text);
  ASSERT_EQ(Masked.size(), Text.size());
  for (size_t At = 0; At < Text.size(); ++At)
    EXPECT_EQ(Text[At] == '\n', Masked[At] == '\n');
  EXPECT_EQ(Masked.find("torch.from_dlpack(x)"),
            Text.find("torch.from_dlpack(x)"));
}

TEST(Cython, IsAnalysed) {
  std::string Masked =
      maskCython("import jax, torch\n"
                 "cdef class A:\n"
                 "    cdef object f(self, object x):\n"
                 "        cdef object t\n"
                 "        if x.platform() != 'cpu':\n"
                 "            raise BufferError\n"
                 "        t = torch.from_dlpack(x)\n"
                 "        cdef object u = torch.from_dlpack(y)\n"
                 "        return t\n");
  Analysis Found = analyse(Masked);
  EXPECT_TRUE(Found.NotAnalysed.empty());
  ASSERT_EQ(Found.Exports.size(), 2u);
  EXPECT_EQ(describe(Found.Exports[0], Masked), "7 settled likely cpu");
  EXPECT_EQ(describe(Found.Exports[1], Masked), "8 open likely");
  EXPECT_EQ(Found.Exports[1].Function, "A.f");
}

TEST(Cython, OddTextsEndToo) {
  for (const char *Odd :
       {"", "cdef", "cdef ", "cdef(", "cdef x(", "cpdef x)",
        "cdef a =", "cdef class", "<", "&", "cdef extern:", "cimport", "def f(",
        "def f(a,", "cdef:\n  int x\n"}) {
    EXPECT_EQ(maskCython(Odd).size(), std::string_view(Odd).size()) << Odd;
    analyse(maskCython(Odd) + "\nfrom_dlpack(x)\n");
  }
}

} // namespace
