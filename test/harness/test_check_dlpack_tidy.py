"""check_dlpack_tidy.py fails where it has to; clang-tidy's own checks stand in."""

import subprocess
from pathlib import Path
from typing import Callable

import pytest

from run_suites import cache_entry

Harness = Callable[..., subprocess.CompletedProcess[str]]

NULL = "int *p = 0;"
WARNED = "// CHECK-MESSAGES: :[[@LINE-1]]:10: warning: use nullptr\n"
FIXED = "// CHECK-FIXES: int *p = nullptr;\n"


@pytest.fixture
def harness(source_root: Path, build_dir: Path, tmp_path: Path) -> Harness:
    def run(text: str, *options: str, check: str = "modernize-use-nullptr"):
        source = tmp_path / "case.cpp"
        source.write_text(text)
        command = [
            cache_entry(build_dir, "DLPACK_TIDY_PYTHON"),
            str(source_root / "test/check_dlpack_tidy.py"),
            "--clang-tidy=" + cache_entry(build_dir, "DLPACK_TIDY_CLANG_TIDY"),
            "--file-check=" + cache_entry(build_dir, "DLPACK_TIDY_FILECHECK"),
            f"--plugin={build_dir / 'lib/dlpack-tidy-plugin.so'}",
            *(str(source), check, str(tmp_path / "out"), *options),
        ]
        return subprocess.run(command, stdout=-1, stderr=subprocess.STDOUT, text=True)

    return run


def test_accepts_what_the_comments_say(harness: Harness) -> None:
    run = harness(f"{NULL}\n{WARNED}{FIXED}")
    assert run.returncode == 0, run.stdout


def test_accepts_silence(harness: Harness) -> None:
    run = harness("int *p = nullptr;\n")
    assert run.returncode == 0, run.stdout


REFUSED = {
    "a warning in a file without comments": (NULL, "no comment expects"),
    "a second warning": (f"{NULL}\n{WARNED}{FIXED}int *q = 0;\n", "do not hold"),
    "a missing warning": ("int *p = nullptr;\n" + WARNED, "do not hold"),
    "a compiler error": ("int *p = q;\n", "no comment expects"),
    "a compiler error beside a warning": (f"{NULL}\n{WARNED}{FIXED}int r = s;\n", "do not hold"),
    "a fix no comment expects": (f"{NULL}\n{WARNED}", "no CHECK-FIXES"),
    "another fix": (f"{NULL}\n{WARNED}// CHECK-FIXES: int *p = NULL;\n", "do not hold"),
    "a comment with a typo": ("// CHECK-MESAGES: warning: x\n", "no RUN line reads"),
    "a suffix nobody asks for": ("// CHECK-MESSAGES-A: warning: x\n", "no RUN line reads"),
}


@pytest.mark.parametrize(("text", "reason"), REFUSED.values(), ids=REFUSED.keys())
def test_refuses(harness: Harness, text: str, reason: str) -> None:
    run = harness(text)
    assert run.returncode == 1 and reason in run.stdout, run.stdout


def test_refuses_an_unknown_check(harness: Harness) -> None:
    run = harness("int *p = nullptr;\n", check="dlpack-no-such-check")
    assert run.returncode == 1 and "ended with status" in run.stdout, run.stdout


def test_refuses_a_fix_that_does_not_compile(harness: Harness) -> None:
    # C++98 has no nullptr, but a macro hides that from the check.
    text = f"#define nullptr missing\n{NULL}\n{WARNED}{FIXED}"
    run = harness(text)
    assert run.returncode == 1 and "does not compile" in run.stdout, run.stdout


def test_refuses_a_note_once_notes_are_expected(harness: Harness) -> None:
    text = """int f(int *p) { if (p) return 0; return *p; }
// CHECK-NOTES: :[[@LINE-1]]:41: warning: Dereference of null pointer
"""
    run = harness(text, check="clang-analyzer-core.NullDereference")
    assert run.returncode == 1 and "do not hold" in run.stdout, run.stdout
    run = harness(text.replace("NOTES", "MESSAGES"), check="clang-analyzer-core.NullDereference")
    assert run.returncode == 0, run.stdout


def test_suffixes_choose_the_comments(harness: Harness) -> None:
    text = f"// -check-suffixes=A\n{NULL}\n{WARNED}{FIXED}".replace("CHECK-MESSAGES", "CHECK-MESSAGES-A")
    assert harness(text).returncode == 1
    run = harness(text.replace("CHECK-FIXES", "CHECK-FIXES-A"), "-check-suffixes=A")
    assert run.returncode == 0, run.stdout
