"""A scan as a person at a terminal sees it: progress, and Ctrl-C."""

import os
import pty
import re
import select
import signal
import subprocess
import time

from conftest import CLEAN, FAULTY, Tool


class Terminal:
    """Runs the program with standard error on a terminal."""

    def __init__(self, tool: Tool, *arguments: str) -> None:
        self.ours, theirs = pty.openpty()
        self.run = subprocess.Popen(
            [tool.executable, *arguments], cwd=tool.folder, stdout=subprocess.PIPE, stderr=theirs
        )
        os.close(theirs)
        self.text = ""

    def read(self, seconds: float) -> bool:
        """False once the program has closed its end."""
        if not select.select([self.ours], [], [], seconds)[0]:
            return True
        try:
            piece = os.read(self.ours, 4096)
        except OSError:
            return False
        self.text += piece.decode()
        return bool(piece)

    def read_until(self, words: str) -> None:
        until = time.monotonic() + 60
        while words not in self.text and time.monotonic() < until and self.read(1):
            pass
        assert words in self.text

    def read_all(self) -> str:
        while self.read(60):
            pass
        self.run.wait(60)
        return self.text


def test_progress_counts_files_and_findings(tool: Tool) -> None:
    for name in ("a.cpp", "b.cpp", "c.cpp"):
        tool.write(name, FAULTY)
    terminal = Terminal(tool, "scan", ".", "--jobs=1")
    text = terminal.read_all()
    assert terminal.run.returncode == 1
    lines = text.split("\r\x1b[K")
    assert any(line.startswith("[0/3] 0 findings") for line in lines)
    assert any(re.match(r"\[2/3\] 2 findings, \d+:\d\d left  c\.cpp$", line) for line in lines)
    # Nothing of it stays on the screen.
    assert lines[-1] == ""


def test_a_file_name_cannot_command_the_terminal(tool: Tool) -> None:
    tool.write("a\x1b[31m\n.cpp", FAULTY)
    tool.write("b.cpp", FAULTY)
    text = Terminal(tool, "scan", ".", "--jobs=1").read_all()
    assert "a?[31m?.cpp" in text and "\x1b[31m" not in text


def test_no_progress_where_nobody_watches(tool: Tool) -> None:
    tool.write("a.cpp", CLEAN)
    tool.write("b.cpp", CLEAN)
    assert tool.run("scan", ".").stderr == ""


def test_an_interrupt_ends_the_scan_in_order(tool: Tool) -> None:
    # Slow enough to be met in the middle.
    slow = CLEAN + "#include <regex>\n#include <pybind11/pybind11.h>\n#include <pybind11/stl.h>\n"
    for number in range(12):
        tool.write(f"{number:02}.cpp", slow)
    terminal = Terminal(tool, "scan", ".", "--jobs=2", "--output=report.json", "--format=json")
    terminal.read_until("[1/12]")
    started = time.monotonic()
    terminal.run.send_signal(signal.SIGINT)
    text = terminal.read_all()
    assert terminal.run.returncode == 130
    assert time.monotonic() - started < 10
    last = text.split("\r\x1b[K")[-1]
    assert re.fullmatch(r"interrupted after \d+ of 12 files with 0 findings; no report was written\r\n", last)
    assert not list(tool.folder.glob("report*"))
