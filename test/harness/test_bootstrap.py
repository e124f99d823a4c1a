"""bootstrap says what it misses; a false apt stands in for the machine's."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.any_llvm


def bootstrap(*arguments: str, first_on_path: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ)
    if first_on_path:
        environment["PATH"] = f"{first_on_path}:{environment['PATH']}"
    command = [str(ROOT / "bootstrap"), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)


def tools(folder: Path, **scripts: str) -> Path:
    for name, script in scripts.items():
        path = folder / name.replace("_", "-")
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
    return folder


@pytest.mark.parametrize("arguments", [(), ("build",), ("test", "--fast"), ("scan", "--fast")])
def test_wrong_use(arguments: tuple[str, ...]) -> None:
    run = bootstrap(*arguments)
    assert run.returncode == 2
    assert run.stderr.startswith("usage: ./bootstrap scan")


@pytest.mark.parametrize("major", ["17", ""])
def test_llvm_it_does_not_know(major: str) -> None:
    run = bootstrap("test", "--llvm", major)
    assert run.returncode == 2
    assert run.stderr == f"bootstrap: error: LLVM '{major}' is not one of 22, 19, 16\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="would ask sudo for apt-get")
def test_names_the_packages_that_apt_lacks(tmp_path: Path) -> None:
    fake = tools(
        tmp_path,
        dpkg_query='[ "$3" = cmake ] && echo installed',
        apt_get=f'echo "$*" >>{tmp_path}/apt.log',
        apt_cache='[ "$2" != clang-22 ]',
    )
    run = bootstrap("scan", first_on_path=fake)
    assert run.returncode == 2
    announcement, error = run.stderr.splitlines()
    assert announcement.startswith("bootstrap: installing Debian packages: ninja-build clang-22")
    assert error == "bootstrap: error: no apt source of this machine has: clang-22"
    assert (tmp_path / "apt.log").read_text() == "update -qq\n"


def test_installs_nothing_where_nothing_is_missing(tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    fake = tools(
        tmp_path,
        dpkg_query="echo installed",
        apt_get=f"touch {touched}",
        cmake="echo 'no presets here' >&2; exit 1",
    )
    run = bootstrap("scan", first_on_path=fake)
    assert not touched.exists()
    assert run.returncode == 2
    assert run.stderr.endswith("error: CMake could not configure the build for LLVM 22\n")
