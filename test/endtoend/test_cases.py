"""The cases with known answers that lie beside the checkout, where they do."""

import subprocess
import sys
from pathlib import Path

import pytest

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"

# Faults that no check finds yet; one that is found has to leave this list.
NOT_FOUND = {"pairs": {f"bug-{number}-bad.cpp" for number in ("07",)}}

pytestmark = pytest.mark.any_llvm


@pytest.mark.parametrize("kind", ["seed", "pairs", "writable", "python"])
def test_score(kind: str, build_dir: Path) -> None:
    if not (CASES / kind).is_dir():
        pytest.skip("no ../shared/cases beside this checkout")
    command = [sys.executable, str(CASES / "score"), str(build_dir / "bin/dlpack-tidy")]
    run = subprocess.run([*command, str(CASES / kind)], capture_output=True, text=True)
    wrong = {line.split()[0].rstrip(":") for line in run.stdout.splitlines()[:-1]}
    assert wrong == NOT_FOUND.get(kind, set()), run.stdout + run.stderr
