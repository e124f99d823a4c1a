"""The rooms of the house include only what lies below them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAY_INCLUDE = {
    "compat": set(),
    "rules": set(),
    "model": {"rules", "compat"},
    "flow": {"model", "rules", "compat"},
    "fixes": {"flow", "model", "rules", "compat"},
    "python": {"fixes", "flow", "model", "rules"},
    "checks": {"python", "fixes", "flow", "model", "rules", "compat"},
    "driver": {"checks", "python", "fixes", "flow", "model", "rules", "compat"},
}
INCLUDE = re.compile(r'^#include [<"]([\w+.-]+)/', re.M)
FLOORS = list(MAY_INCLUDE)
pytestmark = pytest.mark.any_llvm


def sources(room: str) -> list[Path]:
    folder = ROOT / ("checks" if room == "checks" else f"lib/{room}")
    return [path for path in folder.rglob("*") if path.suffix in (".h", ".cpp", ".def")]


def included_rooms(path: Path) -> set[str]:
    return set(INCLUDE.findall(path.read_text()))


@pytest.mark.parametrize("room", FLOORS)
def test_includes_go_down(room: str) -> None:
    allowed = MAY_INCLUDE[room] | {room}
    upward = {
        f"{path.relative_to(ROOT)} includes {other}/"
        for path in sources(room)
        for other in included_rooms(path) & set(FLOORS) - allowed
    }
    assert not upward


def test_rules_know_no_clang() -> None:
    strangers = {path.name for path in sources("rules") if included_rooms(path) & {"clang", "llvm"}}
    assert not strangers


def test_llvm_versions_are_told_apart_in_compat_only() -> None:
    scattered = {
        str(path.relative_to(ROOT))
        for room in FLOORS
        if room != "compat"
        for path in sources(room)
        if re.search(r"^\s*#\s*(?:el)?if.*(?:LLVM|CLANG)_VERSION", path.read_text(), re.M)
    }
    assert not scattered
