"""Baselines: known findings are hidden, also when the lines around them move."""

import json
from pathlib import Path

import pytest

from conftest import CHECK, CLEAN, FAULT, FAULTY, Tool, complaint, places

OTHER = FAULT.replace("misspelt", "other")


def write_baseline(tool: Tool, *arguments: str) -> dict:
    run = tool.run("scan", *(arguments or (".",)), "--write-baseline=baseline.json")
    assert run.returncode == 0, run.stderr
    return json.loads((tool.folder / "baseline.json").read_text())


def test_known_findings_are_hidden_and_new_ones_are_not(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    (entry,) = write_baseline(tool)["findings"]
    assert (entry["check"], entry["file"], entry["function"]) == (CHECK, "a.cpp", "misspelt")
    run = tool.run("scan", ".", "--baseline=baseline.json")
    assert run.returncode == 0
    assert run.stdout == "0 findings in 1 file (1 analysed, 0 without DLPack); the baseline hides 1\n"
    tool.write("a.cpp", FAULTY + OTHER)
    report = tool.scan(".", "--baseline=baseline.json", status=1)
    assert places(report) == [("a.cpp", 3, CHECK)]
    assert report["baseline"] == {"hidden": 1, "stale": 0}


def test_moved_lines_are_known_again(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY + OTHER)
    write_baseline(tool)
    # The functions change places, lines come in between, blanks go.
    tool.write("a.cpp", "#include <Python.h>\n// new\n" + OTHER.replace("{ ", "{") + "\n\nint between;\n" + FAULT)
    assert tool.scan(".", "--baseline=baseline.json", status=0)["baseline"] == {"hidden": 2, "stale": 0}


def test_one_more_of_the_same_is_new(tool: Tool) -> None:
    line = '  a = PyCapsule_IsValid(o, "dltensor_version");\n'
    text = "#include <Python.h>\nint twice(PyObject *o) {{\n  bool a;\n{}  return a;\n}}\n"
    tool.write("a.cpp", text.format(line))
    write_baseline(tool)
    tool.write("a.cpp", text.format(line + line))
    assert len(tool.scan(".", "--baseline=baseline.json", status=1)["findings"]) == 1


def test_corrected_entries_are_stale(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY + OTHER)
    tool.write("gone.cpp", FAULTY)
    write_baseline(tool)
    tool.write("a.cpp", FAULTY)
    (tool.folder / "gone.cpp").unlink()
    report = tool.scan(".", "--baseline=baseline.json", status=0)
    assert report["baseline"] == {"hidden": 1, "stale": 2}
    text = tool.run("scan", ".", "--baseline=baseline.json").stdout
    assert "the baseline hides 1, 2 of its entries are stale" in text


def test_what_was_not_looked_for_is_not_stale(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    tool.write("b.cpp", FAULTY)
    write_baseline(tool)
    stale = lambda *arguments: json.loads(  # noqa: E731
        tool.run("scan", "--format=json", "--baseline=baseline.json", *arguments).stdout
    )["baseline"]["stale"]
    assert stale("a.cpp") == 0
    assert stale(".", "--checks=dlpack-strides") == 0
    tool.write("a.cpp", CLEAN + "void g(PyObject *capsule) { capsule = ; }\n")
    assert stale(".") == 0


def test_a_baseline_belongs_to_its_folder(tool: Tool) -> None:
    tool.write("project/sub/a.cpp", FAULTY)
    tool.run("scan", ".", "--write-baseline=baseline.json", folder=tool.folder / "project")
    for folder, path in (("project/sub", "."), (".", "project"), ("project/sub", "a.cpp")):
        baseline = tool.folder / "project/baseline.json"
        tool.scan(path, f"--baseline={baseline}", status=0, folder=tool.folder / folder)
    # The same checkout elsewhere.
    (tool.folder / "project").rename(tool.folder / "clone")
    tool.scan("clone", "--baseline=clone/baseline.json", status=0)


def test_a_new_baseline_lists_what_the_old_one_hides(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    write_baseline(tool)
    tool.write("a.cpp", FAULTY + OTHER)
    entries = write_baseline(tool, ".", "--baseline=baseline.json")["findings"]
    assert [entry["function"] for entry in entries] == ["misspelt", "other"]


def test_hidden_findings_are_not_fixed(tool: Tool) -> None:
    path = tool.write("a.cpp", FAULTY)
    write_baseline(tool)
    assert tool.run("scan", "--fix", ".", "--baseline=baseline.json").returncode == 0
    assert path.read_text() == FAULTY


def test_merged_reports_have_baselines_too(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    for number in (1, 2):
        tool.run("scan", ".", "--format=sarif", f"--shard={number}/2", f"--output={number}.sarif")
    run = tool.run("scan", "--merge", "1.sarif", "2.sarif", "--write-baseline=baseline.json")
    assert run.returncode == 0
    tool.scan(".", "--baseline=baseline.json", status=0)
    tool.scan("--merge", "1.sarif", "2.sarif", "--baseline=baseline.json", status=0)


@pytest.mark.parametrize(
    "content, words",
    [
        (None, "baseline.json: No such file"),
        ("", "baseline.json: no baseline: it is no JSON"),
        ("[]", 'baseline.json: no baseline: it has no "findings"'),
        ('{"version": 2, "findings": []}', "version 2, not 1"),
        ('{"version": 1, "findings": [{"check": 3}]}', "entry 1 lacks"),
        ('{"version": 1, "findings": {}}', 'it has no "findings"'),
    ],
)
def test_a_broken_baseline_is_one_line(tool: Tool, content: str | None, words: str) -> None:
    tool.write("a.cpp", FAULTY)
    if content is not None:
        tool.write("baseline.json", content)
    assert words in complaint(tool.run("scan", "a.cpp", "--baseline=baseline.json"))


@pytest.mark.parametrize("option", ["--output", "--write-baseline"])
@pytest.mark.parametrize("place", ["folder", "missing/report", "a.cpp/report", "/dev/full"])
def test_what_cannot_be_written_is_one_line(tool: Tool, option: str, place: str) -> None:
    tool.write("a.cpp", FAULTY)
    (tool.folder / "folder").mkdir()
    run = tool.run("scan", "a.cpp", f"{option}={place}")
    assert place in complaint(run)
    assert (tool.folder / "a.cpp").read_text() == FAULTY
