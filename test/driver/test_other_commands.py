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


def test_explain_says_all_about_an_error(tool: Tool) -> None:
    text = tool.run("explain", "BufferError: __dlpack__ device only supported for TPU pinned host memory").stdout
    parts = ("What happened: BufferError", "Why:", "What to do: ", "Before, in C++:", "After:", "/docs/checks/dlpack-tpu-memory-kind.md")
    places = [text.find(part) for part in parts]
    assert -1 not in places and places == sorted(places)


def test_explain_knows_rules_by_their_id(tool: Tool) -> None:
    by_id = tool.run("explain", "jax-tpu-memory-kind")
    by_text = tool.run("explain", "__dlpack__ device only supported for TPU pinned host memory")
    assert by_id.returncode == 0 and by_id.stdout == by_text.stdout


@pytest.mark.parametrize(
    "subject, near",
    [
        ("dlpack-capsule-nam", "dlpack-capsule-name"),
        ("stride", "dlpack-strides"),
        ("jax-tpu-memory", "jax-tpu-memory-kind"),
        ("BufferError: only CPU, GPU and TPU pinned host memory can be exported", "jax-tpu-memory-kind"),
        ("numpy says it only supports some stream=None", "numpy-stream"),
    ],
)
def test_explain_names_what_comes_near(tool: Tool, subject: str, near: str) -> None:
    run = tool.run("explain", subject)
    assert run.returncode == 1 and run.stderr == ""
    first, _, heading, *nearest = run.stdout.splitlines()
    assert first.endswith("is neither a check nor an error message that dlpack-tidy knows.")
    assert heading == "Nearest:"
    assert any(line.split()[:3] == ["dlpack-tidy", "explain", near] for line in nearest)


def test_explain_does_not_guess_at_random(tool: Tool) -> None:
    run = tool.run("explain", "zzz qqq")
    assert run.returncode == 1 and "Nearest" not in run.stdout and "dlpack-tidy list" in run.stdout


@pytest.mark.parametrize("command", ["scan", "list", "explain", "completion", "help"])
def test_help_is_about_us(tool: Tool, command: str) -> None:
    run = tool.run(command, "--help")
    assert run.returncode == 0 and run.stderr == ""
    assert run.stdout.startswith(f"usage: dlpack-tidy {command}")
    assert len(run.stdout.splitlines()) < 25
    # The same by another way.
    if command != "help":
        assert tool.run("help", command).stdout == run.stdout


@pytest.mark.parametrize("arguments", [("--help",), ("help",), ("-h",), ()])
def test_the_overview_fits_a_screen(tool: Tool, arguments: tuple[str, ...]) -> None:
    run = tool.run(*arguments)
    assert run.returncode == 0 and run.stderr == ""
    lines = run.stdout.splitlines()
    assert len(lines) <= 24 and max(map(len, lines)) <= 90
    for command in ("scan", "explain", "list", "completion", "help"):
        assert f"dlpack-tidy {command}" in run.stdout


def test_clang_tidy_s_options_are_within_reach(tool: Tool) -> None:
    text = tool.run("--help-hidden").stdout
    assert "--line-filter" in text and "--export-fixes" in text


def test_the_version_names_llvm_s(tool: Tool) -> None:
    first, second = tool.run("--version").stdout.splitlines()
    assert first.startswith("dlpack-tidy ") and second.startswith("LLVM version ")
