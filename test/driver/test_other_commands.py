"""`list`, `explain`, and the help of our own commands."""

from pathlib import Path

import pytest

import generate
from conftest import Tool

NAMES = [check.name for check in generate.all_checks()]


def test_list_names_every_check(tool: Tool) -> None:
    run = tool.run("list")
    assert run.returncode == 0
    assert [line.split()[0] for line in run.stdout.splitlines()] == NAMES


def test_explain_shows_the_pages(tool: Tool, source_root: Path) -> None:
    pages = sorted((source_root / "docs/checks").glob("*.md"))
    assert pages
    for page in pages:
        for subject in (page.stem, page.stem.removeprefix("dlpack-")):
            run = tool.run("explain", subject)
            assert (run.returncode, run.stdout) == (0, page.read_text())


def test_explain_an_error(tool: Tool) -> None:
    run = tool.run("explain", "E  BufferError: __dlpack__ only supported for unsharded arrays.")
    assert run.returncode == 0
    assert "BufferError" in run.stdout and "JAX" in run.stdout
    assert "What to do: " in run.stdout


@pytest.mark.parametrize("command", ["scan", "list", "explain"])
def test_help_is_about_us(tool: Tool, command: str) -> None:
    run = tool.run(command, "--help")
    assert run.returncode == 0 and run.stderr == ""
    assert run.stdout.startswith(f"usage: dlpack-tidy {command}")
    assert len(run.stdout.splitlines()) < 25
