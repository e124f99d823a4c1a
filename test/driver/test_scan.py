"""`scan`: what it finds, how it says so, and its exit status."""

import pytest

from conftest import CHECK, CLEAN, FAULT, FAULTY, Tool, complaint, places


def test_nothing_found(tool: Tool) -> None:
    tool.write("a.cpp", CLEAN)
    run = tool.run("scan", "a.cpp")
    assert run.returncode == 0
    assert run.stdout == "0 findings in 1 file (1 analysed, 0 without DLPack)\n"
    assert run.stderr == ""


def test_finding(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    run = tool.run("scan", "a.cpp")
    assert run.returncode == 1
    first, *shown, last = run.stdout.splitlines()
    assert first.startswith("a.cpp:2:") and first.endswith(f"[{CHECK}]")
    assert any(line.startswith("   = fix: ") for line in shown)
    assert last.endswith("; --fix corrects 1")


def test_json_has_the_agreed_form(tool: Tool) -> None:
    tool.write("sub/a.cpp", FAULTY)
    report = tool.scan("sub/a.cpp", status=1)
    assert set(report) == {"version", "findings", "notAnalysed", "parsed", "stats"}
    assert report["parsed"] == [{"file": "sub/a.cpp", "functions": 1, "recovered": []}]
    assert report["version"] == 1
    assert report["notAnalysed"] == []
    stats = report["stats"]
    assert stats.pop("seconds") > 0
    assert stats == {"files": 1, "skipped": 0, "analysed": 1}
    (finding,) = report["findings"]
    (fix,) = finding.pop("fixes")
    assert isinstance(finding.pop("message"), str)
    start = FAULTY.index('"dltensor_version"')
    assert finding.pop("column") == start - FAULTY.index("bool") + 1
    assert finding == {
        "check": CHECK,
        "level": 0,
        "file": "sub/a.cpp",
        "line": 2,
        "endLine": 2,
        "function": "misspelt",
        "notes": [],
    }
    assert fix["safety"] == "safe" and fix["description"]
    (edit,) = fix["edits"]
    assert edit == {
        "file": "sub/a.cpp",
        "offset": start,
        "length": len('"dltensor_version"'),
        "text": '"dltensor_versioned"',
    }


def test_paths_are_relative_to_the_current_folder(tool: Tool) -> None:
    tool.write("project/a.cpp", FAULTY)
    other = tool.folder / "other"
    other.mkdir()
    report = tool.scan(tool.folder / "project/a.cpp", status=1, folder=other)
    assert places(report) == [("../project/a.cpp", 2, CHECK)]


def test_findings_are_sorted_whatever_the_number_of_threads(tool: Tool) -> None:
    for name in ("b/y.cpp", "a/z.cpp", "c.cpp", "a/x.c"):
        tool.write(name, FAULTY.replace("bool", "int") + FAULT.replace("bool mis", "int mis2"))
    expected = [
        (name, line, CHECK)
        for name in ("a/x.c", "a/z.cpp", "b/y.cpp", "c.cpp")
        for line in (2, 3)
    ]
    reports = [tool.scan(".", f"--jobs={jobs}", status=1) for jobs in (1, 3)]
    assert [places(report) for report in reports] == [expected, expected]
    assert reports[0]["findings"] == reports[1]["findings"]


def test_a_finding_in_a_shared_header_comes_once(tool: Tool) -> None:
    tool.write("shared.h", "#pragma once\n" + FAULTY.replace("bool", "inline bool"))
    for name in ("a.cpp", "b.cpp"):
        tool.write(name, '#include "shared.h"\nvoid *capsule;\n')
    report = tool.scan(".", status=1)
    assert places(report) == [("shared.h", 3, CHECK)]
    assert report["stats"]["analysed"] == 2


def test_a_header_that_no_source_includes_is_scanned_alone(tool: Tool) -> None:
    tool.write("alone.hpp", "#pragma once\n" + FAULTY)
    assert places(tool.scan(".", status=1)) == [("alone.hpp", 3, CHECK)]


@pytest.mark.parametrize(
    "text",
    [
        FAULTY.rstrip() + f" // NOLINT({CHECK})\n",
        FAULTY.rstrip() + " // NOLINT\n",
        "#include <Python.h>\n// NOLINTNEXTLINE(dlpack-*)\n" + FAULT,
        f"#include <Python.h>\n// NOLINTBEGIN({CHECK})\n{FAULT}// NOLINTEND({CHECK})\n",
    ],
)
def test_nolint_is_respected(tool: Tool, text: str) -> None:
    tool.write("a.cpp", text)
    assert tool.scan("a.cpp", status=0)["findings"] == []


def test_nolint_of_another_check_is_not(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY.rstrip() + " // NOLINT(dlpack-strides)\n")
    tool.scan("a.cpp", status=1)


def test_checks_are_chosen_by_glob(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    tool.scan("a.cpp", "--checks=dlpack-capsule-*", status=1)
    tool.scan("a.cpp", "--checks=dlpack-capsule-*,-dlpack-capsule-name", status=0)
    tool.scan("a.cpp", f"--checks=-{CHECK}", status=0)


def test_configuration_files_turn_our_checks_off(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    tool.write(".clang-tidy", f"Checks: '-*,bugprone-*,dlpack-*,-{CHECK}'\n")
    tool.scan("a.cpp", status=0)
    tool.scan("a.cpp", f"--checks={CHECK}", status=1)


def test_configuration_files_that_do_not_know_us_leave_our_checks_on(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    tool.write(".clang-tidy", "Checks: '-*,bugprone-*'\nWarningsAsErrors: '*'\n")
    assert places(tool.scan("a.cpp", status=1)) == [("a.cpp", 2, CHECK)]


def test_levels(tool: Tool) -> None:
    # Positional streams are level 1, misspelt names level 0.
    tool.write(
        "a.cpp",
        "#include <pybind11/pybind11.h>\n"
        "pybind11::object f(pybind11::object x) {\n"
        '  x.attr("__dlpack_device__")();\n'
        '  return x.attr("__dlpack__")(1);\n'
        "}\n" + FAULT,
    )
    assert len(tool.scan("a.cpp", "--level=0", status=1)["findings"]) == 1
    assert len(tool.scan("a.cpp", status=1)["findings"]) == 2
    tool.write(".clang-tidy", "CheckOptions:\n  Level: 0\n")
    assert len(tool.scan("a.cpp", status=1)["findings"]) == 1
    assert len(tool.scan("a.cpp", "--level=1", status=1)["findings"]) == 2


def test_output_goes_to_a_file(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    run = tool.run("scan", "a.cpp", "--output", "report.txt")
    assert (run.returncode, run.stdout, run.stderr) == (1, "", "")
    assert "a.cpp:2:" in (tool.folder / "report.txt").read_text()


def test_files_without_dlpack_are_not_parsed(tool: Tool) -> None:
    tool.write("a.cpp", "this is no C++\n")
    report = tool.scan("a.cpp", status=0)
    assert report["stats"]["skipped"] == 1 and report["stats"]["analysed"] == 0


def test_ignored_hidden_and_vendored_files_are_left_out(tool: Tool) -> None:
    import subprocess

    for name in ("third_party/a.cpp", ".cache/a.cpp", "generated/a.cpp", "own/a.cpp"):
        tool.write(name, FAULTY)
    tool.write(".gitignore", "generated/\n")
    subprocess.run(["git", "init", "-q"], cwd=tool.folder, check=True)
    assert places(tool.scan(".", status=1)) == [("own/a.cpp", 2, CHECK)]
    # What is named is scanned.
    assert len(tool.scan("third_party/a.cpp", "generated/a.cpp", status=1)["findings"]) == 2


def test_nothing_of_a_strange_checkout_is_run(tool: Tool) -> None:
    import subprocess

    ran = tool.folder / "ran"
    program = tool.write("program", f"#!/bin/sh\ntouch {ran}\n")
    program.chmod(0o755)
    tool.write("sysconfig.py", f"open({str(ran)!r}, 'w')\n")
    tool.write("own/a.cpp", FAULTY)
    outside = tool.folder.parent / f"{tool.folder.name}-outside.cpp"
    outside.write_text(FAULTY)
    (tool.folder / "own/link.cpp").symlink_to(outside)
    subprocess.run(["git", "init", "-q"], cwd=tool.folder, check=True)
    subprocess.run(["git", "config", "core.fsmonitor", program], cwd=tool.folder, check=True)
    assert places(tool.scan("own", status=1)) == [("own/a.cpp", 2, CHECK)]
    assert not ran.exists()


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["scan"], "no file or folder to scan"),
        (["scan", "missing.cpp"], "missing.cpp: No such file"),
        (["scan", "a.cpp", "missing"], "missing: No such file"),
        (["scan", "notes.txt"], "notes.txt: not a C, C++, CUDA or Python source"),
        (["scan", "a.cpp", "--no-such-option"], "'--no-such-option'"),
        (["scan", "a.cpp", "--level=3"], "--level is 0, 1 or 2, not 3"),
        (["scan", "a.cpp", "--level=high"], "--level"),
        (["scan", "a.cpp", "--jobs=0"], "--jobs is 1 or more"),
        (["scan", "a.cpp", "--format=xml"], "unknown --format 'xml'"),
        (["scan", "a.cpp", "--format"], "--format"),
        (["scan", "a.cpp", "--checks=dlpack-no-such"], "no check matches 'dlpack-no-such'"),
        (["scan", "a.cpp", "--checks=dlpack-*,-*"], "leaves no check"),
        (["scan", "a.cpp", "-p", "empty"], "no compile_commands.json in empty"),
        (["scan", "a.cpp", "-p", "broken"], "compile_commands.json"),
        (["scan", "a.cpp", "--output=missing/report"], "missing/report"),
        (["list", "--no-such-option"], "'--no-such-option'"),
        (["explain"], "nothing to explain"),
    ],
)
def test_wrong_use_is_one_line(tool: Tool, arguments: list[str], words: str) -> None:
    tool.write("a.cpp", FAULTY)
    tool.write("notes.txt", "")
    tool.write("broken/compile_commands.json", "[{]")
    (tool.folder / "empty").mkdir()
    assert words in complaint(tool.run(*arguments))


def test_what_does_not_parse_is_said(tool: Tool) -> None:
    tool.write("a.cpp", CLEAN + "int broken( { return capsule; }\n")
    report = tool.scan("a.cpp", status=3)
    (missed,) = report["notAnalysed"]
    assert missed["file"] == "a.cpp" and "does not parse" in missed["reason"]
    run = tool.run("scan", "a.cpp")
    assert run.stderr.startswith("warning: a.cpp: ") and "does not parse" in run.stderr


def test_libraries_that_are_not_installed_are_named(tool: Tool) -> None:
    tool.write("a.cpp", CLEAN + "#include <nanobind/no_such_header.h>\n")
    (missed,) = tool.scan("a.cpp", status=3)["notAnalysed"]
    assert "nanobind is not installed (python3 -m pip install nanobind)" in missed["reason"]
    assert "nanobind/no_such_header.h" in missed["reason"]


def test_a_function_that_needs_a_missing_header_is_named(tool: Tool) -> None:
    broken = "other::Thing<3>::type f(PyObject *capsule) { return other::Thing<3>::value; }\n"
    tool.write("a.cpp", CLEAN + "#include <other.h>\n" + broken)
    report = tool.scan("a.cpp", status=3)
    assert all("other.h" in each["reason"] for each in report["notAnalysed"])


def test_findings_beat_what_was_not_analysed(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY + "void g(PyObject *capsule) { capsule = ; }\n")
    report = tool.scan("a.cpp", status=1)
    assert places(report) == [("a.cpp", 2, CHECK)]
    (missed,) = report["notAnalysed"]
    assert missed["function"] == "g" and "does not parse" in missed["reason"]


def test_a_broken_file_does_not_hide_the_others(tool: Tool) -> None:
    tool.write("a.cpp", "dltensor {{{\n")
    tool.write("b.cpp", FAULTY)
    report = tool.scan(".", status=1)
    assert places(report) == [("b.cpp", 2, CHECK)]
    assert [each["file"] for each in report["notAnalysed"]] == ["a.cpp"]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe dltensor \x00 \x80", b"dltensor" * 100000])
def test_strange_files_do_no_harm(tool: Tool, content: bytes) -> None:
    (tool.folder / "a.cpp").write_bytes(content)
    assert tool.run("scan", "a.cpp").returncode in (0, 3)


def test_deep_nesting_does_no_harm(tool: Tool) -> None:
    tool.write("a.cpp", CLEAN + "int deep = " + "(" * 200000 + "1" + ")" * 200000 + ";\n")
    (missed,) = tool.scan("a.cpp", status=3)["notAnalysed"]
    assert missed["file"] == "a.cpp"
