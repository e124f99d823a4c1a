"""Workflow commands of GitHub Actions."""

import re

from conftest import CHECK, CLEAN, FAULTY, Tool
from test_text import UNSAFE

COMMAND = re.compile(r"::(\w+) ([^:]*)::(.*)")


def commands(tool: Tool, *arguments: str) -> list[tuple[str, dict[str, str], str]]:
    """As the runner reads them."""
    run = tool.run("scan", "--format=github", *arguments)
    read = []
    for line in run.stdout.splitlines():
        match = COMMAND.fullmatch(line)
        assert match, line
        properties = dict(each.split("=", 1) for each in match[2].split(","))
        read.append((match[1], {k: unescaped(v) for k, v in properties.items()}, unescaped(match[3])))
    return read


def unescaped(text: str) -> str:
    for code, letter in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(code, letter)
    return text


def test_a_finding(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    ((kind, properties, message),) = commands(tool, "a.cpp")
    (finding,) = tool.scan("a.cpp", status=1)["findings"]
    assert kind == "warning"
    assert properties == {
        "file": "a.cpp", "line": "2", "endLine": "2", "col": "58", "endColumn": "76", "title": CHECK,
    }  # fmt: skip
    first, fix = message.splitlines()
    assert first == finding["message"] and fix == "fix: " + finding["fixes"][0]["description"]


def test_odd_names_are_escaped(tool: Tool) -> None:
    name = "50% a:b,c\n::error file=x::.py"
    tool.write(name, UNSAFE)
    ((_, properties, _),) = commands(tool, ".")
    assert properties["file"] == name


def test_what_was_not_analysed_is_a_notice(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY + "void g(PyObject *capsule) { capsule = ; }\n")
    warning, notice = commands(tool, "a.cpp")
    assert (warning[0], notice[0]) == ("warning", "notice")
    assert notice[1]["file"] == "a.cpp" and notice[2].startswith("in g: does not parse")


def test_nothing_found_is_nothing_said(tool: Tool) -> None:
    tool.write("a.cpp", CLEAN)
    assert commands(tool, "a.cpp") == []
