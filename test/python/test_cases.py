"""Small functions with known answers: each says on its own lines what is expected."""

import re
from pathlib import Path

import pytest

from python.scanning import findings

pytestmark = pytest.mark.any_llvm
CASES = sorted(Path(__file__).with_name("cases").glob("*.py*"))


@pytest.mark.parametrize("path", CASES, ids=[path.stem for path in CASES])
def test_findings(path: Path, build_dir: Path) -> None:
    lines = path.read_text().splitlines()
    wanted = {
        (number, check)
        for number, line in enumerate(lines, 1)
        for check in line.partition("# want: ")[2].split()
    }
    assert wanted
    assert {(each.line, each.check) for each in findings(build_dir, path)} == wanted


def test_as_many_functions_are_silent_as_flagged() -> None:
    flagged = silent = 0
    for path in CASES:
        for function in re.split(r"\n(?=\S*def |@|class )", path.read_text()):
            flagged += "# want: " in function
            silent += "# want: " not in function and "def " in function
    assert silent >= flagged > 50
