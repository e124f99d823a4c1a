"""`scan --fix`: every edit once, whole, and nothing left for a second run."""

import os
import stat

from conftest import CHECK, CLEAN, FAULT, FAULTY, FIXED, Tool

UNSAFE = """\
#include <pybind11/pybind11.h>
pybind11::object f(pybind11::object x) {
  return x.attr("__dlpack__")();
}
"""


def test_fix_edits_and_says_so(tool: Tool) -> None:
    path = tool.write("a.cpp", FAULTY)
    run = tool.run("scan", "--fix", "a.cpp")
    assert run.returncode == 0
    assert path.read_text() == "#include <Python.h>\n" + FIXED
    (line,) = run.stderr.splitlines()
    assert line.startswith("a.cpp:2: fixed: ") and line.endswith(f"[{CHECK}]")


def test_a_second_run_edits_nothing(tool: Tool) -> None:
    path = tool.write("a.cpp", FAULTY + FAULT.replace("misspelt", "another") + UNSAFE)
    tool.run("scan", "--fix", "--unsafe-fixes", "a.cpp")
    once = path.read_text()
    before = path.stat().st_mtime_ns
    run = tool.run("scan", "--fix", "--unsafe-fixes", "a.cpp")
    assert path.read_text() == once and path.stat().st_mtime_ns == before
    assert "fixed" not in run.stderr


def test_unsafe_fixes_have_to_be_asked_for(tool: Tool) -> None:
    path = tool.write("a.cpp", UNSAFE)
    run = tool.run("scan", "--fix", "a.cpp")
    assert run.returncode == 1 and path.read_text() == UNSAFE
    assert "--unsafe-fixes corrects 1 more" in run.stdout
    run = tool.run("scan", "--unsafe-fixes", "a.cpp")
    assert run.returncode == 0 and path.read_text() != UNSAFE


def test_a_shared_header_is_edited_once(tool: Tool) -> None:
    header = tool.write("shared.h", "#pragma once\n" + FAULTY.replace("bool", "inline bool"))
    for name in ("a.cpp", "b.cpp"):
        tool.write(name, '#include "shared.h"\nvoid *capsule;\n')
    assert tool.run("scan", "--fix", ".").returncode == 0
    assert header.read_text() == "#pragma once\n#include <Python.h>\ninline " + FIXED


def test_line_ends_and_permissions_stay(tool: Tool) -> None:
    path = tool.folder / "a.cpp"
    path.write_bytes(FAULTY.replace("\n", "\r\n").encode())
    path.chmod(0o640)
    assert tool.run("scan", "--fix", "a.cpp").returncode == 0
    assert path.read_bytes() == ("#include <Python.h>\n" + FIXED).replace("\n", "\r\n").encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tool.folder) == ["a.cpp"]


def test_silenced_findings_are_not_fixed(tool: Tool) -> None:
    text = FAULTY.rstrip() + f" // NOLINT({CHECK})\n"
    path = tool.write("a.cpp", text)
    assert tool.run("scan", "--fix", "a.cpp").returncode == 0
    assert path.read_text() == text


def test_files_without_findings_are_not_touched(tool: Tool) -> None:
    path = tool.write("a.cpp", CLEAN)
    before = path.stat().st_mtime_ns
    assert tool.run("scan", "--fix", "a.cpp").returncode == 0
    assert path.stat().st_mtime_ns == before
