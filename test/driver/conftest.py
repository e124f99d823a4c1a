"""Runs dlpack-tidy in a folder of its own and reads what it says."""

import json
import re
import subprocess
from pathlib import Path

import pytest

# One finding with a safe fix, in a file that parses in a tenth of a second.
FAULT = 'bool misspelt(PyObject *o) { return PyCapsule_IsValid(o, "dltensor_version"); }\n'
FIXED = FAULT.replace("dltensor_version", "dltensor_versioned")
CLEAN = "#include <Python.h>\nbool right(PyObject *o) { return PyCapsule_IsValid(o, \"dltensor\"); }\n"
FAULTY = "#include <Python.h>\n" + FAULT
CHECK = "dlpack-capsule-name"


class Tool:
    def __init__(self, executable: Path, folder: Path) -> None:
        self.executable = executable
        self.folder = folder

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run(self, *arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.executable), *map(str, arguments)],
            cwd=folder or self.folder,
            capture_output=True,
            text=True,
            timeout=120,
        )

    def scan(self, *arguments: str, status: int, folder: Path | None = None) -> dict:
        run = self.run("scan", "--format=json", *arguments, folder=folder)
        assert run.returncode == status, run.stderr
        return json.loads(run.stdout)


@pytest.fixture
def tool(build_dir: Path, tmp_path: Path) -> Tool:
    return Tool(build_dir / "bin/dlpack-tidy", tmp_path)


@pytest.fixture
def declares_qualified_names(tool: Tool) -> None:
    """Clang before 22 corrects `ns::name` in an expression late, and does not take what we declare for it."""
    version = re.search(r"LLVM version (\d+)", tool.run("--version").stdout)
    assert version
    if int(version[1]) < 22:
        pytest.skip(f"needs LLVM 22: {version[1]} has no open world for qualified names in expressions")


def places(report: dict) -> list[tuple[str, int, str]]:
    return [(each["file"], each["line"], each["check"]) for each in report["findings"]]


def complaint(run: subprocess.CompletedProcess[str]) -> str:
    """The one line that wrong use is answered with."""
    assert run.returncode == 2
    (line,) = run.stderr.splitlines()
    assert run.stdout == ""
    return line
