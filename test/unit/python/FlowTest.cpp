//===--- FlowTest.cpp - what is known of an array where it is exported ----===//

#include "Seen.h"

#include <gtest/gtest.h>

using namespace dlpack_tidy::python::test;

namespace {

TEST(Flow, NothingAsked) {
  EXPECT_EQ(seenIn("  return torch.from_dlpack(x)\n"), Lines{"1 open jax"});
  EXPECT_EQ(seenIn("  return x.__dlpack__()\n"), Lines{"1 open jax"});
  EXPECT_EQ(seenIn("  return torch.from_dlpack(y)\n"), Lines{"1 open likely"});
}

TEST(Flow, EarlyExit) {
  EXPECT_EQ(seenIn("  if x.platform() != 'cpu':\n"
                   "    raise BufferError('cpu')\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"3 settled jax cpu"});
  EXPECT_EQ(seenIn("  if x.platform() == 'tpu':\n"
                   "    return None\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"3 settled jax cpu|cuda|rocm|oneapi|other"});
}

TEST(Flow, BothBranchesMustAsk) {
  EXPECT_EQ(seenIn("  if y:\n"
                   "    x.__dlpack_device__()\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"3 open jax"});
  EXPECT_EQ(seenIn("  if y:\n"
                   "    x.__dlpack_device__()\n"
                   "  else:\n"
                   "    x = np.asarray(x)\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"5 settled jax cpu|cuda|rocm|oneapi|tpu-pinned"});
}

TEST(Flow, Membership) {
  EXPECT_EQ(seenIn("  if x.platform() in {'cpu', 'cuda'}:\n"
                   "    return torch.from_dlpack(x)\n"),
            Lines{"2 settled jax cpu|cuda"});
  EXPECT_EQ(seenIn("  if x.platform() not in ('cpu', 'gpu', 'tpu'):\n"
                   "    x = np.array(x)\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"3 settled jax cpu|cuda|rocm|oneapi|tpu-pinned|tpu"});
  EXPECT_EQ(seenIn("  allowed = frozenset(['cpu'])\n"
                   "  if x.platform() in allowed | {'rocm'}:\n"
                   "    return torch.from_dlpack(x)\n"),
            Lines{"3 settled jax cpu|rocm"});
}

TEST(Flow, MemoryKind) {
  EXPECT_EQ(seenIn("  if x.platform() == 'tpu' and x.sharding.memory_kind != "
                   "'pinned_host':\n"
                   "    x = jax.device_get(x)\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"3 settled jax cpu|cuda|rocm|oneapi|tpu-pinned|other"});
  EXPECT_EQ(seenIn("  s = x.sharding.with_memory_kind('pinned_host')\n"
                   "  return torch.from_dlpack(jax.device_put(x, s))\n"),
            Lines{"2 settled jax cpu|cuda|rocm|oneapi|tpu-pinned"});
}

TEST(Flow, EverySpellingOfThePlatform) {
  for (const char *Question :
       {"x.platform()", "x.device.platform", "next(iter(x.devices())).platform",
        "list(x.devices())[0].platform", "x.devices().pop().platform",
        "str(x.platform()).lower()"})
    EXPECT_EQ(seenIn("  if " + std::string(Question) +
                     " != 'cpu': return\n  torch.from_dlpack(x)\n"),
              Lines{"2 settled jax cpu"})
        << Question;
}

TEST(Flow, AnswersInVariables) {
  EXPECT_EQ(seenIn("  platform = x.platform()\n"
                   "  good = platform == 'cpu'\n"
                   "  if not good:\n"
                   "    return None\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"5 settled jax cpu"});
  EXPECT_EQ(seenIn("  platform = x.platform()\n"
                   "  x = y\n"
                   "  if platform == 'cpu':\n"
                   "    return torch.from_dlpack(x)\n"),
            Lines{"4 open likely"});
  EXPECT_EQ(seenIn("  kind, index = x.__dlpack_device__()\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"2 settled jax cpu|cuda|rocm|oneapi|tpu-pinned"});
  EXPECT_EQ(seenIn("  for d in x.devices():\n"
                   "    if d.platform != 'cpu': raise ValueError\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"3 settled jax cpu"});
  EXPECT_EQ(seenIn("  if any(d.platform == 'tpu' for d in x.devices()):\n"
                   "    return None\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"3 settled jax cpu|cuda|rocm|oneapi|other"});
}

TEST(Flow, AliasesAreOneArray) {
  EXPECT_EQ(seenIn("  z = x\n"
                   "  if z.platform() != 'cpu': return\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"3 settled jax cpu"});
  EXPECT_EQ(seenIn("  x.__dlpack_device__()\n"
                   "  z = x\n"
                   "  x = y\n"
                   "  return torch.from_dlpack(z), torch.from_dlpack(x)\n"),
            (Lines{"4 settled jax cpu|cuda|rocm|oneapi|tpu-pinned",
                   "4 open likely"}));
  EXPECT_EQ(seenIn("  x.__dlpack_device__()\n"
                   "  x = x.T.reshape(-1)\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"3 settled jax cpu|cuda|rocm|oneapi|tpu-pinned"});
}

TEST(Flow, WhoMadeTheArray) {
  EXPECT_EQ(seenIn("  return torch.from_dlpack(np.zeros(3))\n"),
            Lines{"1 host"});
  EXPECT_EQ(seenIn("  return torch.from_dlpack(jnp.ones(3) + 1)\n"),
            Lines{"1 open jax"});
  EXPECT_EQ(seenIn("  z = torch.ones(3).cuda()\n"
                   "  return jax.dlpack.from_dlpack(z)\n"),
            Lines{"2 foreign"});
  EXPECT_EQ(seenIn("  if isinstance(y, jax.Array):\n"
                   "    return torch.from_dlpack(y)\n"
                   "  return torch.from_dlpack(y)\n"),
            (Lines{"2 open jax", "3 foreign"}));
  EXPECT_EQ(seenIn("  if not isinstance(y, (np.ndarray, torch.Tensor)):\n"
                   "    return torch.from_dlpack(y)\n"
                   "  return torch.from_dlpack(y)\n"),
            (Lines{"2 open likely", "3 foreign"}));
  EXPECT_EQ(seenIn("  return [torch.from_dlpack(x) for x in y]\n"),
            Lines{"1 open likely"});
  EXPECT_EQ(seenIn("  x = y\n  return torch.as_tensor(x)\n"),
            Lines{"2 open possible"});
}

TEST(Flow, LibrariesWithArraysOfTheirOwn) {
  EXPECT_EQ(seenIn("  import warp as wp\n"
                   "  torch.from_dlpack(wp.array([1.0]))\n"
                   "  np.from_dlpack(y.detach())\n"),
            (Lines{"2 foreign", "3 foreign"}));
  EXPECT_EQ(seenIn("  from array_api_compat import to_device\n"
                   "  torch.from_dlpack(to_device(y, 'cpu'))\n"),
            Lines{"2 settled likely cpu"});
}

TEST(Flow, TestsOfOldValues) {
  EXPECT_EQ(seenIn("  ok = y\n"
                   "  ok = ok and x.platform() == 'cpu'\n"
                   "  if ok:\n"
                   "    return torch.from_dlpack(x)\n"),
            Lines{"4 settled jax cpu"});
  EXPECT_EQ(seenIn("  ok = x.platform() in ('cpu', 'tpu')\n"
                   "  ok = ok and x.platform() != 'tpu'\n"
                   "  if not ok:\n"
                   "    return None\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"5 settled jax cpu"});
  EXPECT_EQ(seenIn("  ok = ok and ok\n"
                   "  while ok:\n"
                   "    ok = ok or ok\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"4 open jax"});
}

TEST(Flow, HasattrIsNoTest) {
  EXPECT_EQ(seenIn("  if hasattr(x, '__dlpack__'):\n"
                   "    return torch.from_dlpack(x)\n"),
            Lines{"2 open jax"});
}

TEST(Flow, Loops) {
  EXPECT_EQ(seenIn("  while y:\n"
                   "    if x.platform() != 'cpu': break\n"
                   "    torch.from_dlpack(x)\n"
                   "    x = jnp.ones(3)\n"),
            Lines{"3 settled jax cpu"});
  EXPECT_EQ(
      seenIn("  for z in y:\n"
             "    if z.platform() == 'tpu': continue\n"
             "    torch.from_dlpack(z)\n"
             "  else:\n"
             "    torch.from_dlpack(x)\n"),
      (Lines{"3 settled likely cpu|cuda|rocm|oneapi|other", "5 open jax"}));
}

TEST(Flow, Match) {
  EXPECT_EQ(seenIn("  match x.platform():\n"
                   "    case 'cpu' | 'gpu':\n"
                   "      return torch.from_dlpack(x)\n"
                   "    case 'tpu':\n"
                   "      return torch.from_dlpack(x)\n"
                   "    case _:\n"
                   "      return torch.from_dlpack(x)\n"),
            (Lines{"3 settled jax cpu|cuda|rocm|oneapi",
                   "5 settled jax tpu-pinned|tpu", "7 settled jax other"}));
}

TEST(Flow, TryAndFinally) {
  EXPECT_EQ(seenIn("  try:\n"
                   "    x.__dlpack_device__()\n"
                   "  except BufferError:\n"
                   "    x = np.asarray(x)\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"5 settled jax cpu|cuda|rocm|oneapi|tpu-pinned"});
  EXPECT_EQ(seenIn("  try:\n"
                   "    x.__dlpack_device__()\n"
                   "  except BufferError:\n"
                   "    pass\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"5 open jax"});
  EXPECT_EQ(seenIn("  try:\n"
                   "    pass\n"
                   "  finally:\n"
                   "    torch.from_dlpack(x)\n"),
            Lines{"4 open jax"});
}

TEST(Flow, TernaryAndShortCircuit) {
  EXPECT_EQ(seenIn("  return torch.from_dlpack(x) if x.platform() == 'cpu' "
                   "else None\n"),
            Lines{"1 settled jax cpu"});
  EXPECT_EQ(seenIn("  return x.platform() == 'cpu' and torch.from_dlpack(x)\n"),
            Lines{"1 settled jax cpu"});
  EXPECT_EQ(seenIn("  x = x if x.platform() == 'cpu' else np.asarray(x)\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"2 settled jax cpu"});
  EXPECT_EQ(seenIn("  if (p := x.platform()) != 'cpu': return\n"
                   "  return torch.from_dlpack(x)\n"),
            Lines{"2 settled jax cpu"});
}

TEST(Flow, AttributesAndItems) {
  EXPECT_EQ(seenIn("  if y.tensor.platform() != 'cpu': return\n"
                   "  torch.from_dlpack(y.tensor)\n"
                   "  y.tensor = jnp.ones(3)\n"
                   "  torch.from_dlpack(y.tensor)\n"
                   "  torch.from_dlpack(y[0])\n"),
            (Lines{"2 settled likely cpu", "4 open jax", "5 open likely"}));
}

} // namespace
