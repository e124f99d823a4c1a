"""The drop-in clang-tidy: our checks on top, and no silent failure."""

import json

import pytest

from conftest import CHECK, CLEAN, FAULT, FAULTY, Tool, complaint
from header_folders import installed

FLAGS = ["--", *(f"-isystem{folder}" for folder in installed()["python_inc"])]


def test_our_checks_are_on(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    run = tool.run("a.cpp", *FLAGS)
    assert f"[{CHECK}]" in run.stdout


def test_stock_checks_come_beside_ours(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY + "int *p = 0;\n")
    run = tool.run("--checks=modernize-use-nullptr", "a.cpp", *FLAGS)
    assert "[modernize-use-nullptr]" in run.stdout and f"[{CHECK}]" in run.stdout
    run = tool.run("--checks", "-*,modernize-use-nullptr", "a.cpp", *FLAGS)
    assert "[modernize-use-nullptr]" in run.stdout and f"[{CHECK}]" not in run.stdout


def test_the_configuration_file_decides_about_ours(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    tool.write(".clang-tidy", f"Checks: 'misc-*,dlpack-*,-{CHECK}'\n")
    assert f"[{CHECK}]" not in tool.run("a.cpp", *FLAGS).stdout


def test_line_filter(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY + FAULT.replace("misspelt", "another"))
    only = json.dumps([{"name": "a.cpp", "lines": [[3, 3]]}])
    run = tool.run(f"--line-filter={only}", "a.cpp", *FLAGS)
    assert "a.cpp:3:" in run.stdout and "a.cpp:2:" not in run.stdout


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["missing.cpp", "--"], "missing.cpp: no such file"),
        (["a.cpp", "--checks=dlpack-no-such", "--"], "unknown check 'dlpack-no-such'"),
        (["a.cpp", "--checks=-*,no-such-*", "--"], "unknown check 'no-such-*'"),
    ],
)
def test_wrong_use_is_one_line(tool: Tool, arguments: list[str], words: str) -> None:
    tool.write("a.cpp", FAULTY)
    assert words in complaint(tool.run(*arguments))


def test_unknown_check_in_the_configuration_file(tool: Tool) -> None:
    tool.write("a.cpp", CLEAN)
    tool.write(".clang-tidy", "Checks: 'dlpack-no-such'\n")
    assert "unknown check 'dlpack-no-such'" in complaint(tool.run("a.cpp", *FLAGS))


def test_unknown_option_fails(tool: Tool) -> None:
    tool.write("a.cpp", CLEAN)
    run = tool.run("--no-such-option", "a.cpp", *FLAGS)
    assert run.returncode != 0 and "--no-such-option" in run.stderr.splitlines()[0]


def test_what_does_not_parse_fails(tool: Tool) -> None:
    tool.write("a.cpp", "int broken = undeclared;\n")
    run = tool.run("a.cpp", *FLAGS)
    assert run.returncode != 0
    assert len([line for line in run.stdout.splitlines() if ": error: " in line]) == 1


def test_help_names_our_commands(tool: Tool) -> None:
    run = tool.run("--help")
    assert run.returncode == 0
    assert "--checks" in run.stdout and "dlpack-tidy scan PATH" in run.stdout
    assert "dlpack-tidy scan PATH" in tool.run("--help-hidden").stdout
