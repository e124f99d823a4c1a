"""The closing line counts what each runner reports, and notices one that fell over."""

import sys
from pathlib import Path

import pytest

from run_suites import run

pytestmark = pytest.mark.any_llvm

REPORT = """<testsuites><testsuite>
  <testcase name="good"/>
  <testcase name="bad"><failure message="no"/></testcase>
  <testcase name="broken"><error message="no"/></testcase>
  <testcase name="skipped by lit and pytest"><skipped/></testcase>
  <testcase name="skipped by ctest" status="notrun"/>
</testsuite></testsuites>"""


def report(build: Path, text: str | None, status: int, suite: str = "lit") -> dict[str, int]:
    write = f"open({str(build / 'results/lit.xml')!r}, 'w').write({text!r})" if text else "pass"
    return dict(run(suite, [sys.executable, "-c", f"{write}; exit({status})"], build))


def test_counts_each_outcome(tmp_path: Path) -> None:
    assert report(tmp_path, REPORT, 1) == {"passed": 1, "failed": 2, "skipped": 2}


def test_a_runner_without_a_report_failed(tmp_path: Path) -> None:
    assert report(tmp_path, None, 2) == {"failed": 1}


def test_a_status_no_test_explains_is_a_failure(tmp_path: Path) -> None:
    passed = '<testsuite><testcase name="good"/></testsuite>'
    assert report(tmp_path, passed, 1) == {"passed": 1, "failed": 1}


def test_an_old_report_does_not_count(tmp_path: Path) -> None:
    report(tmp_path, REPORT, 1)
    assert report(tmp_path, None, 0) == {"failed": 1}


def test_pytest_may_have_nothing_to_run(tmp_path: Path) -> None:
    assert report(tmp_path, None, 5, "pytest") == {}
