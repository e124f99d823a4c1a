"""dlpack_guard and real libraries hand arrays to each other, in every layout.

conformance/matrix.py says what is tried and writes the page that is compared.
"""

import re
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "conformance"))

import matrix  # noqa: E402
from cells import DTYPES, LAYOUTS, requests  # noqa: E402

pytestmark = pytest.mark.any_llvm
OUTCOME = re.compile(r"right|missing|refused: dlpack-[a-z-]+|consumer: \w+")


def written() -> dict[str, str]:
    parts = re.split(r"^## ", matrix.PAGE.read_text(), flags=re.M)[1:]
    return {title: body.strip() for title, body in (part.split("\n", 1) for part in parts)}


@pytest.mark.parametrize("environment", matrix.ENVIRONMENTS, ids=lambda each: each.name)
def test_every_cell(environment: matrix.Environment, build_dir: Path) -> None:
    if reason := environment.missing():
        pytest.skip(reason)
    result = matrix.run(environment, build_dir)
    assert result.wrong() == []
    assert result.cells
    combinations = len(list(requests()))
    for pair, cells in result.cells.items():
        assert len(cells) == len(DTYPES) * len(LAYOUTS), pair
        for cell, outcomes in cells.items():
            assert len(outcomes) == (1 if outcomes["own"] == "missing" else combinations), (pair, cell)
            assert all(map(OUTCOME.fullmatch, outcomes.values())), (pair, cell)
    if sys.version_info < (3, 12):
        return  # This Python gets older releases than the page is about.
    page = written()
    for title, body in matrix.sections(environment, result).items():
        assert page.get(title) == body.strip(), f"{title}: write the page again with matrix.py"


def test_a_crash_is_a_failed_cell(build_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = next(each for each in matrix.ENVIRONMENTS if each.library == "guard")
    real = matrix.subprocess.run

    def killed(command: list[object], **options: object) -> object:
        if "batch.py" in str(command[1]):
            script = "import json, os; print(json.dumps({'at': 'int32 0-d own'}), flush=True); os.abort()"
            command = [command[0], "-c", script]
        return real(command, **options)

    monkeypatch.setattr(matrix.subprocess, "run", killed)
    (wrong,) = matrix.run(environment, build_dir).wrong()
    assert "status -6 at int32 0-d own" in wrong


def test_the_right_elements() -> None:
    """The matrix's own idea of what is right, against indexing by hand."""
    layouts = {layout.name: layout for layout in LAYOUTS}
    byte = next(dtype for dtype in DTYPES if dtype.bits == 8)
    rows = [byte.base[start : start + 8] for start in range(0, 48, 8)]
    assert layouts["sliced"].elements(byte) == b"".join(row[::3] for row in rows[1::2])
    assert layouts["negative"].elements(byte) == b"".join(row[::-2] for row in rows[::-1])
    assert layouts["broadcast"].elements(byte) == rows[0] * 5
    assert layouts["0-d"].elements(byte) == rows[2][3:4]
    assert layouts["zero-size"].elements(byte) == b""
