//===--- RulesTest.cpp - what the rules say of Python text ----------------===//

#include "Seen.h"

#include "checks/PythonRules.h"
#include "python/SourceText.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace dlpack_tidy;
using namespace dlpack_tidy::python;
using namespace dlpack_tidy::python::test;

namespace {

const std::string Imports = "import contextlib, functools, jax, torch\n"
                            "import jax.numpy as jnp\nimport numpy as np\n";

std::vector<checks::PythonFinding> judged(const std::string &Text) {
  Analysis Found = analyse(Text);
  PythonSourceText Source(Text, Found);
  return checks::judge(Found, {}, Source);
}

/// "2 dlpack-foo": line in the body of `def f(x: jax.Array, y)` and check, with
/// the level where it is not 0.
Lines findings(const std::string &Body) {
  std::string Text = Imports + "def f(x: jax.Array, y):\n" + Body;
  Lines Found;
  for (const checks::PythonFinding &Each : judged(Text)) {
    if (Each.Found.Level > 1)
      continue;
    auto Line =
        std::count(Text.begin(), Text.begin() + Each.Found.At.Begin, '\n') - 3;
    Found.push_back(std::to_string(Line) + " " + Each.Check +
                    (Each.Found.Level ? " level 1" : ""));
  }
  return Found;
}

/// The text after the first fix of the first finding.
std::string fixedText(const std::string &Text, size_t Which = 0) {
  std::vector<checks::PythonFinding> Found = judged(Text);
  if (Found.empty() || Found.front().Found.Fixes.size() <= Which)
    return "no fix";
  std::vector<fixes::Edit> Edits = Found.front().Found.Fixes[Which].Edits;
  std::sort(Edits.begin(), Edits.end(),
            [](const fixes::Edit &L, const fixes::Edit &R) {
              return L.Range.Begin > R.Range.Begin;
            });
  std::string Result = Text;
  for (const fixes::Edit &Each : Edits)
    Result.replace(Each.Range.Begin, Each.Range.End - Each.Range.Begin,
                   Each.Text);
  return Result;
}

TEST(Rules, HandlersThatMiss) {
  EXPECT_EQ(findings("  try:\n    return x.__dlpack__()\n"
                     "  except BufferError:\n    return None\n"),
            Lines{"2 dlpack-unhandled-export-error"});
  EXPECT_EQ(findings("  try:\n    return torch.from_dlpack(x)\n"
                     "  except BufferError:\n    return None\n"),
            Lines{});
  EXPECT_EQ(findings("  try:\n    return x.__dlpack__()\n"
                     "  except (BufferError, RuntimeError):\n"
                     "    return None\n"),
            Lines{});
  for (const char *All :
       {"except:", "except Exception:", "except BaseException as e:"})
    EXPECT_EQ(findings("  try:\n    return x.__dlpack__()\n  " +
                       std::string(All) + "\n    return None\n"),
              Lines{})
        << All;
  EXPECT_EQ(findings("  try:\n    t = torch.from_dlpack(x)\n"
                     "  except Exception:\n    pass\n  return t\n"),
            Lines{"2 dlpack-unhandled-export-error"});
  EXPECT_EQ(findings("  try:\n    return torch.from_dlpack(x)\n"
                     "  except ImportError:\n    return None\n"),
            Lines{"2 dlpack-unsupported-backend"});
}

TEST(Rules, CopyFalseHasTwoErrors) {
  const std::string Guard = "  if x.platform() != 'cpu': raise ValueError\n";
  EXPECT_EQ(findings(Guard + "  try:\n"
                             "    return x.__dlpack__(copy=False)\n"
                             "  except BufferError:\n    return None\n"),
            Lines{"3 dlpack-unhandled-export-error"});
  EXPECT_EQ(findings(Guard + "  try:\n"
                             "    return x.__dlpack__(copy=False)\n"
                             "  except (BufferError, ValueError):\n"
                             "    return None\n"),
            Lines{});
}

TEST(Rules, Tracers) {
  auto Found = judged(Imports + "@jax.jit\ndef f(x):\n"
                                "  return torch.from_dlpack(x)\n");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Check, "dlpack-unsupported-backend");
  EXPECT_NE(Found[0].Found.Message.find("tracer"), std::string::npos);
  EXPECT_TRUE(judged(Imports + "@jax.jit\ndef f(x):\n  try:\n"
                               "    return torch.from_dlpack(x)\n"
                               "  except Exception:\n    return None\n")
                  .empty());
}

TEST(Rules, LegacyNames) {
  EXPECT_EQ(findings("  return jax.dlpack.to_dlpack(x)\n"),
            Lines{"1 dlpack-legacy-api"});
  EXPECT_EQ(findings("  return jax.dlpack.from_dlpack("
                     "torch.utils.dlpack.to_dlpack(y))\n"),
            Lines{"1 dlpack-legacy-api"});
  EXPECT_EQ(findings("  return x.device().platform, y.device()\n"),
            Lines{"1 dlpack-legacy-api"});
  const std::string Head = Imports + "def f(x: jax.Array, t):\n  return ";
  EXPECT_EQ(fixedText(Head + "jax.dlpack.to_dlpack(x)\n"),
            Head + "x.__dlpack__()\n");
  EXPECT_EQ(fixedText(Head + "jax.dlpack.to_dlpack(x + 1)\n"),
            Head + "(x + 1).__dlpack__()\n");
  EXPECT_EQ(
      fixedText(Head +
                "jax.dlpack.from_dlpack(torch.utils.dlpack.to_dlpack(t))\n"),
      Head + "jax.dlpack.from_dlpack(t)\n");
  EXPECT_EQ(fixedText(Head + "x.device()\n"),
            Head + "next(iter(x.devices()))\n");
}

TEST(Rules, WritesIntoJaxArrays) {
  EXPECT_EQ(findings("  if x.platform() != 'cpu': raise ValueError\n"
                     "  t = torch.from_dlpack(x)\n  t[0] = 1\n"),
            Lines{"3 dlpack-read-only level 1"});
  const std::string Head = Imports + "def f(x: jax.Array):\n"
                                     "  x.__dlpack_device__()\n";
  EXPECT_EQ(fixedText(Head + "  t = torch.from_dlpack(x)\n  t[0] = 1\n"),
            Head + "  t = torch.from_dlpack(x).clone()\n  t[0] = 1\n");
}

TEST(Rules, ArgumentsOfTheCall) {
  const std::string Guard = "  if x.platform() != 'cpu': raise ValueError\n";
  EXPECT_EQ(findings(Guard + "  return x.__dlpack__(1)\n"),
            Lines{"2 dlpack-call-arguments level 1"});
  EXPECT_EQ(findings(Guard + "  return x.__dlpack__()\n"), Lines{});
}

TEST(Rules, HowSureItIs) {
  auto Level = [](const std::string &Text) {
    int Surest = 3;
    for (const checks::PythonFinding &Each : judged(Text))
      Surest = std::min(Surest, Each.Found.Level);
    return Surest;
  };
  EXPECT_EQ(Level(Imports + "torch.from_dlpack(jnp.ones(3))\n"), 0);
  EXPECT_EQ(Level(Imports + "def f(x):\n  return torch.from_dlpack(x)\n"), 1);
  EXPECT_EQ(Level("import torch\ndef f(x):\n  return torch.from_dlpack(x)\n"),
            2);
  EXPECT_EQ(Level(Imports + "def f(x):\n  return torch.as_tensor(x)\n"), 2);
  EXPECT_EQ(Level(Imports + "torch.as_tensor(jnp.ones(3))\n"), 0);
  EXPECT_EQ(Level(Imports + "def f(x):\n  return jnp.from_dlpack(x)\n"), 2);
  EXPECT_EQ(Level(Imports + "class A:\n  def __dlpack__(self, stream=None):\n"
                            "    return self.x.__dlpack__(stream=stream)\n"),
            2);
}

TEST(Rules, EditsOfWholeTexts) {
  const std::string Head = "\"\"\"Converts.\"\"\"\nimport jax\nimport torch\n";
  const std::string Body = "\n\ndef f(x: jax.Array):\n";
  EXPECT_EQ(fixedText(Head + Body + "    return torch.from_dlpack(x)\n"),
            Head + "import numpy\n" + Body +
                "    return torch.from_dlpack(numpy.array(x))\n");
  EXPECT_EQ(fixedText(Head + Body + "    return torch.from_dlpack(x)\n", 1),
            Head + Body +
                "    x.__dlpack_device__()\n"
                "    return torch.from_dlpack(x)\n");
  // There is no line to put a statement on.
  EXPECT_EQ(
      fixedText(Head + Body + "    if 1: return torch.from_dlpack(x)\n", 1),
      "no fix");
  EXPECT_EQ(fixedText(Head + "g = lambda x: torch.from_dlpack(x)\n", 1),
            "no fix");
}

} // namespace
