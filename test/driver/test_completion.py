"""`completion`: the scripts, and what a real bash makes of one."""

import shutil
import subprocess

import pytest

import generate
from conftest import Tool, complaint

NAMES = [check.name for check in generate.all_checks()]


def completed(tool: Tool, *words: str) -> list[str]:
    """What bash offers for the last of some words."""
    script = tool.write("complete.sh", tool.run("completion", "bash").stdout)
    line = " ".join(f"'{word}'" for word in words)
    run = subprocess.run(
        ["bash", "--norc", "-c", f'. "{script}"; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}\n'
         '_dlpack_tidy\nprintf "%s\\n" "${COMPREPLY[@]}"'],
        cwd=tool.folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stderr == ""
    return [line for line in run.stdout.splitlines() if line]


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
@pytest.mark.parametrize(
    "words, offered",
    [
        (("",), ["scan", "list", "explain", "completion", "help"]),
        (("sc",), ["scan"]),
        (("explain", "dlpack-st"), ["dlpack-strides"]),
        (("explain", ""), NAMES),
        (("completion", "f"), ["fish"]),
        (("scan", "--exc"), ["--exclude"]),
        (("scan", "--format", "=", "js"), ["json"]),
        (("scan", "--format", "="), ["text", "json", "sarif", "github", "html"]),
        (("scan", "--level", ""), ["0", "1", "2"]),
        (("scan", "--checks", "=", "dlpack-na"), ["dlpack-narrowing"]),
        (("scan", "--output", "=", "one"), ["one.txt"]),
        (("scan", "--output=x", "on"), ["one.txt"]),
        (("scan", "nothing-like-it"), []),
    ],
)
def test_bash(tool: Tool, words: tuple[str, ...], offered: list[str]) -> None:
    tool.write("one.txt", "")
    assert completed(tool, "dlpack-tidy", *words) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_option_is_in_every_script(tool: Tool, shell: str) -> None:
    script = tool.run("completion", shell).stdout
    options = [line.split()[0].split("=")[0] for line in tool.run("scan", "--help").stdout.splitlines() if line.startswith("  -")]
    assert len(options) > 10
    for option in options:
        name = option.lstrip("-")
        spelling = f"-{'l' if len(name) > 1 else 's'} {name}" if shell == "fish" else option
        assert spelling in script
    for name in NAMES:
        assert name in script
    assert "@" not in script.replace("$@", "").replace("[@]", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_reads_its_script(tool: Tool, shell: str) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    script = tool.write("script", tool.run("completion", shell).stdout)
    subprocess.run([shell, "-n", script], check=True)


def test_an_unknown_shell_is_wrong_use(tool: Tool) -> None:
    assert "'csh'" in complaint(tool.run("completion", "csh"))
    assert "which shell" in complaint(tool.run("completion"))
