"""`scan --fix`: every edit once, whole, and nothing left for a second run."""

import os
import stat

import pytest

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


LONG = """\
#include <pybind11/pybind11.h>
int  untouched( int a )   { return a ; }
pybind11::object a_function_with_a_name(pybind11::object x) {
    return x.attr("__dlpack__")();
}
"""


def test_changed_lines_are_formatted_as_the_project_says(tool: Tool) -> None:
    path = tool.write("a.cpp", LONG)
    tool.write(".clang-format", "BasedOnStyle: LLVM\nColumnLimit: 60\nIndentWidth: 3\n")
    assert tool.run("scan", "--unsafe-fixes", "a.cpp").returncode == 0
    lines = path.read_text().splitlines()
    assert lines[1] == LONG.splitlines()[1]  # nobody changed it
    changed = lines[3:-1]
    assert len(changed) > 1 and all(len(line) <= 60 for line in changed)
    assert changed[0].startswith("   return pybind11::module_::import(")
    once = path.read_text()
    assert "fixed" not in tool.run("scan", "--unsafe-fixes", "a.cpp").stderr
    assert path.read_text() == once


@pytest.mark.parametrize("style", [None, "DisableFormat: true\n", "{ no style"])
def test_without_a_style_nothing_is_formatted(tool: Tool, style: str | None) -> None:
    path = tool.write("a.cpp", LONG)
    if style:
        tool.write(".clang-format", style)
    assert tool.run("scan", "--unsafe-fixes", "a.cpp").returncode == 0
    (changed,) = path.read_text().splitlines()[3:-1]
    assert changed.startswith("    return pybind11::module_::import(") and len(changed) > 80


def test_python_is_not_clang_formats(tool: Tool) -> None:
    tool.write(".clang-format", "BasedOnStyle: LLVM\n")
    text = "import torch\nimport jax\n\n\ndef f(x: jax.Array):\n    x.__dlpack_device__()\n    return x.__dlpack__( 1 )\n"
    path = tool.write("a.py", text)
    tool.run("scan", "--fix", "a.py")
    assert path.read_text() == text.replace("( 1 )", "( stream=1 )")


@pytest.mark.parametrize("style", [None, "BasedOnStyle: LLVM\n"])
def test_line_ends_marks_and_encodings_stay(tool: Tool, style: str | None) -> None:
    if style:
        tool.write(".clang-format", style)
    before = b"\xef\xbb\xbf// gr\xf6\xdfe, no UTF-8\r\n" + FAULTY.replace("\n", "\r\n").encode()
    path = tool.write("a.cpp", "")
    path.write_bytes(before)
    assert tool.run("scan", "--fix", "a.cpp").returncode == 0
    after = path.read_bytes()
    assert after.startswith(b"\xef\xbb\xbf// gr\xf6\xdfe, no UTF-8\r\n")
    assert after.count(b"\n") == after.count(b"\r\n") >= before.count(b"\r\n")
    assert b'"dltensor_versioned"' in after


def test_fixes_of_one_statement_all_get_their_turn(tool: Tool) -> None:
    path = tool.write(
        "a.py",
        "import jax\nimport torch\n\n\ndef f(x: jax.Array):\n    return torch.from_dlpack(jax.dlpack.to_dlpack(x))\n",
    )
    run = tool.run("scan", "--unsafe-fixes", "a.py")
    assert run.returncode == 0 and run.stderr.count(": fixed: ") == 2
    assert "torch.from_dlpack(numpy.array(x).__dlpack__())" in path.read_text()
