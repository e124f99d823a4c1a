//===--- HelperTest.cpp - functions of the same text are followed ---------===//

#include "Seen.h"

#include <gtest/gtest.h>

using namespace dlpack_tidy::python::test;

namespace {

const std::string Imports = "import jax, torch, functools\n"
                            "import numpy as np\n";

TEST(Helper, Predicate) {
  EXPECT_EQ(seen(Imports + "def supports_dlpack(x) -> bool:\n"
                           "  return hasattr(x, '__dlpack__') and "
                           "x.platform() in {'cpu', 'cuda'}\n"
                           "def f(a: jax.Array):\n"
                           "  if supports_dlpack(a):\n"
                           "    return torch.from_dlpack(a)\n"
                           "  return torch.from_dlpack(a)\n"),
            (Lines{"7 settled jax cpu|cuda", "8 open jax"}));
}

TEST(Helper, Raising) {
  EXPECT_EQ(seen(Imports + "def check(x, allowed=('cpu', 'cuda')):\n"
                           "  if x.platform() not in allowed:\n"
                           "    raise BufferError\n"
                           "def f(a: jax.Array):\n"
                           "  check(a)\n"
                           "  return torch.from_dlpack(a)\n"
                           "def g(a: jax.Array):\n"
                           "  check(a, allowed=['cpu'])\n"
                           "  return torch.from_dlpack(a)\n"),
            (Lines{"8 settled jax cpu|cuda", "11 settled jax cpu"}));
}

TEST(Helper, ReturnsTheDevice) {
  EXPECT_EQ(seen(Imports + "def platform_of(x):\n"
                           "  return next(iter(x.devices())).platform\n"
                           "def name_of(x):\n"
                           "  if x.platform() == 'cpu': return 'host'\n"
                           "  return 'device'\n"
                           "def f(a: jax.Array):\n"
                           "  if platform_of(a) == 'cpu':\n"
                           "    return torch.from_dlpack(a)\n"
                           "  if name_of(a) == 'host':\n"
                           "    return torch.from_dlpack(a)\n"),
            (Lines{"10 settled jax cpu"}));
}

TEST(Helper, ReturnsAHostCopy) {
  EXPECT_EQ(seen(Imports + "def to_host(x):\n"
                           "  if x.platform() == 'cpu': return x\n"
                           "  return np.array(x)\n"
                           "def f(a: jax.Array):\n"
                           "  b = to_host(a)\n"
                           "  return torch.from_dlpack(b)\n"),
            Lines{"8 settled jax cpu"});
}

TEST(Helper, MethodsOfTheClass) {
  EXPECT_EQ(seen(Imports + "class C:\n"
                           "  def _check(self, x):\n"
                           "    if x.platform() != 'cpu': raise ValueError\n"
                           "  @staticmethod\n"
                           "  def ok(x):\n"
                           "    return x.platform() == 'cpu'\n"
                           "  def f(self, a: jax.Array):\n"
                           "    self._check(a)\n"
                           "    return torch.from_dlpack(a)\n"
                           "  def g(self):\n"
                           "    self._check(self.array)\n"
                           "    return torch.from_dlpack(self.array)\n"
                           "  def h(self, a):\n"
                           "    if self.ok(a) or C.ok(a):\n"
                           "      return torch.from_dlpack(a)\n"),
            (Lines{"11 settled jax cpu", "14 settled likely cpu",
                   "17 settled likely cpu"}));
}

TEST(Helper, PrivateFunctionsAreSeenThroughTheirCallers) {
  EXPECT_EQ(seen(Imports + "def _to_torch(x):\n"
                           "  return torch.from_dlpack(x)\n"
                           "def f(a: jax.Array):\n"
                           "  if a.platform() == 'cpu':\n"
                           "    return _to_torch(a)\n"
                           "def g(a: jax.Array):\n"
                           "  return _to_torch(np.asarray(a))\n"),
            Lines{"4 settled jax cpu"});
  // Handed on: anybody may call it.
  EXPECT_EQ(seen(Imports + "def _to_torch(x):\n"
                           "  return torch.from_dlpack(x)\n"
                           "def f(a: jax.Array):\n"
                           "  if a.platform() == 'cpu':\n"
                           "    return _to_torch(a)\n"
                           "callback = _to_torch\n"),
            Lines{"4 open likely"});
}

TEST(Helper, NestedFunctionsKnowWhatIsAround) {
  EXPECT_EQ(seen(Imports + "def f(a: jax.Array):\n"
                           "  if a.platform() != 'cpu': return\n"
                           "  def inner():\n"
                           "    return torch.from_dlpack(a)\n"
                           "  return run(inner)\n"),
            Lines{"6 settled jax cpu"});
  // The variable changes after the definition.
  EXPECT_EQ(seen(Imports + "def f(a: jax.Array, b):\n"
                           "  if a.platform() != 'cpu': return\n"
                           "  def inner():\n"
                           "    return torch.from_dlpack(a)\n"
                           "  a = b\n"
                           "  return run(inner)\n"),
            Lines{"6 open likely"});
}

TEST(Helper, RecursionEnds) {
  EXPECT_EQ(seen(Imports + "def f(a: jax.Array):\n"
                           "  f(a)\n"
                           "  return torch.from_dlpack(a)\n"),
            Lines{"5 open jax"});
  EXPECT_EQ(seen(Imports + "def _f(a: jax.Array):\n"
                           "  _f(a)\n"
                           "  return torch.from_dlpack(a)\n"),
            Lines{"5 open jax"});
}

TEST(Helper, UnknownPredicatesAreTakenAtTheirWord) {
  EXPECT_EQ(
      seen(Imports + "from lib import can_use_dlpack, is_torch_array\n"
                     "def f(a: jax.Array, b):\n"
                     "  if can_use_dlpack(a):\n"
                     "    return torch.from_dlpack(a)\n"
                     "  if is_torch_array(b):\n"
                     "    return torch.from_dlpack(b)\n"),
      (Lines{"6 settled jax cpu|cuda|rocm|oneapi|tpu-pinned", "8 foreign"}));
}

TEST(Helper, FunctionsThatTheOptionsName) {
  dlpack_tidy::python::Options Wanted;
  Wanted.GuardFunctions = {"lib.check", "ensure"};
  EXPECT_EQ(seen(Imports +
                     "import lib\n"
                     "from lib import ensure\n"
                     "def f(a: jax.Array, b: jax.Array):\n"
                     "  lib.check(a)\n"
                     "  ensure(b)\n"
                     "  lib.other(b)\n"
                     "  return torch.from_dlpack(a), torch.from_dlpack(b)\n",
                 Wanted),
            (Lines{"9 settled jax cpu|cuda|rocm|oneapi|tpu-pinned",
                   "9 settled jax cpu|cuda|rocm|oneapi|tpu-pinned"}));
}

TEST(Helper, TracedFunctions) {
  EXPECT_EQ(seen(Imports + "@jax.jit\n"
                           "def f(a):\n"
                           "  return torch.from_dlpack(a * 2)\n"
                           "@functools.partial(jax.jit, static_argnums=1)\n"
                           "def g(a, b):\n"
                           "  return torch.from_dlpack(np.ones(a.shape))\n"
                           "def h(a):\n"
                           "  return torch.from_dlpack(a)\n"
                           "fast = jax.jit(h)\n"),
            (Lines{"5 traced", "8 host", "10 traced"}));
}

TEST(Helper, ForwardingIsNoExportOfItsOwn) {
  EXPECT_EQ(seen(Imports + "class Wrapper:\n"
                           "  def __dlpack__(self, stream=None):\n"
                           "    return self.array.__dlpack__(stream=stream)\n"),
            Lines{"5 open forwarded"});
}

} // namespace
