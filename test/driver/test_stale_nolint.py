"""NOLINT comments that name our checks and silence nothing."""

import json

import pytest

from conftest import CHECK, CLEAN, FAULT, FAULTY, Tool, places

STALE = "dlpack-stale-nolint"


def stale_lines(tool: Tool, *arguments: str) -> list[int]:
    run = tool.run("scan", "--format=json", *arguments)
    findings = json.loads(run.stdout)["findings"]
    return [each["line"] for each in findings if each["check"] == STALE]


@pytest.mark.parametrize(
    "text, line",
    [
        (CLEAN.rstrip() + f" // NOLINT({CHECK})\n", 2),
        (f"#include <Python.h>\n// NOLINTNEXTLINE({CHECK})\nvoid *capsule;\n", 2),
        (f"#include <Python.h>\n// NOLINTBEGIN({CHECK})\nvoid *capsule;\n// NOLINTEND({CHECK})\n", 2),
        (CLEAN.rstrip() + f" /* NOLINT(bugprone-x, {CHECK}) */\n", 2),
        (FAULTY.rstrip() + f" // NOLINT({CHECK}, dlpack-strides)\n", 2),
        (CLEAN.rstrip() + " // NOLINT(dlpack-capsule-*)\n", 2),
        (CLEAN.rstrip() + " // NOLINT(dlpack-no-such-check)\n", 2),
    ],
)
def test_a_comment_without_a_use_is_reported(tool: Tool, text: str, line: int) -> None:
    tool.write("a.cpp", text)
    report = tool.scan("a.cpp", status=1)
    assert places(report) == [("a.cpp", line, STALE)]
    assert report["findings"][0]["level"] == 1


@pytest.mark.parametrize(
    "text",
    [
        FAULTY.rstrip() + f" // NOLINT({CHECK})\n",
        FAULTY.rstrip() + " // NOLINT(dlpack-*)\n",
        f"#include <Python.h>\n// NOLINTNEXTLINE({CHECK})\n" + FAULT,
        f"#include <Python.h>\n// NOLINTBEGIN({CHECK})\n{FAULT}// NOLINTEND({CHECK})\n",
        # Not about us alone, or not about us.
        CLEAN.rstrip() + " // NOLINT\n",
        CLEAN.rstrip() + " // NOLINT(*)\n",
        CLEAN.rstrip() + " // NOLINT(bugprone-*)\n",
        # Where no compiler looks.
        CLEAN + f"#if 0\nvoid *capsule; // NOLINT({CHECK})\n#endif\n",
        CLEAN + f'const char *text = "// NOLINT({CHECK})";\n',
        # In the macro that the fault comes from, and where it is used.
        "#include <Python.h>\n"
        f'#define TEST(o) PyCapsule_IsValid(o, "dltensor_version") // NOLINT({CHECK})\n'
        "bool f(PyObject *o) { return TEST(o); }\n",
        "#include <Python.h>\n"
        '#define TEST(o) PyCapsule_IsValid(o, "dltensor_version")\n'
        f"bool f(PyObject *o) {{ return TEST(o); }} // NOLINT({CHECK})\n",
        # Silenced itself.
        CLEAN.rstrip() + f" // NOLINT({CHECK}, {STALE})\n",
    ],
)
def test_other_comments_are_not(tool: Tool, text: str) -> None:
    tool.write("a.cpp", text)
    assert tool.scan("a.cpp", status=0)["findings"] == []


def test_only_checks_that_ran_are_judged(tool: Tool) -> None:
    tool.write("a.cpp", CLEAN.rstrip() + f" // NOLINT({CHECK})\n")
    assert stale_lines(tool, "a.cpp") == [2]
    assert stale_lines(tool, "a.cpp", f"--checks={CHECK}") == []
    assert stale_lines(tool, "a.cpp", f"--checks={CHECK},{STALE}") == [2]
    assert stale_lines(tool, "a.cpp", f"--checks=dlpack-strides,{STALE}") == []
    assert stale_lines(tool, "a.cpp", f"--checks=-{CHECK}") == []
    assert stale_lines(tool, "a.cpp", f"--checks=-{STALE}") == []
    assert stale_lines(tool, "a.cpp", "--level=0") == []
    tool.write(".clang-tidy", f"Checks: 'dlpack-*,-{STALE}'\n")
    assert stale_lines(tool, "a.cpp") == []


def test_levels_that_are_not_shown_count(tool: Tool) -> None:
    # A positional stream is level 1; comments are reported from level 1 on, by name at any.
    tool.write(
        "a.cpp",
        "#include <pybind11/pybind11.h>\n"
        "pybind11::object f(pybind11::object x) {\n"
        '  x.attr("__dlpack_device__")();\n'
        '  return x.attr("__dlpack__")(1); // NOLINT(dlpack-call-arguments)\n'
        "}\n",
    )
    tool.write(".clang-tidy", "CheckOptions:\n  dlpack-call-arguments.Level: 0\n")
    assert tool.scan("a.cpp", status=0)["findings"] == []


def test_files_that_were_not_fully_analysed_are_not_judged(tool: Tool) -> None:
    comment = f"void *capsule; // NOLINT({CHECK})\n"
    tool.write("a.cpp", CLEAN + comment + "void g(PyObject *capsule) { capsule = ; }\n")
    tool.write("b.cpp", CLEAN + "#include <no/such/header.h>\n" + comment)
    assert stale_lines(tool, ".") == []


def test_a_use_in_one_unit_is_enough(tool: Tool) -> None:
    tool.write("part.h", f"inline bool f(PyObject *o) {{ return PyCapsule_IsValid(o, NAME); }} // NOLINT({CHECK})\n")
    for name, text in (("a", "dltensor"), ("b", "dltensor_version")):
        tool.write(f"{name}.cpp", f'#include <Python.h>\n#define NAME "{text}"\n#include "part.h"\n')
    assert stale_lines(tool, ".") == []
    (tool.folder / "b.cpp").unlink()
    assert stale_lines(tool, ".") == [1]


def test_python(tool: Tool) -> None:
    text = "import jax\nimport torch\n\n\ndef f(x: jax.Array):\n    return torch.from_dlpack({})  # NOLINT({})\n"
    tool.write("used.py", text.format("x", "dlpack-unsupported-backend"))
    tool.write("stale.py", text.format("x", "dlpack-unsupported-backend, dlpack-legacy-api"))
    assert places(tool.scan(".", status=1)) == [("stale.py", 6, STALE)]


def test_it_is_explained(tool: Tool) -> None:
    run = tool.run("explain", STALE)
    assert run.returncode == 0 and STALE in run.stdout
