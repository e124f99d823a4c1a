"""The report for people: the source below each finding, colours on a terminal only."""

import os
import pty
import subprocess

import pytest

from conftest import CHECK, FAULT, FAULTY, Tool

UNSAFE = """\
import jax
import torch


def hand_over(x: jax.Array):
    return torch.from_dlpack(x)
"""


def on_a_terminal(tool: Tool, *arguments: str, **environment: str) -> str:
    """What the program writes to a terminal."""
    ours, theirs = pty.openpty()
    inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    run = subprocess.Popen(
        [tool.executable, *arguments], cwd=tool.folder, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE,
        env=inherited | {"TERM": "xterm"} | environment,
    )  # fmt: skip
    os.close(theirs)
    text = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        text += piece
    os.close(ours)
    run.communicate(timeout=120)
    return text.decode()


def test_source_underline_and_fix(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    warning, source, mark, fix, before, after, blank, _ = tool.run("scan", "a.cpp").stdout.splitlines()
    assert warning.startswith("a.cpp:2:58: warning: ") and warning.endswith(f" [{CHECK}]")
    assert source == " 2 | " + FAULT.rstrip()
    column = source.index('"dltensor_version"')
    assert mark == "   |" + " " * (column - 4) + "^" + "~" * (len('"dltensor_version"') - 1)
    assert fix.startswith("   = fix: ")
    assert before == " 2 - " + FAULT.rstrip()
    assert after == " 2 + " + FAULT.rstrip().replace("dltensor_version", "dltensor_versioned")
    assert blank == ""


def test_every_fix_is_named_and_the_preferred_one_shown(tool: Tool) -> None:
    tool.write("a.py", UNSAFE)
    lines = tool.run("scan", "a.py").stdout.splitlines()
    first = next(index for index, line in enumerate(lines) if line.startswith("   = unsafe fix: "))
    assert any(line.startswith("   = unsafe fix: or ") for line in lines[first + 1 :])
    assert " 6 -     return torch.from_dlpack(x)" in lines
    assert " 6 +     return torch.from_dlpack(numpy.array(x))" in lines


def test_findings_stand_below_their_file(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY + FAULT.replace("misspelt", "again"))
    tool.write("b.cpp", FAULTY)
    lines = tool.run("scan", ".").stdout.splitlines()
    heads = [line for line in lines if line in ("a.cpp: 2 findings", "b.cpp: 1 finding")]
    assert heads == ["a.cpp: 2 findings", "b.cpp: 1 finding"]


def test_the_mark_stands_below_what_it_means(tool: Tool) -> None:
    # Tabs and wide letters take more columns or fewer than they have bytes.
    tool.write("a.cpp", "#include <Python.h>\n\t/* größe 大きさ */ " + FAULT)
    _, source, mark, *_ = tool.run("scan", "a.cpp").stdout.splitlines()
    before = source[: source.index('"dltensor_version"')]
    wide = sum(1 for letter in before if letter in "大きさ")
    assert mark.index("^") == len(before) + wide


def test_long_lines_are_cut_around_the_mark(tool: Tool) -> None:
    tool.write("a.cpp", "#include <Python.h>\n" + "/*" + "x" * 3000 + "*/ " + FAULT.rstrip() + " // " + "y" * 3000)
    warning, source, mark, *_ = tool.run("scan", "a.cpp").stdout.splitlines()
    assert len(source) < 200 and len(mark) < 200
    assert source[mark.index("^") :].startswith('"dltensor_version"')


def test_nothing_in_the_source_is_obeyed_by_a_terminal(tool: Tool) -> None:
    tool.write("a.cpp", "#include <Python.h>\n/* \x1b[2J\x1b]0;title\x07 \x9b31m */ " + FAULT)
    output = tool.run("scan", "a.cpp").stdout
    assert not any(ord(letter) < 32 and letter != "\n" or 127 <= ord(letter) < 160 for letter in output)


def test_colours_are_for_terminals_that_want_them(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    assert "\x1b[" not in tool.run("scan", "a.cpp").stdout
    assert "\x1b[" in on_a_terminal(tool, "scan", "a.cpp")
    assert "\x1b[" not in on_a_terminal(tool, "scan", "a.cpp", NO_COLOR="1")
    assert "\x1b[" not in on_a_terminal(tool, "scan", "a.cpp", TERM="dumb")


@pytest.mark.parametrize("name", ["report.txt", "sub/report.txt"])
def test_a_file_gets_no_colours(tool: Tool, name: str) -> None:
    tool.write("a.cpp", FAULTY)
    (tool.folder / "sub").mkdir()
    on_a_terminal(tool, "scan", "a.cpp", f"--output={name}")
    text = (tool.folder / name).read_text()
    assert "a.cpp:2:58: warning: " in text and "\x1b[" not in text
