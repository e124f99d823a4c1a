#!/usr/bin/env python3
"""Runs lit, ctest and pytest in each given build folder and adds up what they say.

The last line is "N passed, N failed, N skipped", over all suites of all folders.
Exit status 0 only if something passed and nothing failed.
"""

import argparse
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

SOURCE_ROOT = Path(__file__).resolve().parent.parent
PYTEST_NOTHING_COLLECTED = 5


def cache_entry(build: Path, name: str) -> str:
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        if line.startswith(name + ":"):
            return line.partition("=")[2]
    raise SystemExit(f"error: {build} is not configured with tests ({name} is unknown)")


def suites(build: Path, first: bool) -> dict[str, list[str]]:
    """Each suite's command; every one writes <suite>.xml in JUnit's form.

    The Python tests that any LLVM answers alike run in the first build only.
    """
    python = cache_entry(build, "DLPACK_TIDY_PYTHON")
    lit = cache_entry(build, "DLPACK_TIDY_LIT")
    results = build / "results"
    pytest = [python, "-m", "pytest", "-q", "-rs", str(SOURCE_ROOT / "test")]
    pytest += [] if first else ["-m", "not any_llvm"]
    return {
        "ctest": ["ctest", "--test-dir", str(build), "--output-on-failure", "--no-tests=ignore"]
        + ["--output-junit", str(results / "ctest.xml")],
        "lit": [python, lit, "-sv", "--no-progress-bar", str(build / "test")]
        + ["--xunit-xml-output", str(results / "lit.xml")],
        "pytest": pytest + [f"--build-dir={build}", f"--junitxml={results / 'pytest.xml'}"],
    }


def count(report: Path) -> Counter[str]:
    outcome: Counter[str] = Counter()
    for case in ElementTree.parse(report).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            outcome["failed"] += 1
        elif case.find("skipped") is not None or case.get("status") == "notrun":
            outcome["skipped"] += 1
        else:
            outcome["passed"] += 1
    return outcome


def run(suite: str, command: list[str], build: Path) -> Counter[str]:
    print(f"-- {suite} in {build.name}", flush=True)
    report = build / "results" / f"{suite}.xml"
    report.parent.mkdir(exist_ok=True)
    report.unlink(missing_ok=True)
    status = subprocess.run(command, stdin=subprocess.DEVNULL).returncode
    if suite == "pytest" and status == PYTEST_NOTHING_COLLECTED:
        return Counter()
    outcome = count(report) if report.exists() else Counter()
    # A runner that fell over says so by its status, or by leaving no report.
    if (status or not report.exists()) and not outcome["failed"]:
        print(f"error: {suite} in {build.name} ended with status {status}")
        outcome["failed"] += 1
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("builds", nargs="+", type=Path, metavar="BUILD")
    parser.add_argument("--suite", action="append", choices=("ctest", "lit", "pytest"))
    options = parser.parse_args()
    total: Counter[str] = Counter()
    for build in map(Path.resolve, options.builds):
        first = build == options.builds[0].resolve()
        for suite, command in suites(build, first).items():
            if not options.suite or suite in options.suite:
                total += run(suite, command, build)
    print(f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped")
    return 0 if total["passed"] and not total["failed"] else 1


if __name__ == "__main__":
    sys.exit(main())
