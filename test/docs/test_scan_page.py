"""The samples in docs/scan.md are what the program says."""

import re
import shlex
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

SESSION = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
EXAMPLES = "docs/examples"


class Step(NamedTuple):
    command: str
    output: str


def steps(session: str) -> list[Step]:
    made = []
    for part in re.split(r"^\$ ", session, flags=re.M)[1:]:
        command, _, output = part.partition("\n")
        made.append(Step(command, output))
    return made


def sessions(root: Path) -> list[list[Step]]:
    return [steps(text) for text in SESSION.findall((root / "docs/scan.md").read_text())]


@pytest.mark.parametrize("number", range(5))
def test_session(source_root: Path, build_dir: Path, tmp_path: Path, number: int) -> None:
    all_sessions = sessions(source_root)
    assert len(all_sessions) == 5
    examples = tmp_path / EXAMPLES
    examples.mkdir(parents=True)
    for each in (source_root / EXAMPLES).iterdir():
        (examples / each.name).write_bytes(each.read_bytes())
    for step in all_sessions[number]:
        program, *arguments = shlex.split(step.command)
        assert program == "dlpack-tidy"
        run = subprocess.run(
            [build_dir / "bin/dlpack-tidy", *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=120
        )
        assert run.returncode in (0, 1), run.stderr
        # A line with nothing but an ellipsis stands for any lines.
        wanted = re.sub(r"^ *…\n", "(?s:.*)", re.sub(r"([^\w\s…])", r"\\\1", step.output), flags=re.M)
        assert re.fullmatch(wanted, run.stdout), run.stdout
