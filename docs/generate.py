#!/usr/bin/env python3
"""Writes the table of checks in README.md from checks/Checks.def.

With --check nothing is written; the status is 1 if the table is not current.
"""

import argparse
import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BEGIN = "<!-- checks: written by docs/generate.py -->\n"
END = "<!-- end of checks -->\n"
STRING = r'"((?:[^"\\]|\\.)*)"'
ENTRY = re.compile(rf"^DLPACK_CHECK\((\w+),\s*{STRING},\s*(\d),\s*(\w+),\s*((?:{STRING}\s*)+)\)", re.M)


class Check(NamedTuple):
    name: str
    level: int
    fix: str
    summary: str


def read_checks(definitions: str) -> list[Check]:
    """The entries of Checks.def, in its order."""
    return [
        Check(match[2], int(match[3]), match[4], literal(match[5]))
        for match in ENTRY.finditer(definitions)
    ]


def literal(text: str) -> str:
    """The value of adjacent C++ string literals."""
    return re.sub(r"\\(.)", r"\1", "".join(re.findall(STRING, text)))


def all_checks() -> list[Check]:
    return read_checks((ROOT / "checks/Checks.def").read_text())


def table(checks: list[Check]) -> str:
    rows = ["| check | level | fix | what it finds |", "| --- | --- | --- | --- |"]
    for check in checks:
        link = f"[`{check.name}`](docs/checks/{check.name}.md)"
        rows.append(f"| {link} | {check.level} | {check.fix.lower()} | {check.summary} |")
    return "\n".join(rows) + "\n"


def with_table(text: str, checks: list[Check]) -> str:
    before, rest = text.split(BEGIN)
    return before + BEGIN + table(checks) + END + rest.split(END)[1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    readme = ROOT / "README.md"
    current = readme.read_text()
    wanted = with_table(current, all_checks())
    if current == wanted:
        return 0
    if options.check:
        print("error: README.md's table of checks is not current: run docs/generate.py")
        return 1
    readme.write_text(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
