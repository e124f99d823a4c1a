"""The plugin in its own clang-tidy, in another LLVM's, and missing."""

import re
import subprocess
from pathlib import Path

import pytest

import generate
from run_suites import cache_entry

MAJORS = ("16", "19", "22")
NAMES = [check.name for check in generate.all_checks()]


def tidy(tool: Path | str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(tool), *options], capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="session")
def plugin(build_dir: Path) -> str:
    return f"--load={build_dir / 'lib/dlpack-tidy-plugin.so'}"


@pytest.fixture(scope="session")
def own_tidy(build_dir: Path) -> Path:
    return Path(cache_entry(build_dir, "DLPACK_TIDY_CLANG_TIDY"))


def version(tool: Path) -> str:
    words = tidy(tool, "--version").stdout.split()
    return words[words.index("version") + 1]


def test_registers_every_check(plugin: str, own_tidy: Path) -> None:
    run = tidy(own_tidy, plugin, "--checks=-*,dlpack-*", "--list-checks")
    listed = [word for word in run.stdout.split() if word.startswith("dlpack-")]
    assert listed == sorted(NAMES)


def test_refuses_another_llvm(plugin: str, own_tidy: Path, tmp_path: Path) -> None:
    tools = [Path(f"/usr/lib/llvm-{major}/bin/clang-tidy") for major in MAJORS]
    foreign = [tool for tool in tools if tool.exists() and not tool.samefile(own_tidy)]
    if not foreign:
        pytest.skip("no other supported clang-tidy is installed")
    source = tmp_path / "empty.cpp"
    source.write_text("")
    for tool in foreign:
        # Another check keeps clang-tidy from giving up for want of any.
        run = tidy(tool, plugin, "--checks=-*,bugprone-*,dlpack-*", str(source), "--")
        (line,) = run.stderr.splitlines()
        assert run.returncode != 0
        assert version(own_tidy) in line and version(tool) in line


def test_missing_plugin_shows_when_the_configuration_is_verified(own_tidy: Path) -> None:
    options = ("--verify-config", "--checks=-*,bugprone-*,dlpack-unsupported-backend")
    run = tidy(own_tidy, "--load=/nowhere/dlpack-tidy-plugin.so", *options)
    assert run.returncode != 0
    assert "unknown check 'dlpack-unsupported-backend'" in run.stdout + run.stderr


def test_unknown_check_is_refused(plugin: str, own_tidy: Path) -> None:
    run = tidy(own_tidy, plugin, "--verify-config", "--checks=-*,dlpack-no-such-check")
    assert run.returncode != 0
    assert "unknown check 'dlpack-no-such-check'" in run.stdout + run.stderr


@pytest.mark.parametrize("name", NAMES)
def test_options_are_known(plugin: str, own_tidy: Path, name: str) -> None:
    def verify(option: str) -> subprocess.CompletedProcess[str]:
        configuration = f"{{CheckOptions: {{{name}.{option}: 1}}}}"
        checks = f"--checks=-*,{name}"
        return tidy(own_tidy, plugin, "--verify-config", checks, f"--config={configuration}")

    # Whatever a check reads it also stores, or clang-tidy does not know it.
    assert verify("Level").returncode == 0
    unknown = verify("NoSuchOption")
    assert unknown.returncode != 0
    assert f"unknown check option '{name}.NoSuchOption'" in unknown.stdout + unknown.stderr


@pytest.mark.parametrize("name", NAMES)
def test_documented_options_exist(plugin: str, own_tidy: Path, name: str) -> None:
    dump = tidy(own_tidy, plugin, f"--checks=-*,{name}", "--dump-config").stdout
    page = (generate.ROOT / f"docs/checks/{name}.md").read_text()
    options = page.partition("## Options\n")[2].partition("\n## ")[0]
    documented = set(re.findall(r"^\* `(\w+)`", options, re.M))
    assert documented <= set(re.findall(rf"\b{name}\.(\w+)", dump))
    assert "Level" in documented
