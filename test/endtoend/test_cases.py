"""The cases with known answers that lie beside the checkout, where they do."""

import subprocess
import sys
from pathlib import Path

import pytest

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"

pytestmark = pytest.mark.any_llvm


@pytest.mark.parametrize("kind", ["seed", "pairs", "writable", "python"])
def test_score(kind: str, build_dir: Path) -> None:
    if not (CASES / kind).is_dir():
        pytest.skip("no ../shared/cases beside this checkout")
    command = [sys.executable, str(CASES / "score"), str(build_dir / "bin/dlpack-tidy")]
    run = subprocess.run([*command, str(CASES / kind)], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
