//===--- SiteTest.cpp - handlers, requests, legacy names, writes ----------===//

#include "Seen.h"

#include <gtest/gtest.h>

using namespace dlpack_tidy::python;
using namespace dlpack_tidy::python::test;
using dlpack_tidy::rules::ExceptionSet;
using dlpack_tidy::rules::PyException;

namespace {

const std::string Imports = "import contextlib, jax, torch\n"
                            "import jax.numpy as jnp\nimport numpy as np\n";

Analysis analysed(const std::string &Text) {
  // The sites refer to the text's syntax only through the arena.
  return analyse(Text);
}

std::vector<dlpack_tidy::model::Handler> handlers(const std::string &Body) {
  Analysis Found = analysed(Imports + "def f(x: jax.Array):\n" + Body);
  return Found.Exports.size() == 1 ? Found.Exports[0].Site.Handlers
                                   : std::vector<dlpack_tidy::model::Handler>();
}

TEST(Site, HandlersInnermostFirst) {
  auto Found = handlers("  try:\n"
                        "    try:\n"
                        "      return torch.from_dlpack(x)\n"
                        "    except BufferError:\n"
                        "      return None\n"
                        "  except (RuntimeError, TypeError) as e:\n"
                        "    return None\n");
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].Receives, ExceptionSet({PyException::BufferError}));
  EXPECT_EQ(Found[0].Spelling, "BufferError");
  EXPECT_FALSE(Found[0].Swallows);
  EXPECT_EQ(Found[1].Receives,
            ExceptionSet({PyException::RuntimeError, PyException::TypeError}));
}

TEST(Site, OutsideTheBodyThereIsNoHandler) {
  EXPECT_TRUE(handlers("  try:\n    pass\n"
                       "  except BufferError:\n"
                       "    return torch.from_dlpack(x)\n")
                  .empty());
  EXPECT_TRUE(handlers("  try:\n    y = 1\n"
                       "  except BufferError:\n    y = 2\n"
                       "  else:\n"
                       "    return torch.from_dlpack(x)\n")
                  .empty());
}

TEST(Site, RaisingAgainIsNoHandler) {
  EXPECT_TRUE(handlers("  try:\n    return torch.from_dlpack(x)\n"
                       "  except BufferError as e:\n"
                       "    log(e)\n    raise\n")
                  .empty());
  EXPECT_EQ(handlers("  try:\n    return torch.from_dlpack(x)\n"
                     "  except BufferError as e:\n"
                     "    raise ValueError('no') from e\n")
                .size(),
            1u);
}

TEST(Site, Swallowed) {
  auto Swallows = [](const std::string &Body) {
    auto Found = handlers(Body);
    return Found.size() == 1 && Found[0].Swallows;
  };
  EXPECT_TRUE(Swallows("  try:\n    t = torch.from_dlpack(x)\n"
                       "  except Exception:\n    pass\n"
                       "  return t\n"));
  EXPECT_TRUE(Swallows("  with contextlib.suppress(BufferError):\n"
                       "    t = torch.from_dlpack(x)\n"
                       "  return t\n"));
  // The fallback comes after the handler.
  EXPECT_FALSE(Swallows("  try:\n    return torch.from_dlpack(x)\n"
                        "  except Exception:\n    pass\n"
                        "  return torch.as_tensor(np.array(x))\n"));
  EXPECT_FALSE(Swallows("  t = None\n"
                        "  try:\n    t = torch.from_dlpack(x)\n"
                        "  except:\n    pass\n"
                        "  if t is None:\n    t = 1\n"));
}

/// "kDLOpenCL", "any device type"; "nothing" where the request is nobody's
/// fault.
std::string requested(const std::string &Body) {
  Analysis Found =
      analysed(Imports +
               "from enum import IntEnum\n"
               "class Mine(IntEnum):\n  kDLCPU = 1\n  kDLThing = 9\n"
               "def f(x: jax.Array, dl_device=None):\n" +
               Body);
  if (Found.Exports.size() != 1)
    return "no export";
  const auto &Requested = Found.Exports[0].Site.Requested;
  return Requested ? Requested->str() : "nothing";
}

TEST(Site, RequestedDevices) {
  EXPECT_EQ(requested("  x.__dlpack__(dl_device=(4, 0))\n"), "kDLOpenCL");
  EXPECT_EQ(requested("  x.__dlpack__(dl_device=(jax.dlpack.DLDeviceType."
                      "kDLOpenCL, 0))\n"),
            "kDLOpenCL");
  EXPECT_EQ(requested("  x.__dlpack__(dl_device=(Mine.kDLThing.value, 0))\n"),
            "kDLVPI");
  EXPECT_EQ(requested("  d = (2, 0)\n"
                      "  if x: d = (8, 0)\n"
                      "  x.__dlpack__(dl_device=d)\n"),
            "kDLCUDA, kDLMetal");
  EXPECT_EQ(requested("  d = (7, 0) if x else None\n"
                      "  x.__dlpack__(dl_device=d)\n"),
            "kDLVulkan");
  EXPECT_EQ(requested("  x.__dlpack__(dl_device=dl_device)\n"),
            "any device type");
  EXPECT_EQ(requested("  kind = load()\n"
                      "  x.__dlpack__(dl_device=(kind, 0))\n"),
            "any device type");
}

TEST(Site, RequestsThatWereLookedAt) {
  EXPECT_EQ(requested("  from jax._src.dlpack import _DL_DEVICE_TO_PLATFORM\n"
                      "  if dl_device and dl_device[0] not in "
                      "_DL_DEVICE_TO_PLATFORM:\n"
                      "    dl_device = None\n"
                      "  x.__dlpack__(dl_device=dl_device)\n"),
            "nothing");
  EXPECT_EQ(requested("  if dl_device[0] not in (1, 2): raise BufferError\n"
                      "  x.__dlpack__(dl_device=dl_device)\n"),
            "kDLCPU, kDLCUDA");
  EXPECT_EQ(requested("  kind = load()\n"
                      "  if kind != 4: return\n"
                      "  x.__dlpack__(dl_device=(kind, 0))\n"),
            "kDLOpenCL");
  EXPECT_EQ(requested("  if dl_device is not None:\n"
                      "    x.__dlpack__(dl_device=dl_device)\n"),
            "any device type");
  EXPECT_EQ(requested("  x.__dlpack__(dl_device=None)\n"), "nothing");
  EXPECT_EQ(requested("  x.__dlpack__(dl_device=x.__dlpack_device__())\n"),
            "nothing");
}

std::vector<std::string> legacy(const std::string &Body) {
  Analysis Found =
      analysed(Imports + "def f(x: jax.Array, t: torch.Tensor):\n" + Body);
  std::vector<std::string> Names;
  for (const LegacyUse &Each : Found.LegacyUses)
    Names.push_back(
        std::string(Each.Entry->Name) +
        (Each.Array ? " " + dlpack_tidy::model::spelled(Each.Array) : ""));
  return Names;
}

TEST(Site, LegacyNames) {
  EXPECT_EQ(legacy("  return jax.dlpack.to_dlpack(x)\n"),
            Lines{"jax.dlpack.to_dlpack x"});
  EXPECT_EQ(legacy("  from jax.dlpack import to_dlpack as td\n"
                   "  return torch.from_dlpack(td(x))\n"),
            Lines{"jax.dlpack.to_dlpack x"});
  EXPECT_EQ(legacy("  return jax.tree.map(jax.dlpack.to_dlpack, [x])\n"),
            Lines{"jax.dlpack.to_dlpack"});
  EXPECT_EQ(legacy("  c = torch.utils.dlpack.to_dlpack(t)\n"
                   "  return jax.dlpack.from_dlpack(c), "
                   "jax.dlpack.from_dlpack(t.__dlpack__())\n"),
            (Lines{"jax.dlpack.from_dlpack", "jax.dlpack.from_dlpack t"}));
  EXPECT_EQ(legacy("  return x.device(), t.device()\n"), Lines{".device x"});
}

TEST(Site, CodeForOldAndNewReleases) {
  EXPECT_EQ(legacy("  if hasattr(jax.dlpack, 'to_dlpack'):\n"
                   "    return jax.dlpack.to_dlpack(x)\n"),
            Lines{});
  EXPECT_EQ(legacy("  if jax.__version__ < '0.7':\n"
                   "    return jax.dlpack.to_dlpack(x)\n"),
            Lines{});
  EXPECT_EQ(legacy("  try:\n    return jax.dlpack.to_dlpack(x)\n"
                   "  except AttributeError:\n    return x.__dlpack__()\n"),
            Lines{});
}

std::vector<std::string> writes(const std::string &Body) {
  Analysis Found = analysed(Imports + "def f(x: jax.Array, y):\n" + Body);
  std::vector<std::string> Names;
  for (const SharedWrite &Each : Found.SharedWrites)
    Names.push_back(Each.Tensor + " " + Each.Array);
  return Names;
}

TEST(Site, WritesIntoJaxArrays) {
  EXPECT_EQ(writes("  t = torch.from_dlpack(x)\n"
                   "  t[0] = 1\n  t.add_(1)\n  t += 1\n  t[1:] *= 2\n"
                   "  torch.add(t, 1, out=t)\n  t.T[0] = 1\n"),
            (Lines{"t x", "t x", "t x", "t x", "t x", "t.T x"}));
  EXPECT_EQ(writes("  t = torch.as_tensor(np.asarray(x)).view(-1)\n"
                   "  t.zero_()\n"),
            Lines{"t x"});
}

TEST(Site, WritesIntoCopies) {
  EXPECT_EQ(writes("  t = torch.from_dlpack(x).clone()\n  t[0] = 1\n"
                   "  t = torch.as_tensor(np.array(x))\n  t[0] = 1\n"
                   "  t = torch.tensor(x)\n  t[0] = 1\n"
                   "  t = torch.from_dlpack(y)\n  t[0] = 1\n"
                   "  t = torch.from_dlpack(x)\n  t = t + 1\n  t[0] = 1\n"
                   "  t = torch.from_dlpack(x)\n  t.requires_grad_()\n"),
            Lines{});
}

TEST(Site, FailuresThatATestExpects) {
  EXPECT_EQ(seen(Imports + "import pytest\n"
                           "def test_f(x: jax.Array):\n"
                           "  with pytest.raises(BufferError):\n"
                           "    torch.from_dlpack(x)\n"
                           "  torch.from_dlpack(x)\n"),
            Lines{"8 open jax"});
}

TEST(Site, Functions) {
  Analysis Found = analysed(Imports + "class C:\n"
                                      "  def f(self, x: jax.Array):\n"
                                      "    def g():\n"
                                      "      torch.from_dlpack(x)\n"
                                      "    return g\n"
                                      "torch.from_dlpack(jnp.ones(3))\n");
  ASSERT_EQ(Found.Exports.size(), 2u);
  EXPECT_EQ(Found.Exports[0].Function, "C.f.g");
  EXPECT_EQ(Found.Exports[1].Function, "");
}

TEST(Site, WhatAShortTextKnows) {
  Options InCpp;
  InCpp.Embedded = true;
  EXPECT_EQ(seen("t = torch.from_dlpack(x)", InCpp), Lines{"1 open likely"});
  EXPECT_EQ(seen("import torch\nt = torch.from_dlpack(x)", InCpp),
            Lines{"2 open likely"});
  EXPECT_EQ(seen("import torch\ndef f(x):\n  return torch.from_dlpack(x)"),
            Lines{"3 open possible"});
}

} // namespace
