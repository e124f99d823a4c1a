"""Each rule has a static and a run-time side, or docs/guard.md says why not."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEADERS = ROOT / "lib/guard/include/dlpack_guard"
ROW = re.compile(r"^\| \[`(dlpack-[\w-]+)`\]\(checks/\1\.md\) \| ([\w ]+) \| (.+) \|$", re.M)
IDS = dict(re.findall(r"char (\w+)\[\] =\s*\"(dlpack-[\w-]+)\";", (ROOT / "lib/rules/RuleIds.h").read_text()))
SIDES = {rule: (side, how) for rule, side, how in ROW.findall((ROOT / "docs/guard.md").read_text())}
pytestmark = pytest.mark.any_llvm


def names_at_run_time() -> dict[str, str]:
    """The guard's name of each rule; it may differ from that in RuleIds.h."""
    text = (HEADERS / "rules.h").read_text()
    return {rule: name for name, rule in re.findall(r"constexpr Rule (\w+)\{\"(dlpack-[\w-]+)\"", text)}


def uses(name: str) -> int:
    """How often a refusal names the rule, in code and in known messages."""
    code = sum(
        len(re.findall(rf"\brule::{name}\b", path.read_text()))
        for path in HEADERS.rglob("*.h")
        if path.name != "rules.h"
    )
    known = len(re.findall(rf"^     &rule::{name},$", (HEADERS / "rules.h").read_text(), re.M))
    return code + known


def test_the_table_has_every_rule_once() -> None:
    assert len(IDS) >= 22
    assert sorted(SIDES) == sorted(IDS.values()) == sorted(names_at_run_time())


@pytest.mark.parametrize("rule", sorted(IDS.values()))
def test_static_side(rule: str) -> None:
    assert f'"{rule}"' in (ROOT / "checks/Checks.def").read_text()
    assert (ROOT / f"docs/checks/{rule}.md").exists()


@pytest.mark.parametrize("rule", sorted(IDS.values()))
def test_run_time_side(rule: str) -> None:
    side, how = SIDES[rule]
    used = uses(names_at_run_time()[rule])
    assert side in ("refused", "by construction", "none")
    assert (used > 0) == (side == "refused"), f"{rule} is named by {used} refusals"
    if side == "by construction":
        file, _, test = how.strip("`").partition("::")
        assert f"def {test}(" in (ROOT / "test/guard" / file).read_text()
