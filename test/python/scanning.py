"""Scans a piece of Python text with the driver."""

import json
import subprocess
from pathlib import Path
from typing import NamedTuple


class Finding(NamedTuple):
    line: int
    check: str
    level: int


def scan(build_dir: Path, path: Path, *options: str) -> dict:
    command = [str(build_dir / "bin/dlpack-tidy"), "scan", "--format", "json", *options, str(path)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode in (0, 1, 3), run.stderr
    return json.loads(run.stdout)


def findings(build_dir: Path, path: Path, *options: str) -> list[Finding]:
    found = scan(build_dir, path, *options)["findings"]
    return [Finding(each["line"], each["check"], each["level"]) for each in found]


def checks_of(build_dir: Path, folder: Path, text: str, *options: str) -> list[str]:
    path = folder / "text.py"
    path.write_text(text)
    return [each.check for each in findings(build_dir, path, *options)]
